import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { MAX_TITLE } from '../page/copy-visible.ts'
import { readableText } from '../page/readable-text.ts'

export default defineUnlistedScript(() => ({
  title: document.title.slice(0, MAX_TITLE),
  url: location.href,
  text: readableText(document),
}))

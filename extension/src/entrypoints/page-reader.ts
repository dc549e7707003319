import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { readableText } from '../page/readable-text.ts'

export default defineUnlistedScript(() => ({
  title: document.title,
  url: location.href,
  text: readableText(document),
}))

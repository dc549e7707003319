import { Readability } from '@mozilla/readability'
import { copyVisible } from './copy-visible.ts'
import { layOutText } from './lay-out-text.ts'

/** With less than this, the main part of the page was not found. */
const MIN_CHARACTERS = 200

/**
 * What a page says, without what surrounds it on each page of its site; all that it shows where no
 * main part is found. The page itself stays as it is.
 */
export function readableText(page: Document): string {
  const copy = copyVisible(page)
  const all = layOutText(copy.body)
  const main = new Readability<Element>(copy, { serializer: (root) => root as Element }).parse()
  const text = main?.content ? layOutText(main.content) : ''
  return text.length < MIN_CHARACTERS ? all : text
}

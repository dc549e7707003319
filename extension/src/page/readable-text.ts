import Defuddle from 'defuddle'

/** The text of a page that a reader would want. The page itself stays as it is. */
export function readableText(page: Document): string {
  const copy = page.cloneNode(true) as Document
  const { content } = new Defuddle(copy, { url: page.URL, useAsync: false }).parse()
  const holder = copy.createElement('div')
  holder.innerHTML = content
  return holder.textContent ?? ''
}

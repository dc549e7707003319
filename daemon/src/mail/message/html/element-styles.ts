import { selectAll } from 'css-select'
import { type AnyNode, type Document, type Element, hasChildren, isTag } from 'domhandler'
import { type Declaration, readStyle, readStyleSheet } from './read-css.ts'

/** The properties of an element that decide whether its text is seen. */
export type Style = ReadonlyMap<string, string>

const decisive =
  /^(display|visibility|opacity|color|-webkit-text-fill-color|background|background-color|background-image|font|font-size|position|left|top|right|bottom|text-indent|margin-left|margin-top|overflow|overflow-[xy]|height|width|max-height|max-width|clip|clip-path|transform)$/

/** Rules times elements that are looked at, which takes about a second. */
const MAX_CHECKS = 300_000

/**
 * Applies the style sheets of a document: later rules win over earlier ones, `style` attributes over
 * rules, `!important` over all. Specificity is left out, since mails seldom depend on it, and so are
 * the last rules of a mail that would take too long.
 */
export function elementStyles(
  document: Document,
  sheets: readonly string[],
): (element: Element) => Style {
  const fromSheets = new Map<Element, Declaration[]>()
  const elements = countElements(document)
  let checks = 0
  for (const { selectors, declarations } of sheets.flatMap(readStyleSheet)) {
    const wanted = declarations.filter(({ property }) => decisive.test(property))
    if (wanted.length === 0) continue
    checks += elements * selectors.split(',').length
    if (checks > MAX_CHECKS) break
    for (const element of matches(selectors, document)) {
      const known = fromSheets.get(element) ?? []
      fromSheets.set(element, [...known, ...wanted])
    }
  }
  return (element) => {
    const inline = element.attribs.style ? readStyle(element.attribs.style) : []
    const all = [...(fromSheets.get(element) ?? []), ...inline]
    const important = all.filter(({ isImportant }) => isImportant)
    return new Map([...all, ...important].map(({ property, value }) => [property, value]))
  }
}

function matches(selectors: string, document: Document): Element[] {
  try {
    return selectAll<AnyNode, Element>(selectors, document)
  } catch {
    // A selector that is no CSS, or asks for what only a browser knows, matches nothing there either.
    return []
  }
}

function countElements(document: Document): number {
  let count = 0
  const pending: AnyNode[] = [document]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isTag(node)) count++
    if (hasChildren(node)) for (const child of node.children) pending.push(child)
  }
  return count
}

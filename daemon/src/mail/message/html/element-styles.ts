import { selectAll } from 'css-select'
import type { Atrule, CssNode, Declaration, ParseOptions } from 'css-tree'
import parse from 'css-tree/parser'
import { ident } from 'css-tree/utils'
import walk from 'css-tree/walker'
import type { AnyNode, Document, Element } from 'domhandler'

/** The properties of an element that decide whether its text is seen; in lower case, without escapes. */
export type Style = ReadonlyMap<string, string>

const decisive =
  /^(display|visibility|opacity|color|-webkit-text-fill-color|background|background-color|background-image|font|font-size|position|left|top|right|bottom|text-indent|margin-left|margin-top|overflow|overflow-[xy]|height|width|max-height|max-width|clip|clip-path|transform)$/

const MAX_CHARACTERS = 200_000
const MAX_RULES = 2000

/** Rules times elements that are looked at, which takes about a second. */
const MAX_CHECKS = 300_000

/**
 * Applies the style sheets of a document as a wide screen does: later rules win over earlier ones,
 * `style` attributes over rules, `!important` over all. Specificity is left out, since mails seldom
 * depend on it, and so are the last rules of a mail that would take too long.
 */
export function elementStyles(
  document: Document,
  sheets: readonly string[],
): (element: Element) => Style {
  const fromSheets = new Map<Element, Declaration[]>()
  const elements = selectAll('*', document).length
  let checks = 0
  for (const { selectors, declarations } of sheets.flatMap(rulesOf)) {
    checks += elements * selectors.split(',').length
    if (checks > MAX_CHECKS) break
    for (const element of matches(selectors, document)) {
      const known = fromSheets.get(element) ?? []
      fromSheets.set(element, [...known, ...declarations])
    }
  }
  return (element) => {
    const { style } = element.attribs
    const inline = style ? declarationsIn(read(style, 'declarationList')) : []
    const all = [...(fromSheets.get(element) ?? []), ...inline]
    const important = all.filter((declaration) => declaration.important)
    return new Map([...all, ...important].map((each) => [nameOf(each), plainValue(each)]))
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

/** What is no CSS is left out. */
function read(css: string, context: ParseOptions['context']): CssNode {
  // Old mails wrap their style sheets in a comment, which browsers overlook.
  const text = css.slice(0, MAX_CHARACTERS).replace(/<!--|-->/g, ' ')
  const raw = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false }
  return parse(text, { context, ...raw, onParseError() {} })
}

/** The first rules of a style sheet, those that decide nothing left out. */
function rulesOf(sheet: string) {
  const rules: { selectors: string; declarations: Declaration[] }[] = []
  walk(read(sheet, 'stylesheet'), (node) => {
    if (node.type === 'Atrule' && !isForScreens(node)) return walk.skip
    if (node.type !== 'Rule') return
    const selectors = node.prelude.type === 'Raw' ? node.prelude.value : ''
    rules.push({ selectors, declarations: declarationsIn(node.block) })
    return walk.skip
  })
  return rules.slice(0, MAX_RULES).filter(({ declarations }) => declarations.length > 0)
}

/** Whether it is `@media` and asks for nothing but a screen. */
function isForScreens({ name, prelude }: Atrule): boolean {
  const media = prelude?.type === 'Raw' ? prelude.value : ''
  return name.toLowerCase() === 'media' && /^\s*(only\s+)?(screen|all)?\s*$/i.test(media)
}

function declarationsIn(node: CssNode): Declaration[] {
  if (node.type !== 'Block' && node.type !== 'DeclarationList') return []
  return node.children
    .toArray()
    .filter((child) => child.type === 'Declaration')
    .filter((declaration) => decisive.test(nameOf(declaration)))
}

function nameOf({ property }: Declaration): string {
  return ident.decode(property).toLowerCase()
}

function plainValue({ value }: Declaration): string {
  const raw = value.type === 'Raw' ? value.value.replace(/\/\*.*?\*\//gs, ' ') : ''
  return ident.decode(raw).trim().toLowerCase()
}

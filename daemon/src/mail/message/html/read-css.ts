import type { Block, Declaration as CssDeclaration, CssNode, DeclarationList, Rule } from 'css-tree'
import parse from 'css-tree/parser'
import { ident } from 'css-tree/utils'

/** One property; name and value in lower case, without escapes. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

/** The declarations of one rule, and the selectors that they are for. */
export interface CssRule {
  readonly selectors: string
  readonly declarations: readonly Declaration[]
}

const MAX_CHARACTERS = 200_000
const MAX_RULES = 2000

/** The declarations of a `style` attribute; what is no CSS is left out. */
export function readStyle(style: string): Declaration[] {
  return declarationsIn(read(style, 'declarationList'))
}

/**
 * The rules of a style sheet that hold for a wide screen: those within `@media` only where it asks
 * for nothing but a screen.
 */
export function readStyleSheet(sheet: string): CssRule[] {
  return rulesIn(read(sheet, 'stylesheet')).slice(0, MAX_RULES)
}

function read(css: string, context: string): CssNode {
  // Old mails wrap their style sheets in a comment, which browsers overlook.
  const text = css.slice(0, MAX_CHARACTERS).replace(/<!--|-->/g, ' ')
  const raw = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false }
  return parse(text, { context, ...raw, onParseError() {} })
}

function rulesIn(node: CssNode): CssRule[] {
  if (node.type === 'Rule') return [ruleOf(node)]
  if (node.type === 'StyleSheet' || node.type === 'Block') {
    return node.children.toArray().flatMap(rulesIn)
  }
  if (node.type !== 'Atrule' || node.name.toLowerCase() !== 'media' || !node.block) return []
  const media = node.prelude?.type === 'Raw' ? node.prelude.value : ''
  return /^\s*(only\s+)?(screen|all)?\s*$/i.test(media) ? rulesIn(node.block) : []
}

function ruleOf({ prelude, block }: Rule): CssRule {
  return {
    selectors: prelude.type === 'Raw' ? prelude.value : '',
    declarations: declarationsIn(block),
  }
}

function declarationsIn(node: CssNode | Block | DeclarationList): Declaration[] {
  if (node.type !== 'Block' && node.type !== 'DeclarationList') return []
  return node.children
    .toArray()
    .flatMap((child) => (child.type === 'Declaration' ? [plain(child)] : []))
}

function plain({ property, value, important }: CssDeclaration): Declaration {
  const raw = value.type === 'Raw' ? value.value : ''
  return {
    property: ident.decode(property).toLowerCase(),
    value: ident
      .decode(raw.replace(/\/\*.*?\*\//gs, ' '))
      .trim()
      .toLowerCase(),
    isImportant: important !== false,
  }
}

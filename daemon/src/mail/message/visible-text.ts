import { colord, extend, type RgbaColor } from 'colord'
import names from 'colord/plugins/names'
import { selectAll } from 'css-select'
import type { Atrule, CssNode, Declaration, ParseOptions } from 'css-tree'
import parse from 'css-tree/parser'
import { ident } from 'css-tree/utils'
import walk from 'css-tree/walker'
import render from 'dom-serializer'
import {
  type AnyNode,
  type ChildNode,
  type Document,
  DomHandler,
  Element,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler'
import { compile } from 'html-to-text'
import { Parser } from 'htmlparser2'
import { cleanText } from '../../platform/clean-text.ts'
import type { ReadMessage } from '../ports.ts'

const MAX_TEXT_CHARACTERS = 1024 * 1024

/** The body of a mail as its reader sees it; spaces and zero-width characters are not counted. */
type VisibleText = Pick<ReadMessage, 'text' | 'hiddenCharacters' | 'jsonLd'>

const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 },
    })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'hr', options: { length: 3 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
  ],
})

/** A mail as it was written, in the forms that it has. */
type Bodies = Readonly<Record<'html' | 'plain', string | undefined>>

/** Mail programs show the HTML where there is one, so it goes before the plain text. */
export function visibleText({ html, plain }: Bodies): VisibleText {
  const seen = html === undefined ? undefined : visibleHtml(html)
  const rendered = tidy(seen ? toText(seen.html) : '')
  const { text, hiddenCharacters } = rendered.text === '' ? tidy(plain ?? '') : rendered
  return {
    text: cut(text),
    hiddenCharacters: hiddenCharacters + (seen?.hiddenCharacters ?? 0),
    jsonLd: seen?.jsonLd ?? [],
  }
}

function tidy(raw: string) {
  const { text, hiddenCharacters } = cleanText(raw)
  const lines = text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
  return {
    text: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    hiddenCharacters,
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARACTERS
    ? text
    : text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed()
}

const MAX_JSON_LD = 20
const MAX_JSON_LD_CHARACTERS = 100_000

/** Elements that are never shown, whatever their style. */
const unseen = new Set([
  'script',
  'style',
  'title',
  'template',
  'datalist',
  'iframe',
  'audio',
  'video',
])

/**
 * Takes out of an HTML mail what its reader does not see (security design, 12.2); the addresses of video
 * meetings follow their links as text. `jsonLd` is as sent, and hidden characters are counted by
 * `countHidden`.
 */
function visibleHtml(html: string) {
  const document = parseHtml(html)
  const styleOf = elementStyles(
    document,
    selectAll<AnyNode, Element>('style', document).map(textOf),
  )
  const jsonLd = selectAll<AnyNode, Element>('script[type]', document)
    .filter(({ attribs }) => attribs.type?.trim().toLowerCase() === 'application/ld+json')
    .map(textOf)
    .filter(({ length }) => length <= MAX_JSON_LD_CHARACTERS)
    .slice(0, MAX_JSON_LD)
  const hidden: string[] = []
  const shown: string[] = []

  function walk(parent: ParentNode, look: Look, isOut: boolean): void {
    parent.children = parent.children.filter((node) => keep(node, look, isOut))
  }

  function keep(node: ChildNode, look: Look, isOut: boolean): boolean {
    if (isText(node)) {
      const isSeen = !isOut && isLegible(look)
      ;(isSeen ? shown : hidden).push(node.data)
      return isSeen
    }
    if (!isTag(node) || unseen.has(node.name)) return false
    const style = styleOf(node)
    const isOutHere = isOut || isTakenOut(node, style)
    walk(node, lookWithin(node, style, look), isOutHere)
    showMeeting(node)
    return !isOutHere
  }

  walk(document, pageLook, false)
  return {
    html: render(document, { encodeEntities: 'utf8' }),
    hiddenCharacters: countHidden(hidden, shown),
    jsonLd,
  }
}

/** The address is where an appointment takes place, and its link seldom names it. */
function showMeeting(element: Element): void {
  const address = element.name === 'a' ? meetingLink(element.attribs.href) : null
  if (address === null || textOf(element).includes(address)) return
  element.children.push(new Text(` ${address} `))
}

/** The text of an element itself, without that of elements within. */
function textOf(element: Element): string {
  return element.children.map((child) => (isText(child) ? child.data : '')).join('')
}

/**
 * Counts the letters and digits of hidden words. Words that the reader sees as well are not counted:
 * newsletters hide copies of their text for other screens, and a first line for lists of mails.
 */
function countHidden(hidden: readonly string[], shown: readonly string[]): number {
  if (hidden.length === 0) return 0
  const seen = new Set(wordsOf(shown))
  return wordsOf(hidden)
    .filter((word) => !seen.has(word))
    .reduce((sum, word) => sum + word.length, 0)
}

function wordsOf(texts: readonly string[]): string[] {
  return (
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const meetingHosts =
  /(^|\.)(zoom\.us|zoomgov\.com|teams\.microsoft\.com|teams\.live\.com|meet\.google\.com|webex\.com|whereby\.com|meet\.jit\.si|gotomeeting\.com|chime\.aws|meet\.goto\.com)$/

const MAX_LINK_CHARACTERS = 1000

/** The address of a video meeting, or null where a link leads somewhere else. */
function meetingLink(href: string | undefined): string | null {
  const address = (href ?? '').trim()
  if (address.length > MAX_LINK_CHARACTERS || !URL.canParse(address)) return null
  const { protocol, hostname, pathname, href: full } = new URL(address)
  return protocol === 'https:' && meetingHosts.test(hostname) && pathname !== '/' ? full : null
}

const MAX_HTML_CHARACTERS = 1_000_000
const MAX_DEPTH = 500

/** The first megabyte of HTML, however broken; what lies deeper than 500 elements is left out. */
function parseHtml(html: string): Document {
  const handler = new ShallowHandler()
  new Parser(handler).end(html.slice(0, MAX_HTML_CHARACTERS))
  return handler.root
}

/** Keeps a mail of nothing but nested elements from exhausting the stack of whoever walks it. */
class ShallowHandler extends DomHandler {
  override onopentag(name: string, attribs: Record<string, string>): void {
    if (this.tagStack.length <= MAX_DEPTH) super.onopentag(name, attribs)
    else this.tagStack.push(new Element(name, attribs))
  }
}

/** The properties of an element that decide whether its text is seen; in lower case, without escapes. */
type Style = ReadonlyMap<string, string>

const decisive =
  /^(display|visibility|opacity|color|-webkit-text-fill-color|background|background-color|background-image|font|font-size|position|left|top|right|bottom|text-indent|margin-left|margin-top|overflow|overflow-[xy]|height|width|max-height|max-width|clip|clip-path|transform)$/

const MAX_STYLE_CHARACTERS = 200_000
const MAX_RULES = 2000

/** Rules times elements that are looked at, which takes about a second. */
const MAX_CHECKS = 300_000

/**
 * Applies the style sheets of a document as a wide screen does: later rules win over earlier ones,
 * `style` attributes over rules, `!important` over all. Specificity is left out, since mails seldom
 * depend on it, and so are the last rules of a mail that would take too long.
 */
function elementStyles(document: Document, sheets: readonly string[]): (element: Element) => Style {
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
  const text = css.slice(0, MAX_STYLE_CHARACTERS).replace(/<!--|-->/g, ' ')
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

extend([names])

/** How text looks at a place of a mail. */
interface Look {
  readonly color: RgbaColor
  /** Null where it cannot be known: a picture or a gradient. */
  readonly background: RgbaColor | null
  /** In CSS pixels. */
  readonly fontSize: number
  readonly isInvisible: boolean
}

const black: RgbaColor = { r: 0, g: 0, b: 0, a: 1 }
const linkBlue: RgbaColor = { r: 0, g: 0, b: 238, a: 1 }
const white: RgbaColor = { r: 255, g: 255, b: 255, a: 1 }

const pageLook: Look = { color: black, background: white, fontSize: 16, isInvisible: false }

const SMALLEST_FONT = 2
const LEAST_DISTANCE = 16
const LEAST_ALPHA = 0.1

/** Whether text of this look can be read at all: not invisible, tiny, or of its background's colour. */
function isLegible({ color, background, fontSize, isInvisible }: Look): boolean {
  if (isInvisible || fontSize <= SMALLEST_FONT || color.a < LEAST_ALPHA) return false
  if (background === null) return true
  const distance = Math.max(
    Math.abs(color.r - background.r),
    Math.abs(color.g - background.g),
    Math.abs(color.b - background.b),
  )
  return distance >= LEAST_DISTANCE
}

/** The look within an element, from the look around it. */
function lookWithin(element: Element, style: Style, around: Look): Look {
  const { name, attribs } = element
  const written =
    style.get('-webkit-text-fill-color') ??
    style.get('color') ??
    (name === 'font' ? attribs.color : undefined) ??
    (name === 'body' ? attribs.text : undefined)
  const isLink = name === 'a' && 'href' in attribs
  const visibility = style.get('visibility') ?? 'inherit'
  return {
    color: colorOf(written) ?? (isLink ? linkBlue : around.color),
    background: backgroundOf(element, style, around.background),
    fontSize: fontSizeOf(style, around.fontSize),
    isInvisible:
      visibility === 'inherit' ? around.isInvisible : /^(hidden|collapse)$/.test(visibility),
  }
}

function backgroundOf(
  { attribs }: Element,
  style: Style,
  around: RgbaColor | null,
): RgbaColor | null {
  const shorthand = style.get('background')
  const picture = `${shorthand} ${style.get('background-image')}`
  if (attribs.background || /url\(|gradient\(/.test(picture)) return null
  const color =
    colorOf(style.get('background-color')) ?? colorWithin(shorthand) ?? colorOf(attribs.bgcolor)
  return color && color.a >= LEAST_ALPHA ? color : around
}

/** A shorthand such as `#fff none no-repeat`: the part of it that is a colour. */
function colorWithin(shorthand: string | undefined): RgbaColor | undefined {
  const parts = shorthand?.match(/[\w-]+\([^)]*\)|[^\s,]+/g) ?? []
  return parts.map(colorOf).find((color) => color !== undefined)
}

function colorOf(text: string | undefined): RgbaColor | undefined {
  if (text === undefined) return undefined
  if (text === 'transparent') return { ...white, a: 0 }
  // HTML's colour attributes may lack the number sign.
  const color = colord(/^[\da-f]{6}$/i.test(text) ? `#${text}` : text)
  return color.isValid() ? color.toRgb() : undefined
}

function fontSizeOf(style: Style, around: number): number {
  // In the shorthand the size stands somewhere between the weight and the family.
  const parts = (style.get('font-size') ?? style.get('font') ?? '').split(/\s+/)
  // Bare numbers are weights, and only zero is a size.
  const sizes = parts.filter((part) => /^0(\/|$)/.test(part) || !/^[\d.+-]+(\/|$)/.test(part))
  return (
    sizes.map((part) => pixelsOf(part, around, around)).find((size) => size !== undefined) ?? around
  )
}

const PAGE_WIDTH = 800
const ROOT_FONT = 16

const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  rem: ROOT_FONT,
  vw: PAGE_WIDTH / 100,
  vh: PAGE_WIDTH / 100,
}

/** A length in CSS pixels; `whole` is what per cent are of. Without more only its rough size is right. */
function pixelsOf(
  length: string | undefined,
  whole = PAGE_WIDTH,
  font = ROOT_FONT,
): number | undefined {
  const [, digits, unit = ''] = /^([+-]?\d*\.?\d+)([a-z]*|%)(?:$|[\s/;])/.exec(length ?? '') ?? []
  if (digits === undefined) return undefined
  const factor = { ...units, em: font, ex: font / 2, '%': whole / 100 }[unit]
  return factor === undefined ? undefined : Number(digits) * factor
}

const FAR_OFF = -500

/** Whether an element is not shown at all, with everything in it. */
function isTakenOut(element: Element, style: Style): boolean {
  if ('hidden' in element.attribs && !style.has('display')) return true
  if (style.get('display') === 'none') return true
  const opacity = style.get('opacity')
  if (opacity !== undefined && Number.parseFloat(opacity) < (opacity.endsWith('%') ? 5 : 0.05))
    return true
  return isFolded(style) || isOffScreen(style) || isClipped(style)
}

/** A box without height or width whose overflow is cut off. */
function isFolded(style: Style): boolean {
  const cuts = ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
    /hidden|clip|scroll|auto/.test(style.get(name) ?? ''),
  )
  const sides = ['height', 'max-height', 'width', 'max-width']
  return cuts && sides.some((name) => isBetween(style.get(name), 0, 2))
}

function isOffScreen(style: Style): boolean {
  const isFar = (name: string) => isBetween(style.get(name), -Infinity, FAR_OFF)
  const isPlaced = /absolute|fixed|relative/.test(style.get('position') ?? '')
  if (isPlaced && ['left', 'top', 'right', 'bottom'].some(isFar)) return true
  if (['text-indent', 'margin-left', 'margin-top'].some(isFar)) return true
  const transform = style.get('transform') ?? ''
  return (
    /scale[xy]?\(\s*0*\.?0+\s*[,)]/.test(transform) ||
    /translate[xy]?\([^)]*-\d{4,}/.test(transform)
  )
}

function isClipped(style: Style): boolean {
  const clip = style.get('clip') ?? ''
  const path = style.get('clip-path') ?? ''
  return (
    /rect\(\s*([01](px)?[\s,]+){3}[01](px)?\s*\)/.test(clip) ||
    /inset\(\s*(50|100)%|circle\(\s*0/.test(path)
  )
}

function isBetween(length: string | undefined, least: number, most: number): boolean {
  const size = pixelsOf(length)
  return size !== undefined && size >= least && size <= most
}

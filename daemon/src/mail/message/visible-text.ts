import { selectAll } from 'css-select'
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
import { elementStyles, isLegible, isTakenOut, type Look, lookWithin, pageLook } from './look.ts'

const MAX_CHARACTERS = 1024 * 1024

/** The body of a mail as its reader sees it. */
export interface VisibleText {
  readonly text: string
  /** Readable characters that were taken out; spaces and zero-width ones are not counted. */
  readonly hiddenCharacters: number
  /** Contents of `application/ld+json` scripts. */
  readonly jsonLd: readonly string[]
}

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

/** Mail programs show the HTML where there is one, so it goes before the plain text. */
export function visibleText({
  html,
  plain,
}: {
  html: string | undefined
  plain: string | undefined
}): VisibleText {
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
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).toWellFormed()
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

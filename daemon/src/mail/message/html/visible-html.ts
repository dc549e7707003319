import render from 'dom-serializer'
import { type ChildNode, type Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { countHidden } from './count-hidden.ts'
import { elementStyles } from './element-styles.ts'
import { isTakenOut } from './is-taken-out.ts'
import { isLegible, type Look, lookWithin, pageLook } from './look.ts'
import { meetingLink } from './meeting-link.ts'
import { parseHtml } from './parse-html.ts'

/** What a reader sees of an HTML mail. */
export interface VisibleHtml {
  /** HTML without what is hidden; the addresses of video meetings follow their links as text. */
  readonly html: string
  /** As `countHidden` counts. */
  readonly hiddenCharacters: number
  /** Contents of `application/ld+json` scripts, as sent. */
  readonly jsonLd: readonly string[]
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

/** Takes out of an HTML mail what its reader does not see (security design, 12.2). */
export function visibleHtml(html: string): VisibleHtml {
  const document = parseHtml(html)
  const embedded = collectEmbedded(document)
  const styleOf = elementStyles(document, embedded.sheets)
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
    jsonLd: embedded.jsonLd,
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

function collectEmbedded(document: ParentNode): { sheets: string[]; jsonLd: string[] } {
  const sheets: string[] = []
  const jsonLd: string[] = []
  const pending: ChildNode[] = [...document.children]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!isTag(node)) continue
    const type = node.attribs.type?.trim().toLowerCase() ?? ''
    if (node.name === 'style') sheets.unshift(textOf(node))
    else if (node.name === 'script' && type === 'application/ld+json') jsonLd.unshift(textOf(node))
    for (const child of node.children) pending.push(child)
  }
  return {
    sheets,
    jsonLd: jsonLd.filter((text) => text.length <= MAX_JSON_LD_CHARACTERS).slice(0, MAX_JSON_LD),
  }
}

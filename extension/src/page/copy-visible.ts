/** More than enough to find the main text and to fill a question, in characters. */
const MAX_CHARACTERS = 150_000
/** More than long articles have: what a page shows, and not how it was built, is wanted. */
const MAX_NODES = 50_000
/** Deeper than parsers build; only scripts make such pages. */
const MAX_DEPTH = 500
/** Of the title of a page, in characters; some scripts write megabytes there. */
export const MAX_TITLE = 1000

/** How the text of an element stands to its surroundings, as attribute values of the copy. */
export type Layout = 'line' | 'space' | 'cell'
export const LAYOUT = 'data-layout'

/** What shows other things than text, or what somebody is typing. */
const skipped = new Set(['IFRAME', 'OBJECT', 'SVG', 'MATH', 'CANVAS', 'VIDEO', 'AUDIO'])
const typed = new Set(['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON'])

/**
 * A document with what the page shows, as it shows it: without hidden parts and fields, with the
 * contents of open shadow roots in their places, at most the first 150,000 characters and 50,000
 * nodes. Scripts of the page neither see the copy nor run for it, and nothing is loaded.
 */
export function copyVisible(page: Document): Document {
  const copy = page.implementation.createHTMLDocument(page.title.slice(0, MAX_TITLE))
  copyChildren(page.body, copy.body, 0, { characters: MAX_CHARACTERS, nodes: MAX_NODES })
  return copy
}

/** Copies what has `room`, which becomes less by it. */
function copyChildren(
  parent: Element,
  into: Element,
  depth: number,
  room: { characters: number; nodes: number },
): void {
  for (const node of shownChildren(parent)) {
    if (room.characters <= 0 || room.nodes <= 0) return
    room.nodes -= 1
    if (node instanceof Text) {
      into.append(node.data.slice(0, room.characters))
      room.characters -= node.data.length
    } else if (node instanceof Element && depth < MAX_DEPTH) {
      const made = copyElement(node, into)
      if (made) copyChildren(node, made, depth + 1, room)
    }
  }
}

function shownChildren(parent: Element): Iterable<Node> {
  if (parent instanceof HTMLSlotElement) {
    const assigned = parent.assignedNodes()
    if (assigned.length > 0) return assigned
  }
  // the fields of a form stand in the way of its properties that have their names
  if (parent instanceof HTMLFormElement) return Reflect.get(Node.prototype, 'childNodes', parent)
  return (parent.shadowRoot ?? parent).childNodes
}

function copyElement(element: Element, into: Element): Element | null {
  const { display, visibility } = getComputedStyle(element)
  if (display === 'none' || visibility !== 'visible') return null
  const made = copyTag(element, into.ownerDocument)
  if (!made) return null
  const layout = layoutOf(display)
  if (layout) made.setAttribute(LAYOUT, layout)
  into.append(made)
  return made
}

function copyTag(element: Element, copy: Document): Element | null {
  if (element instanceof HTMLFormElement) return copy.createElement('div')
  const name = element.tagName.toUpperCase()
  return skipped.has(name) || typed.has(name) ? null : copy.importNode(element, false)
}

function layoutOf(display: string): Layout | null {
  if (display === 'inline' || display === 'contents' || display.startsWith('ruby')) return null
  if (display === 'table-cell') return 'cell'
  return display.startsWith('inline') ? 'space' : 'line'
}

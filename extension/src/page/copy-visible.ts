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

/** An element of the page that is being copied. */
interface Level {
  readonly rest: Iterator<Node>
  readonly into: Element
}

/**
 * A document with what the page shows, as it shows it: without hidden parts and fields, with the
 * contents of open shadow roots in their places, at most the first 150,000 characters and 50,000
 * nodes. Scripts of the page neither see the copy nor run for it, and nothing is loaded.
 */
export function copyVisible(page: Document): Document {
  const copy = page.implementation.createHTMLDocument(page.title.slice(0, MAX_TITLE))
  const open: Level[] = [levelOf(page.body, copy.body)]
  let left = MAX_CHARACTERS
  for (let nodes = 0; nodes < MAX_NODES && left > 0; nodes += 1) {
    const node = nextNode(open)
    const into = open.at(-1)?.into
    if (!node || !into) break
    if (node instanceof Text) left -= copyText(node, into, left)
    else if (node instanceof Element && open.length <= MAX_DEPTH) {
      const made = copyElement(node, into)
      if (made) open.push(levelOf(node, made))
    }
  }
  return copy
}

/** The next one in the order of the page; undefined at its end. Levels that are done are left. */
function nextNode(open: Level[]): Node | undefined {
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { value, done } = level.rest.next()
    if (!done) return value
    open.pop()
  }
  return undefined
}

function levelOf(parent: Element, into: Element): Level {
  return { rest: shownChildren(parent)[Symbol.iterator](), into }
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

function copyText({ data }: Text, into: Element, left: number): number {
  into.append(data.slice(0, left))
  return data.length
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

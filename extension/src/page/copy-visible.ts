/** More than enough to find the main text and to fill a question, in characters. */
const MAX_CHARACTERS = 150_000
/** Deeper than parsers build; only scripts make such pages. */
const MAX_DEPTH = 500

/** How the text of an element stands to its surroundings, as attribute values of the copy. */
export type Layout = 'line' | 'space' | 'cell'
export const LAYOUT = 'data-layout'

/** What shows other things than text, or what somebody is typing. */
const skipped = new Set(['IFRAME', 'OBJECT', 'SVG', 'MATH', 'CANVAS', 'VIDEO', 'AUDIO'])
const typed = new Set(['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON'])

interface Step {
  readonly node: Node
  readonly into: Element
  readonly depth: number
}

/**
 * A document with what the page shows, as it shows it: without hidden parts and fields, with the
 * contents of open shadow roots in their places, at most the first 150,000 characters. Scripts of
 * the page neither see the copy nor run for it, and nothing is loaded.
 */
export function copyVisible(page: Document): Document {
  const copy = page.implementation.createHTMLDocument(page.title)
  const steps: Step[] = childrenOf(page.body, copy.body, 0)
  let room = MAX_CHARACTERS
  for (let step = steps.pop(); step && room > 0; step = steps.pop()) {
    const { node, into, depth } = step
    if (node instanceof Text) room -= copyText(node, into)
    else if (node instanceof Element && depth < MAX_DEPTH) {
      const made = copyElement(node, into)
      if (made) steps.push(...childrenOf(node, made, depth + 1))
    }
  }
  return copy
}

/** The next one last. */
function childrenOf(parent: Element, into: Element, depth: number): Step[] {
  return [...shownChildren(parent)].reverse().map((node) => ({ node, into, depth }))
}

function shownChildren(parent: Element): Iterable<Node> {
  if (parent instanceof HTMLSlotElement) {
    const assigned = parent.assignedNodes()
    if (assigned.length > 0) return assigned
  }
  return (parent.shadowRoot ?? parent).childNodes
}

function copyText(node: Text, into: Element): number {
  into.append(into.ownerDocument.importNode(node))
  return node.data.length
}

function copyElement(element: Element, into: Element): Element | null {
  const name = element.tagName.toUpperCase()
  if (skipped.has(name) || typed.has(name)) return null
  const { display, visibility } = getComputedStyle(element)
  if (display === 'none' || visibility !== 'visible') return null
  const made = into.ownerDocument.importNode(element, false)
  const layout = layoutOf(display)
  if (layout) made.setAttribute(LAYOUT, layout)
  into.append(made)
  return made
}

function layoutOf(display: string): Layout | null {
  if (display === 'inline' || display === 'contents' || display.startsWith('ruby')) return null
  if (display === 'table-cell') return 'cell'
  return display.startsWith('inline') ? 'space' : 'line'
}

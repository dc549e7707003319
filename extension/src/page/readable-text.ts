import { Readability } from '@mozilla/readability'
import { copyVisible, LAYOUT } from './copy-visible.ts'

/** With less than this, the main part of the page was not found. */
const MIN_CHARACTERS = 200

/**
 * What a page says, without what surrounds it on each page of its site; all that it shows where no
 * main part is found. The page itself stays as it is.
 */
export function readableText(page: Document): string {
  const copy = copyVisible(page)
  const all = layOutText(copy.body)
  const main = new Readability<Element>(copy, { serializer: (root) => root as Element }).parse()
  const text = main?.content ? layOutText(main.content) : ''
  return text.length < MIN_CHARACTERS ? all : text
}

/** What stands between two pieces of text; of two wishes the later in this list wins. */
const gaps = ['', ' ', '\n', '\n\n'] as const
type Gap = (typeof gaps)[number]

const paragraph = /^(P|H[1-6]|UL|OL|TABLE|BLOCKQUOTE)$/

/** The text of a part of a copy, as lines: lists with dashes, rows of tables with bars. */
function layOutText(root: Element): string {
  const written = new Lines()
  write(root, written)
  return written.text
}

/** Text that grows, without a gap at its beginning and its end. */
class Lines {
  text = ''
  #gap: Gap = ''
  #mark = ''
  #items = 0
  #cells = 0

  /** At least this gap comes before what is added next. */
  need(gap: Gap): void {
    const wanted = Math.min(gaps.indexOf(gap), this.#widest())
    this.#gap = gaps[Math.max(wanted, gaps.indexOf(this.#gap))] ?? ''
  }

  /** A cell is one line, and a list has no empty ones. */
  #widest(): number {
    if (this.#cells > 0) return gaps.indexOf(' ')
    return gaps.indexOf(this.#items > 0 ? '\n' : '\n\n')
  }

  add(text: string): void {
    if (text === '') return
    if (this.text !== '') this.text += this.#gap
    this.text += this.#mark + text
    this.#gap = ''
    this.#mark = ''
  }

  breakLine(): void {
    this.need(this.#gap === '\n' ? '\n\n' : '\n')
  }

  /** What `writeItem` adds begins with a dash; nothing is there where it adds nothing. */
  item(writeItem: () => void): void {
    this.need('\n')
    this.#mark = '- '
    this.#items += 1
    writeItem()
    this.#items -= 1
    this.#mark = ''
    this.need('\n')
  }

  cell(writeCell: () => void): void {
    this.need(' ')
    this.#cells += 1
    writeCell()
    this.need(' ')
    this.add('|')
    this.#cells -= 1
    this.need(' ')
  }
}

function write(node: Node, lines: Lines): void {
  if (node instanceof Text) writeText(node.data, lines)
  else if (node instanceof Element) writeElement(node, lines)
}

function writeText(data: string, lines: Lines): void {
  if (/^\s/.test(data)) lines.need(' ')
  lines.add(data.trim().replace(/\s+/g, ' '))
  if (/\s$/.test(data)) lines.need(' ')
}

function writeElement(element: Element, lines: Lines): void {
  const { tagName } = element
  const layout = element.getAttribute(LAYOUT)
  if (tagName === 'BR') lines.breakLine()
  else if (tagName === 'LI') lines.item(() => writeChildren(element, lines))
  else if (layout === 'cell') lines.cell(() => writeChildren(element, lines))
  else {
    const gap = gapAround(tagName, layout)
    lines.need(gap)
    if (tagName === 'PRE') lines.add(element.textContent.replace(/^\n+|\s+$/g, ''))
    else writeChildren(element, lines)
    lines.need(gap)
  }
}

function gapAround(tagName: string, layout: string | null): Gap {
  if (tagName === 'PRE' || paragraph.test(tagName)) return '\n\n'
  if (layout === 'line') return '\n'
  return layout === 'space' ? ' ' : ''
}

function writeChildren(element: Element, lines: Lines): void {
  for (const child of element.childNodes) write(child, lines)
}

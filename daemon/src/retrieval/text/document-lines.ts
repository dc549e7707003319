import { HeadingPath, type TextMark } from './file-text.ts'
import type { MarkedText } from './html-text.ts'
import { readTags, type TagReader } from './read-tags.ts'

type LineKind = 'paragraph' | 'heading' | 'item' | 'row'

const heading = /^h[1-6]$/
const BLOCKS = new Set(['p', 'li', 'tr', 'table', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/**
 * A document as lines: each paragraph, item of a list and row of a table has one, and an empty one
 * parts what does not belong together. `html` is simple and well-formed, as Mammoth makes it.
 */
export function documentLines(html: string): MarkedText {
  const lines = new DocumentLines()
  readTags(html, lines)
  return lines.finish()
}

class DocumentLines implements TagReader {
  readonly #path = new HeadingPath()
  readonly #marks: TextMark[] = []
  readonly #lines: string[] = []
  /** For each list that is open, how many items it has; undefined for those without numbers. */
  readonly #lists: (number | undefined)[] = []
  #lastKind: LineKind | undefined
  #kind: LineKind = 'paragraph'
  #isContinued = false
  #level = 0
  #tables = 0
  #cells = 0
  #text = ''
  /** What stands before the text of the next line. */
  #lead = ''

  open(name: string): void {
    if (this.#tables > 0) this.#openInTable(name)
    else if (name === 'br') {
      this.#endLine()
      // within a paragraph, as in an address
      this.#isContinued = true
    } else if (BLOCKS.has(name)) this.#openBlock(name)
  }

  close(name: string): void {
    if (name === 'table') this.#closeTable()
    else if (this.#tables > 0) this.#closeInTable(name)
    else if (BLOCKS.has(name)) this.#closeBlock(name)
  }

  text(text: string): void {
    this.#text += text
  }

  finish(): MarkedText {
    this.#endLine()
    return { text: this.#lines.join('\n'), marks: this.#marks }
  }

  #openBlock(name: string): void {
    this.#endLine()
    if (name === 'table') this.#tables = 1
    if (name === 'ul') this.#lists.push(undefined)
    if (name === 'ol') this.#lists.push(0)
    if (name === 'li') this.#openItem()
    if (heading.test(name)) {
      this.#kind = 'heading'
      this.#level = Number(name[1])
    }
  }

  #openItem(): void {
    const last = this.#lists.length - 1
    const count = this.#lists[last]
    if (count !== undefined) this.#lists[last] = count + 1
    this.#kind = 'item'
    const sign = count === undefined ? '-' : `${count + 1}.`
    this.#lead = `${'  '.repeat(Math.max(0, last))}${sign} `
  }

  #closeBlock(name: string): void {
    this.#endLine()
    this.#isContinued = false
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (name === 'li') this.#lead = ''
  }

  /** A table within a cell is part of its text. */
  #openInTable(name: string): void {
    if (name === 'table') this.#tables++
    else if ((name === 'td' || name === 'th') && this.#tables === 1) {
      if (this.#cells++ > 0) this.#text += ' | '
    } else if (name === 'br') this.#text += ' '
  }

  #closeInTable(name: string): void {
    if (name === 'tr' && this.#tables === 1) this.#endRow()
    else if (BLOCKS.has(name)) this.#text += ' '
  }

  #closeTable(): void {
    if (this.#tables === 1) this.#endRow()
    this.#tables = Math.max(0, this.#tables - 1)
  }

  #endRow(): void {
    this.#cells = 0
    const hasText = /[^\s|]/.test(this.#text)
    if (hasText) this.#kind = 'row'
    else this.#text = ''
    this.#endLine()
  }

  #endLine(): void {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    this.#text = ''
    if (text === '') return
    const kind = this.#kind
    const isTogether =
      this.#isContinued || (kind === this.#lastKind && (kind === 'item' || kind === 'row'))
    if (this.#lines.length > 0 && !isTogether) this.#lines.push('')
    if (kind === 'heading') {
      this.#marks.push({
        line: this.#lines.length + 1,
        heading: this.#path.enter(this.#level, text),
      })
    }
    this.#lines.push(this.#lead + text)
    this.#lastKind = kind
    this.#kind = 'paragraph'
    this.#lead = ''
    this.#isContinued = false
  }
}

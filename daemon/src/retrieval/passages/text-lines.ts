import { cleanLine } from '../../platform/clean-text.ts'

const NEWLINE = 10
const SPACE = 32
const TAB = 9
const TAB_COLUMNS = 4
const MOST_COLUMNS = 255

/** Lines of a text, counted from 0, and what is blank in it. Offsets are UTF-16 units. */
export class TextLines {
  readonly text: string
  readonly count: number
  readonly #starts: Uint32Array
  #indents: Uint8Array | undefined

  constructor(text: string) {
    this.text = text
    const starts = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = Uint32Array.from(starts)
    this.count = starts.length
  }

  /** Where the line begins; of a line past the last, the end of the text. */
  start(line: number): number {
    return this.#starts[line] ?? this.text.length
  }

  /** Where the line ends, without its newline. */
  end(line: number): number {
    return line + 1 < this.count ? this.start(line + 1) - 1 : this.text.length
  }

  /** The line without its indentation, cut off after `most` characters. */
  content(line: number, most = 300): string {
    const start = this.#indented(line)
    return this.text.slice(start, Math.min(this.end(line), start + most)).trimEnd()
  }

  /** The line that holds this offset. */
  at(offset: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.start(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Columns before the line's first sign, a tab being four, at most 255; none of a blank line. */
  indent(line: number): number {
    this.#indents ??= Uint8Array.from({ length: this.count }, (_, at) => this.#measured(at))
    return this.#indents[line] ?? 0
  }

  isBlank(line: number): boolean {
    return this.firstInk(this.start(line), this.end(line)) === undefined
  }

  /** The first sign from `start` on that is not blank. */
  firstInk(start: number, end: number): number | undefined {
    for (let at = start; at < end; at++) if (!isBlank(this.text.charCodeAt(at))) return at
    return undefined
  }

  /** What lies between the blanks at both ends, with the indentation of its first line. */
  trimmed(start: number, end: number): { start: number; end: number } | undefined {
    const first = this.firstInk(start, end)
    if (first === undefined) return undefined
    let last = end
    while (isBlank(this.text.charCodeAt(last - 1))) last--
    let from = first
    while (from > start && first - from < MOST_COLUMNS && isIndent(this.text.charCodeAt(from - 1)))
      from--
    const isIndentation = from === 0 || this.text.charCodeAt(from - 1) === NEWLINE
    return { start: isIndentation ? from : first, end: last }
  }

  #indented(line: number): number {
    const end = this.end(line)
    let at = this.start(line)
    while (at < end && isIndent(this.text.charCodeAt(at))) at++
    return at
  }

  #measured(line: number): number {
    const end = this.#indented(line)
    if (end === this.end(line)) return 0
    let columns = 0
    for (let at = this.start(line); at < end && columns < MOST_COLUMNS; at++) {
      columns += this.text.charCodeAt(at) === TAB ? TAB_COLUMNS : 1
    }
    return Math.min(columns, MOST_COLUMNS)
  }
}

/** Whether a UTF-16 unit is one, 1 for those that `\s` has. */
const blanks = Uint8Array.from({ length: 0x1_0000 }, (_, code) =>
  Number(/\s/.test(String.fromCharCode(code))),
)

export function isBlank(code: number): boolean {
  return blanks[code] === 1
}

function isIndent(code: number): boolean {
  return code === SPACE || code === TAB
}

/** How long headings are at most, and each label in them, in UTF-16 units. */
export const HEADING_LONGEST = 200
const LABEL_LONGEST = 80

/** What is known of each line; a line that is not 0 holds it. */
export interface LineSigns {
  /** Comments, decorators and the like, which belong to what follows. */
  readonly leads: Uint8Array
  /** The insides of a fence, of a comment, of a cell in quotes. */
  readonly insides: Uint8Array
}

/** What of a text has a name: a class, a function, a section. Lines count from 0. */
export interface Named {
  readonly first: number
  /** The line after its last one. */
  readonly end: number
  readonly label: string
}

/** What stands where in a text, in the order of the first lines; those around others come first. */
export interface Outline extends LineSigns {
  readonly named: readonly Named[]
}

/** Nothing is known of so many lines. */
export function plainOutline(lineCount: number): Outline {
  return { named: [], leads: new Uint8Array(lineCount), insides: new Uint8Array(lineCount) }
}

/** One line of text as a label of at most `most` characters. */
export function labelFrom(text: string, most = LABEL_LONGEST): string {
  return cleanLine(text, most)
}

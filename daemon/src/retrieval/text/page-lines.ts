/** A stretch of text as PDF.js finds it on a page; marked content has no text. */
export interface PrintedText {
  readonly str?: string
  readonly hasEOL?: boolean
  readonly height?: number
  /** The last of its six numbers is the height of the base line over the page's foot. */
  readonly transform?: readonly number[]
}

/** Lines of one paragraph are closer to each other than this, in heights of the letters. */
const PARAGRAPH_GAP = 1.7

const hyphenated = /\p{L}[-\u00ad\u2010]$/u
const continuation = /^\p{Ll}+\S*/u

/** Makes the printed lines of a page out of its stretches of text. */
export class PageLines {
  readonly #lines: string[] = []
  #line = ''
  /** Where the line stands that is being made; undefined as long as it is empty. */
  #place: { readonly y: number; readonly height: number } | undefined
  #lastPlace: { readonly y: number; readonly height: number } | undefined
  #characters = 0

  /** How long the text is so far. */
  get characters(): number {
    return this.#characters
  }

  add({ str = '', hasEOL = false, height = 0, transform = [] }: PrintedText): void {
    this.#characters += str.length
    this.#line += str
    if (/\S/.test(str)) this.#place ??= { y: transform[5] ?? 0, height }
    if (hasEOL) this.#endLine()
  }

  /** No line is empty but those between paragraphs. */
  finish(): readonly string[] {
    this.#endLine()
    return this.#lines
  }

  #endLine(): void {
    const line = this.#line.replace(/\s+/g, ' ').trim()
    this.#line = ''
    if (line === '') return
    const before = this.#lines.at(-1)
    if (before !== undefined && this.#isApart()) this.#lines.push('', line)
    else if (before !== undefined && hyphenated.test(before)) this.#joinWord(before, line)
    else this.#lines.push(line)
    this.#lastPlace = this.#place
    this.#place = undefined
  }

  /** Below a gap, or in another column. */
  #isApart(): boolean {
    if (!this.#place || !this.#lastPlace) return false
    const down = this.#lastPlace.y - this.#place.y
    const height = Math.max(this.#place.height, this.#lastPlace.height)
    return height > 0 && (down < -height || down > height * PARAGRAPH_GAP)
  }

  /** A word that was parted at the end of its line stands whole on that line. */
  #joinWord(before: string, line: string): void {
    const [end = ''] = continuation.exec(line) ?? []
    if (end === '') {
      this.#lines.push(line)
      return
    }
    const [word = ''] = /\S*$/.exec(before) ?? []
    const isCompound = word.indexOf('-') < word.length - 1
    this.#lines[this.#lines.length - 1] = (isCompound ? before : before.slice(0, -1)) + end
    const rest = line.slice(end.length).trim()
    if (rest !== '') this.#lines.push(rest)
  }
}

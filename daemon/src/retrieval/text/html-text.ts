import { HeadingPath, type TextMark } from './file-text.ts'
import { readTags, type TagReader } from './read-tags.ts'

/** A text with the headings its format knows. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly TextMark[]
}

const UNREAD = new Set(['script', 'style', 'template', 'noscript'])

/** Elements inside a word or a sentence: nothing parts them from their neighbours. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tspan tt u var wbr'.split(
    ' ',
  ),
)
const CELL = new Set(['td', 'th'])
const heading = /^h[1-6]$/

/**
 * What HTML shows, each word on the line of the file that it stands on: tags, scripts and comments
 * leave nothing but their newlines. `source` ends its lines with "\n".
 */
export function htmlText(source: string): MarkedText {
  const page = new Page(source)
  readTags(source, page)
  return page.finish()
}

class Page implements TagReader {
  readonly #source: string
  readonly #path = new HeadingPath()
  readonly #marks: TextMark[] = []
  readonly #lines: string[] = []
  /** Of the line that is being written. */
  #parts: string[] = []
  /** What parts the next text from the one before it on the same line. */
  #joint: '' | ' ' | ' | ' = ''
  #isRowStart = false
  #nextNewline: number
  #unread: string | undefined
  #preformatted = 0
  #heading: { readonly level: number; line: number; title: string } | undefined

  constructor(source: string) {
    this.#source = source
    this.#nextNewline = source.indexOf('\n')
  }

  open(name: string): void {
    if (this.#unread) return
    if (UNREAD.has(name)) this.#unread = name
    if (name === 'pre') this.#preformatted++
    this.#part(name)
    if (!heading.test(name)) return
    this.#endHeading()
    this.#heading = { level: Number(name[1]), line: 0, title: '' }
  }

  close(name: string): void {
    if (this.#unread) {
      if (this.#unread === name) this.#unread = undefined
      return
    }
    if (name === 'pre' && this.#preformatted > 0) this.#preformatted--
    if (heading.test(name)) this.#endHeading()
    if (!CELL.has(name)) this.#part(name)
  }

  text(text: string, end: number): void {
    if (this.#unread) return
    const newlines = this.#newlinesUntil(end)
    let pieces = text.split('\n')
    // a newline that the source has as an entity begins no line of the source
    if (pieces.length - 1 > newlines) pieces = [pieces.join(' ')]
    for (let missing = newlines - (pieces.length - 1); missing > 0; missing--) this.#endLine()
    for (const [nth, piece] of pieces.entries()) {
      if (nth > 0) this.#endLine()
      this.#write(piece)
    }
  }

  finish(): MarkedText {
    this.#endHeading()
    for (let left = this.#newlinesUntil(this.#source.length); left > 0; left--) this.#endLine()
    this.#endLine()
    return { text: this.#lines.join('\n'), marks: this.#marks }
  }

  #newlinesUntil(end: number): number {
    let count = 0
    for (; this.#nextNewline >= 0 && this.#nextNewline < end; count++) {
      this.#nextNewline = this.#source.indexOf('\n', this.#nextNewline + 1)
    }
    return count
  }

  #part(name: string): void {
    if (INLINE.has(name)) return
    if (name === 'tr') this.#isRowStart = true
    if (CELL.has(name) && !this.#isRowStart) this.#joint = ' | '
    else if (this.#joint === '') this.#joint = ' '
    if (CELL.has(name)) this.#isRowStart = false
  }

  #endLine(): void {
    this.#lines.push(this.#parts.join('').trimEnd())
    this.#parts = []
    this.#joint = ''
    if (this.#heading) this.#heading.title += ' '
  }

  #write(piece: string): void {
    const isIndent = this.#parts.length === 0 && this.#preformatted > 0
    const shown = this.#preformatted > 0 ? piece : piece.replace(/\s+/g, ' ')
    const words = isIndent ? shown : shown.trimStart()
    if (words === '') {
      if (shown !== '' && this.#joint === '') this.#joint = ' '
      return
    }
    const joint = this.#joint || (words.length < shown.length ? ' ' : '')
    if (this.#parts.length > 0) this.#parts.push(joint)
    this.#parts.push(words)
    this.#joint = ''
    if (!this.#heading) return
    this.#heading.line ||= this.#lines.length + 1
    this.#heading.title += joint + words
  }

  #endHeading(): void {
    const ended = this.#heading
    this.#heading = undefined
    if (!ended || ended.line === 0) return
    const mark = { line: ended.line, heading: this.#path.enter(ended.level, ended.title) }
    // of the headings of one line, as in a page that has no lines, the first says most
    if (this.#marks.at(-1)?.line !== mark.line) this.#marks.push(mark)
  }
}

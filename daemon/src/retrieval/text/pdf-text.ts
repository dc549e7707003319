import { constants, inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import {
  type FileText,
  failed,
  skipped,
  TEXT_MAX_CHARACTERS,
  type TextMark,
  tooMuchText,
} from './file-text.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Finding a page takes time that grows with the pages before it. */
const PAGES_MAX = 2_000

const tableMissing = skipped('This PDF needs a table of East Asian characters that is not here.')
const noTextLayer = skipped('This PDF has no text, only pictures of pages.')
const pdfDamaged = failed('This PDF is damaged and cannot be read.')

/**
 * The text of a PDF, a line for each printed one, with "Page 3" as the heading of its third page;
 * pages that are damaged are left out. Reads nothing outside the file and runs nothing of it.
 */
export async function pdfText(bytes: Uint8Array): Promise<FileText> {
  if (holdsBomb(bytes)) return failed('A part of this PDF expands to more than 64 MB.')
  try {
    return await ignoreRejections(() => readPdf(bytes))
  } catch (failure) {
    const isProtected = failure instanceof Error && failure.name === 'PasswordException'
    return isProtected ? skipped('This PDF is protected by a password.') : pdfDamaged
  }
}

/** PDF.js drops promises where a page is damaged. */
async function readPdf(bytes: Uint8Array): Promise<FileText> {
  /** What it would fetch from elsewhere; of this only tables of characters bear on the text. */
  const missed = new Set<string>()
  class Missing {
    async fetch({ kind }: { kind: string }): Promise<never> {
      missed.add(kind)
      throw new Error('Nothing is fetched for a PDF')
    }
  }
  // PDF.js keeps the memory it is given
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    BinaryDataFactory: Missing,
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: 0,
  })
  try {
    if (pdf.numPages > PAGES_MAX) return skipped('This PDF has more than 2,000 pages.')
    const text = await readPages(pdf)
    return missed.has('cMapUrl') && text !== tooMuchText ? tableMissing : text
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function readPages(pdf: Pdf): Promise<FileText> {
  const lines: string[] = []
  const marks: TextMark[] = []
  let left = TEXT_MAX_CHARACTERS
  let damaged = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await readPage(pdf, number, left)
    if (page === 'too long') return tooMuchText
    if (page === 'damaged') damaged++
    if (page === 'damaged' || page.length === 0) continue
    if (lines.length > 0) lines.push('')
    marks.push({ line: lines.length + 1, heading: `Page ${number}` })
    for (const line of page) {
      lines.push(line)
      left -= line.length + 1
    }
  }
  if (lines.length > 0) return { status: 'text', text: lines.join('\n'), kind: 'prose', marks }
  return damaged > 0 ? pdfDamaged : noTextLayer
}

async function readPage(
  pdf: Pdf,
  number: number,
  maxCharacters: number,
): Promise<readonly string[] | 'damaged' | 'too long'> {
  try {
    const page = await pdf.getPage(number)
    const reader = page.streamTextContent().getReader()
    const lines = new PageLines()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (const item of read.value.items) lines.add(item)
      if (lines.characters > maxCharacters) {
        // the document is not destroyed before whoever reads it has left
        await reader.cancel(new Error('The text is too long'))
        return 'too long'
      }
    }
    page.cleanup()
    return lines.finish()
  } catch {
    return 'damaged'
  }
}

/**
 * Does work of a vendor that drops promises: their rejections, which would end the thread, say
 * nothing that the work itself does not say. For threads that do one thing at a time.
 */
async function ignoreRejections<Result>(work: () => Promise<Result>): Promise<Result> {
  const ignore = () => {}
  process.on('unhandledRejection', ignore)
  try {
    return await work()
  } finally {
    // what was dropped last is told of once the turn is over
    await new Promise(setImmediate)
    process.off('unhandledRejection', ignore)
  }
}

const MEGABYTE = 1024 * 1024
/** What one compressed part may expand to: a page of text takes a thousandth of it. */
const PART_MAX_BYTES = 64 * MEGABYTE
/** What all of them may: those of a file within the limits of an upload stay far below. */
const FILE_MAX_BYTES = 1024 * MEGABYTE
/** A part may be compressed more than once; nobody has a reason to do it three times. */
const LAYERS_MAX = 3

const KEYWORD = 'stream'
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Whether a compressed part of a PDF is a bomb: each is expanded and counted, whatever the file says
 * about it. Parts that are encrypted, or compressed by other means than zlib's, are not seen.
 */
function holdsBomb(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = FILE_MAX_BYTES
  for (let at = file.indexOf(KEYWORD); at >= 0 && left > 0; at = file.indexOf(KEYWORD, at + 1)) {
    left -= expandedSize(file.subarray(dataStart(file, at + KEYWORD.length)))
  }
  return left <= 0
}

function dataStart(file: Buffer, afterKeyword: number): number {
  const start = file[afterKeyword] === CARRIAGE_RETURN ? afterKeyword + 1 : afterKeyword
  return file[start] === LINE_FEED ? start + 1 : start
}

/** In bytes, with that of what is compressed within; infinite where it is too much. */
function expandedSize(data: Buffer, layers = 0): number {
  if (!isZlib(data)) return 0
  if (layers === LAYERS_MAX) return Number.POSITIVE_INFINITY
  try {
    const expanded = inflateSync(data, {
      maxOutputLength: PART_MAX_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    return expanded.length + expandedSize(expanded, layers + 1)
  } catch (failure) {
    const isTooMuch = failure instanceof RangeError
    return isTooMuch ? Number.POSITIVE_INFINITY : 0
  }
}

/** By the header of RFC 1950. */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}

/** A stretch of text as PDF.js finds it on a page; marked content has no text. */
interface PrintedText {
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
class PageLines {
  /** How long the text is so far. */
  characters = 0
  readonly #lines: string[] = []
  #line = ''
  /** Where the line stands that is being made; undefined as long as it is empty. */
  #place: { readonly y: number; readonly height: number } | undefined
  #lastPlace: { readonly y: number; readonly height: number } | undefined

  add({ str = '', hasEOL = false, height = 0, transform = [] }: PrintedText): void {
    this.characters += str.length
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

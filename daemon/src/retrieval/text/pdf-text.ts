import { getDocumentProxy } from 'unpdf'
import type { FileText, TextMark } from './file-text.ts'
import { ignoreRejections } from './ignore-rejections.ts'
import { PageLines } from './page-lines.ts'
import { holdsBomb } from './pdf-streams.ts'
import { failed, skipped } from './refused.ts'
import { TEXT_MAX_CHARACTERS, tooMuchText } from './text-limit.ts'

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
  const tables = new MissingTables()
  const pdf = await openPdf(bytes, tables)
  try {
    if (pdf.numPages > PAGES_MAX) return skipped('This PDF has more than 2,000 pages.')
    return await readPages(pdf, tables)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function readPages(pdf: Pdf, tables: MissingTables): Promise<FileText> {
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
  if (tables.wereMissed) return tableMissing
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

/** What PDF.js would fetch from elsewhere; of this only tables of characters bear on the text. */
class MissingTables {
  wereMissed = false

  /** The constructor that PDF.js calls. */
  get factory(): new () => { fetch(wanted: { kind: string }): Promise<never> } {
    const miss = () => {
      this.wereMissed = true
    }
    return class {
      async fetch({ kind }: { kind: string }): Promise<never> {
        if (kind === 'cMapUrl') miss()
        throw new Error('Nothing is fetched for a PDF')
      }
    }
  }
}

function openPdf(bytes: Uint8Array, tables: MissingTables): Promise<Pdf> {
  // PDF.js keeps the memory it is given
  return getDocumentProxy(new Uint8Array(bytes), {
    BinaryDataFactory: tables.factory,
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: 0,
  })
}

import { contentRefusal } from '@shortlist/file-selection/content-refusal'
import { decodeText } from './decode-text.ts'
import { type FileText, failed, skipped } from './file-text.ts'
import { htmlText } from './html-text.ts'
import { extensionOf, formatOf, kindOf } from './kind-of.ts'
import { notebookText } from './notebook-text.ts'

/**
 * What a file says, or why it is not read. What a file is shows in its bytes first, then in its
 * name. Whatever the bytes are, the promise resolves; time and memory are bounded by the caller.
 */
export async function textOf(path: string, bytes: Uint8Array): Promise<FileText> {
  if (bytes.length === 0) return skipped('The file is empty.')
  const found = await readBytes(path, bytes)
  if (found.status !== 'text') return found
  if (!/\S/.test(found.text)) return skipped('The file has no text.')
  const refusal = contentRefusal(found.text)
  return refusal === null ? found : skipped(refusal)
}

async function readBytes(path: string, bytes: Uint8Array): Promise<FileText> {
  switch (containerOf(path, bytes)) {
    case 'pdf':
      return (await import('./pdf-text.ts')).pdfText(bytes)
    case 'zip':
      return (await import('./docx-text.ts')).docxText(bytes)
    case 'old-office':
      return skipped(
        'This Office document is old or protected; a DOCX or PDF without a password is read.',
      )
    case 'rtf':
      return skipped('Rich text (RTF) is not read; DOCX and PDF are.')
    default: {
      const text = decodeText(bytes)
      return text === undefined ? noText(path) : shownText(path, unifyLineEnds(text))
    }
  }
}

function noText(path: string): FileText {
  const extension = extensionOf(path)
  if (extension === 'pdf') return failed('This is not a PDF.')
  if (extension === 'docx') return failed('This is not a Word document.')
  return skipped('This is not a text file.')
}

/**
 * A text file as what it shows: HTML without its tags, a notebook without its JSON, everything else
 * as it is. Each line keeps its place. `source` ends its lines with "\n".
 */
function shownText(path: string, source: string): FileText {
  const format = formatOf(path, source)
  if (format === 'notebook') {
    const cells = notebookText(source)
    if (cells) return { status: 'text', kind: 'code', ...cells }
  }
  if (format === 'html' || format === 'svg') {
    const page = htmlText(source)
    const isBlank = format === 'svg' && !/\S/.test(page.text)
    return isBlank
      ? skipped('This picture has no text.')
      : { status: 'text', kind: 'prose', ...page }
  }
  const kind = format === 'notebook' ? 'data' : kindOf(path, source)
  return { status: 'text', kind, text: source, marks: [] }
}

/** Formats that hold their text inside something else. */
type Container = 'pdf' | 'zip' | 'old-office' | 'rtf'

const signs: readonly (readonly [Container, readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['old-office', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
]

/** What readers of PDF allow before its beginning, in bytes. */
const PDF_HEAD_BYTES = 1024

/** What the bytes begin as, whatever the file's name says; undefined where they are text or unknown. */
function containerOf(path: string, bytes: Uint8Array): Container | undefined {
  const found = signs.find(([, sign]) => sign.every((byte, nth) => bytes[nth] === byte))
  if (found) return found[0]
  return extensionOf(path) === 'pdf' && holdsPdf(bytes) ? 'pdf' : undefined
}

function holdsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, PDF_HEAD_BYTES),
  ).includes('%PDF-')
}

/**
 * What ends a line, wherever files and lines are named: what editors take for an end. Vertical tab,
 * form feed, U+0085, U+2028 and U+2029 stand inside a line.
 */
const lineEnd = /\r\n|\r/g

/** Any control character except tab and newline; none of them is to be read, and some end a text early. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** The text with "\n" as the end of each line and a space for each control character. */
function unifyLineEnds(text: string): string {
  return text.replace(lineEnd, '\n').replace(control, ' ')
}

import { deflateSync } from 'node:zlib'

export interface PdfOptions {
  /** Whether the pages are compressed. */
  readonly isCompressed?: boolean
  /** How the pages are encoded already. */
  readonly filter?: string
  /** The dictionary of the one font, F1. */
  readonly font?: string
  /** Entries for the trailer, such as /Encrypt. */
  readonly trailer?: string
  /** Entries for the catalogue, such as /OpenAction. */
  readonly catalog?: string
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A PDF with one page for each of these programs in PDF's page language. */
export function composePdf(pages: readonly string[], options: PdfOptions = {}): Uint8Array {
  const { isCompressed = false, font = HELVETICA, trailer = '', catalog = '' } = options
  const streams = pages.map((page) => (isCompressed ? deflateSync(latin1(page)) : latin1(page)))
  const { filter = isCompressed ? '/Filter /FlateDecode' : '' } = options
  const kids = pages.map((_, nth) => `${5 + 2 * nth} 0 R`).join(' ')
  const objects = [
    latin1(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    latin1(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    latin1(font),
    ...streams.flatMap((stream, nth) => [
      Buffer.concat([
        latin1(`<< /Length ${stream.length} ${filter} >>\nstream\n`),
        stream,
        latin1('\nendstream'),
      ]),
      latin1(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * nth} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
      ),
    ]),
  ]
  return new Uint8Array(assemble(objects, trailer))
}

/** What a page says, line by line from its top; an empty line leaves a gap. */
export function pageOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) '`)
  return `BT /F1 12 Tf 14 TL 72 720 Td ${shown.join(' ')} ET`
}

function assemble(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [latin1('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [nth, object] of objects.entries()) {
    const part = Buffer.concat([latin1(`${nth + 1} 0 obj\n`), object, latin1('\nendobj\n')])
    offsets.push(at)
    parts.push(part)
    at += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    latin1(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n` +
        `startxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

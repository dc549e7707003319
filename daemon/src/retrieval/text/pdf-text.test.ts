import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { composePdf, pageOf } from './testing/compose-pdf.ts'
import { markedLines, readText } from './testing/read-text.ts'
import { textOf } from './text-of.ts'

const cv = [
  pageOf(['Jane Doe', '', 'Experience', 'Acme (Berlin) as soft-', 'ware engineer, 2019-', '2021']),
  pageOf([]),
  pageOf(['Skills', 'SQL and type-', 'setting, state-of-the-', 'art tools']),
]

const tooLarge = 'A part of this PDF expands to more than 64 MB.'
const bomb = ' '.repeat(65 * 1024 * 1024)
const overprinted =
  'BT /F1 6 Tf 7 TL 20 720 Td ' +
  `(${'some words '.repeat(9)}) Tj T* (${'some words '.repeat(9)}) Tj 0 7 Td `.repeat(10_600) +
  'ET'
const script = '/OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >>'
const key = `<${'5a'.repeat(32)}>`
const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${key} /U ${key} >> /ID [<00> <00>]`
const japanese =
  '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /UniJIS-UCS2-H /DescendantFonts ' +
  '[<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo ' +
  '<< /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> >>] >>'

function layers(count: number): string {
  let inner: Uint8Array = Buffer.from('text')
  for (let layer = 0; layer < count; layer++) inner = deflateSync(inner)
  return Buffer.from(inner).toString('latin1')
}

function behind(head: string, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(head), bytes])
}

/** Without the offsets of its objects. */
function withoutTable(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(
    text.replace(/^\d{10} /gm, '9999999999 ').replace(/startxref\n\d+/, 'startxref\n7'),
    'latin1',
  )
}

it.each([[false], [true]])(
  'reads a CV in PDF with its pages as marks (%j)',
  async (isCompressed) => {
    const found = await readText('cv/jane.pdf', composePdf(cv, { isCompressed }))

    expect(found.kind).toBe('prose')
    expect(found.text.split('\n')).toEqual([
      'Jane Doe',
      '',
      'Experience',
      'Acme (Berlin) as software',
      'engineer, 2019-',
      '2021',
      '',
      'Skills',
      'SQL and typesetting,',
      'state-of-the-art',
      'tools',
    ])
    expect(markedLines(found)).toEqual(['Page 1 | Jane Doe', 'Page 3 | Skills'])
  },
)

it('begins a paragraph where the page goes on in another column', async () => {
  const columns = 'BT /F1 12 Tf 14 TL 72 720 Td (left) Tj T* (below) Tj 250 14 Td (right) Tj ET'

  expect((await readText('a.pdf', composePdf([columns]))).text).toBe('left\nbelow\n\nright')
})

it('keeps the cells of a row on one line', async () => {
  const row = 'BT /F1 12 Tf 72 720 Td (Acme) Tj 200 0 Td (2019) Tj -200 -14 Td (Next) Tj ET'

  expect((await readText('a.pdf', composePdf([row]))).text).toBe('Acme 2019\nNext')
})

it.each([
  ['under another name', 'a.txt', composePdf(cv)],
  ['after what a mail program left before it', 'a.pdf', behind('From: a\r\n\r\n', composePdf(cv))],
  ['without its table of contents', 'a.pdf', withoutTable(composePdf(cv))],
  ['that would run a script', 'a.pdf', composePdf(cv, { catalog: script })],
])('reads a PDF %s', async (_what, path, bytes) => {
  expect((await readText(path, bytes)).text).toContain('software')
})

it.each([
  [
    'of pictures alone',
    composePdf(['0 0 612 792 re f']),
    'skipped',
    'This PDF has no text, only pictures of pages.',
  ],
  [
    'with a password',
    composePdf(cv, { trailer: locked }),
    'skipped',
    'This PDF is protected by a password.',
  ],
  [
    'of 2,001 pages',
    composePdf(Array(2_001).fill('')),
    'skipped',
    'This PDF has more than 2,000 pages.',
  ],
  [
    'whose characters are named in a table elsewhere',
    composePdf([pageOf(['text'])], { font: japanese }),
    'skipped',
    'This PDF needs a table of East Asian characters that is not here.',
  ],
  ['that is a bomb', composePdf([bomb], { isCompressed: true }), 'failed', tooLarge],
  [
    'that is a bomb within',
    composePdf([deflateSync(bomb).toString('latin1')], { isCompressed: true }),
    'failed',
    tooLarge,
  ],
  [
    'that is layered without end',
    composePdf([layers(5)], { isCompressed: true }),
    'failed',
    tooLarge,
  ],
  [
    'that ends at once',
    Buffer.from('%PDF-1.7\n'),
    'failed',
    'This PDF is damaged and cannot be read.',
  ],
  [
    'of more text than can be read',
    composePdf([overprinted]),
    'skipped',
    'This document has more than 2 million characters of text.',
  ],
])('refuses a PDF %s', async (_what, bytes, status, reason) => {
  expect(await textOf('a.pdf', bytes)).toEqual({ status, reason })
})

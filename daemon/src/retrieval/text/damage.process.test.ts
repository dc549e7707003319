import { afterAll, beforeAll, expect, it } from 'vitest'
import { sized } from '../../../../.config/testing/test-size.ts'
import { startWorkerThread, type WorkerThread } from '../../platform/threads/worker-threads.ts'
import type { FileText } from './file-text.ts'
import {
  composeDocx,
  headingParagraph,
  itemParagraph,
  paragraph,
  table,
  wordXml,
} from './testing/compose-docx.ts'
import { composePdf, pageOf } from './testing/compose-pdf.ts'
import { damage, seededBytes } from './testing/seeded-bytes.ts'
import type { TextRequest } from './testing/text-thread.ts'

const document = composeDocx(
  headingParagraph(1, 'Experience') +
    paragraph('At Acme since 2019') +
    itemParagraph('Built the index') +
    table([
      ['Skill', 'Years'],
      ['SQL', '7'],
    ]),
  { 'word/header1.xml': wordXml('hdr', paragraph('jane@example.com')) },
)
const pages = [pageOf(['Jane Doe', 'Experience at Acme']), pageOf(['Skills', 'SQL'])]
const html =
  '<!doctype html>\n<h1>Jane &amp; co</h1>\n<p>At <b>Acme</b></p><!-- x -->\n<pre>\n x</pre>'
const notebook = {
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Study\n', 'of "words"'] },
    { cell_type: 'code', outputs: [], source: ['print(1)\n', 'x = 2'] },
  ],
}
const prose = 'Größe, 職務経歴書 and words.\r\nA line\rand another one.\n'

const whole: readonly (readonly [string, Uint8Array])[] = [
  ['cv.docx', document],
  ['cv.pdf', composePdf(pages)],
  ['cv-compressed.pdf', composePdf(pages, { isCompressed: true })],
  ['page.html', Buffer.from(html)],
  ['study.ipynb', Buffer.from(JSON.stringify(notebook, null, 1))],
  ['notes.md', Buffer.from(`# Notes\n\n${prose}`)],
  ['data.json', Buffer.from(JSON.stringify({ a: [1, 'two', { b: prose }] }, null, 2))],
  ['data.yaml', Buffer.from('a:\n  - b: &x 1\n  - *x\n')],
  ['people.csv', Buffer.from('name,age\r\n"Doe, ""Jane""",30\r\n')],
  ['cv.tex', Buffer.from('\\section{Experience \\emph{x}}\ntext\n')],
  ['cv.rst', Buffer.from('====\nCV\n====\n\nExperience\n----------\ntext\n')],
  ['main.rs', Buffer.from('fn main() {\n    println!("Grüße");\n}\n')],
  ['wide.txt', Buffer.from(`\ufeff${prose}`, 'utf16le')],
  ['unmarked.txt', Buffer.from(prose, 'utf16le')],
  ['old.txt', Buffer.from('Größe und Übung in Köln.\r\n', 'latin1')],
  ['drawing.svg', Buffer.from('<svg><text x="1">Plan</text></svg>')],
  ['letter.doc', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
  ['unknown', seededBytes(2_000)],
]

/** Lives through all of it, as the one that reads uploads has to. */
let thread: WorkerThread<TextRequest, FileText>

beforeAll(async () => {
  const limits = { milliseconds: 10_000, megabytes: 512 }
  thread = await startWorkerThread(limits, new URL('./testing/text-thread.ts', import.meta.url))
})

afterAll(() => thread.end())

it.each(whole)('gives a text or a reason for %s, however it is damaged', async (path, bytes) => {
  for (let seed = 1; seed <= sized(10, 60); seed++) {
    const found = await thread.ask({ path, bytes: damage(bytes, seed) })
    expectSound(found, `${path}, seed ${seed}`)
  }
})

it.each([
  ['cv.docx', document],
  ['cv.pdf', composePdf(pages, { isCompressed: true })],
])('gives a text or a reason for %s, wherever it is cut', async (path, bytes) => {
  for (let end = 0; end <= bytes.length; end += sized(190, 19)) {
    expectSound(await thread.ask({ path, bytes: bytes.subarray(0, end) }), `${path}, cut at ${end}`)
  }
})

it.each([['%PDF-1.4\n'], ['PK\x03\x04'], ['PK\x05\x06'], ['\xff\xfe'], ['\xfe\xff'], ['<html>']])(
  'gives a text or a reason for noise that begins with %j',
  async (head) => {
    for (let seed = 1; seed <= sized(4, 20); seed++) {
      const bytes = Buffer.concat([Buffer.from(head, 'latin1'), seededBytes(3_000, seed)])
      for (const path of ['a.pdf', 'a.docx', 'a.html', 'a']) {
        expectSound(await thread.ask({ path, bytes }), `${path}, seed ${seed}`)
      }
    }
  },
)

function expectSound(found: FileText, what: string): void {
  if (found.status !== 'text') {
    expect(found.reason, what).toMatch(/^[A-Z].+\.$/)
    return
  }
  const lines = found.text.split('\n')
  expect(found.text.isWellFormed(), what).toBe(true)
  expect(found.text, what).not.toMatch(/\p{Cc}(?<![\t\n\u0080-\u009f])/u)
  let last = 0
  for (const { line } of found.marks) {
    expect(line, what).toBeGreaterThan(last)
    expect(line, what).toBeLessThanOrEqual(lines.length)
    last = line
  }
}

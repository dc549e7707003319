import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENT_MAX_BYTES, FILE_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { beforeEach, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { receiveUpload } from './receive-upload.ts'
import { bodyOf, fieldPart, filePart, formOf, rawForm } from './testing/raw-form.ts'

const MEGABYTE = 1024 * 1024

let spool: string

beforeEach(async () => {
  spool = join(await freshFolder(), 'uploads')
})

async function left(): Promise<string[]> {
  return readdir(spool, { recursive: true }).catch(() => [])
}

function refusal(path: string, reason: string) {
  return { path, status: 'skipped', reason }
}

it('keeps what a browser sends, with size and hash, under names of its own', async () => {
  const form = new FormData()
  const text = 'Grüße\r\n--not a boundary\r\n'
  form.append('files', new Blob([text], { type: 'text/markdown' }), 'proj/Ünïcode.md')
  form.append('files', new Blob(['b']), 'proj/src/index.js')
  form.append('userId', 'ada')
  const { body, headers } = new Response(form)
  if (!body) throw new Error('a form has a body')

  const upload = await receiveUpload(
    { contentType: headers.get('content-type') ?? '', stream: body },
    spool,
  )

  expect(upload).toMatchObject({ userId: 'ada', total: 2, refused: [] })
  expect(upload.files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['proj/Ünïcode.md', Buffer.byteLength(text)],
    ['proj/src/index.js', 1],
  ])
  const [first] = upload.files
  if (!first) throw new Error('a file is missing')
  expect(await readFile(first.spool, 'utf8')).toBe(text)
  expect(first.sha256).toBe(createHash('sha256').update(text).digest('hex'))
  expect(first.spool.startsWith(`${spool}/`)).toBe(true)
  expect((await stat(first.spool)).mode & 0o777).toBe(0o600)
  expect((await left()).some((name) => /code|index/.test(name))).toBe(false)

  await upload.dispose()
  expect(await left()).toEqual([])
})

it('decodes nothing of a name but UTF-8', async () => {
  const form = new FormData()
  const names = ['p/a%22b.md', 'p/%2e%2e/c.md', 'p/"quoted".md', 'p/two\nlines.md', 'p/a b+c&d.md']
  for (const name of names) form.append('files', new Blob(['x']), name)
  const { body, headers } = new Response(form)
  if (!body) throw new Error('a form has a body')

  const upload = await receiveUpload(
    { contentType: headers.get('content-type') ?? '', stream: body },
    spool,
  )

  expect(upload.refused).toEqual([])
  expect(upload.files.map(({ path }) => path)).toEqual([
    'p/a%22b.md',
    'p/%2e%2e/c.md',
    'p/%22quoted%22.md',
    'p/two%0Alines.md',
    'p/a b+c&d.md',
  ])
})

it('finds the id before and after the files, and lets other fields be', async () => {
  const before = formOf(fieldPart('userId', 'ada'), filePart('p/a.md', 'a'))
  const after = formOf(
    fieldPart('note', 'x'.repeat(5_000)),
    filePart('p/a.md', 'a'),
    { header: ['Content-Disposition: form-data; name="cover"; filename="p/b.md"'], content: 'b' },
    fieldPart('userId', 'ada'),
  )

  for (const body of [before, after]) {
    const upload = await receiveUpload(body, spool)
    expect(upload).toMatchObject({ userId: 'ada', total: 1, refused: [] })
    expect(upload.files).toHaveLength(1)
  }
})

it.each([
  ['two ids', [fieldPart('userId', 'ada'), fieldPart('userId', 'bob')]],
  ['an endless id', [fieldPart('userId', 'a'.repeat(2_000))]],
])('refuses %s', async (_what, parts) => {
  const received = receiveUpload(formOf(filePart('p/a.md', 'a'), ...parts), spool)

  await expect(received).rejects.toHaveProperty('code', 'VALIDATION')
  expect(await left()).toEqual([])
})

it('writes nothing of what is refused by its name', async () => {
  const upload = await receiveUpload(
    formOf(
      filePart('p/node_modules/a/index.js', 'a'),
      filePart('p/.env', 'SECRET=1'),
      filePart('p/../../escape.txt', 'a'),
      filePart('p/logo.png', 'a'),
      filePart('p/empty.md', ''),
    ),
    spool,
  )

  expect(upload.files).toEqual([])
  expect(upload.total).toBe(5)
  expect(upload.refused).toEqual([
    refusal('p/node_modules/a/index.js', 'Dependencies are not read.'),
    refusal('p/.env', 'This looks like a secret.'),
    refusal('p/../../escape.txt', 'The path has a name of dots alone.'),
    refusal('p/logo.png', 'Images are not read.'),
    refusal('p/empty.md', 'The file is empty.'),
  ])
  expect(await left()).toEqual([])
})

it('takes the first of two files of one path', async () => {
  const upload = await receiveUpload(
    formOf(filePart('p/\u00e9.md', 'first'), filePart('p/e\u0301.md', 'second')),
    spool,
  )

  expect(upload.files).toMatchObject([{ path: 'p/\u00e9.md', bytes: 5 }])
  expect(upload.refused).toEqual([
    refusal('p/\u00e9.md', 'The upload has another file of this path.'),
  ])
})

it('does not keep a file that is larger than a file may be', async () => {
  const upload = await receiveUpload(
    formOf(
      filePart('p/large.txt', new Uint8Array(FILE_MAX_BYTES + 1)),
      filePart('p/fits.txt', new Uint8Array(FILE_MAX_BYTES)),
      filePart('p/fits.PDF', new Uint8Array(DOCUMENT_MAX_BYTES)),
      filePart('p/large.docx', new Uint8Array(DOCUMENT_MAX_BYTES + 1)),
    ),
    spool,
  )

  expect(upload.files.map(({ path }) => path)).toEqual(['p/fits.txt', 'p/fits.PDF'])
  expect(upload.refused).toEqual([
    refusal('p/large.txt', 'The file is larger than 2 MB.'),
    refusal('p/large.docx', 'The file is larger than 10 MB.'),
  ])
  // the folder of the upload, and what is kept
  expect(await left()).toHaveLength(3)
})

it('takes 5,000 files and refuses more', async () => {
  // files that are refused by their name count, too, and cost less
  const kept = sized(100, UPLOAD_MAX_FILES)
  const parts = Array.from({ length: UPLOAD_MAX_FILES }, (_, at) => {
    return filePart(`p/${at}.${at < kept ? 'md' : 'png'}`, 'a')
  })

  const upload = await receiveUpload(formOf(...parts), spool)
  expect(upload.files).toHaveLength(kept)
  await upload.dispose()

  const more = Array.from({ length: UPLOAD_MAX_FILES + 1 }, () => filePart('p/more.png'))
  const received = receiveUpload(formOf(...more), spool)
  await expect(received).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'An upload has at most 5000 files.',
  })
  expect(await left()).toEqual([])
})

it('counts parts that are no files of the upload, too', async () => {
  const other = { header: ['Content-Disposition: form-data; name="other"; filename="p/a.md"'] }
  const parts = Array.from({ length: UPLOAD_MAX_FILES + 101 }, () => other)

  const received = receiveUpload(formOf(...parts), spool)

  await expect(received).rejects.toHaveProperty('code', 'TOO_LARGE')
})

it('refuses more than 50 MB, also of files that are not kept, and reads the form to its end', async () => {
  let sent = 0
  function* chunks() {
    const form = rawForm([filePart('p/a.mp4', new Uint8Array(MEGABYTE))])
    for (; sent < 55; sent++) yield form.subarray(0, form.length - 30)
  }

  const received = receiveUpload(bodyOf(chunks()), spool)

  await expect(received).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'An upload has at most 50 MB.',
  })
  expect(sent).toBe(55)
})

it('stops reading a body that never ends', async () => {
  let sent = 0
  function* forever() {
    for (const padding = new Uint8Array(MEGABYTE); ; sent++) yield padding
  }

  const received = receiveUpload(bodyOf(forever()), spool)

  await expect(received).rejects.toHaveProperty('code', 'TOO_LARGE')
  expect(sent).toBeLessThan(64)
})

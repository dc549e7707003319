import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { failingDisk } from '../../../test/failing-disk.ts'
import { AppError } from '../../errors.ts'
import type { UploadBody } from '../ports.ts'
import { removeLeftUploads } from '../retrieval.ts'
import { receiveUpload } from './receive-upload.ts'
import { BOUNDARY, bodyOf, fieldPart, filePart, formOf, rawForm } from './testing/raw-form.ts'

let spool: string

beforeEach(async () => {
  spool = join(await freshFolder(), 'uploads')
})

async function left(): Promise<string[]> {
  return readdir(spool, { recursive: true }).catch(() => [])
}

const form = rawForm([
  filePart('p/a.md', 'text of a\r\n--and more'),
  { header: ['Content-Disposition: form-data'], content: 'nameless' },
  filePart('p/b.png', 'picture'),
  filePart('p/empty.md'),
  fieldPart('userId', 'ada'),
])

/** What comes of a body: a right answer, or a refusal that leaves nothing. */
async function outcome(body: UploadBody): Promise<string> {
  try {
    const upload = await receiveUpload(body, spool)
    const known = new Set(['p/a.md', 'p/b.png', 'p/empty.md', ''])
    const paths = [...upload.files, ...upload.refused].map(({ path }) => path)
    expect(paths.length).toBe(upload.total)
    if (paths.every((path) => known.has(path))) expect(upload.files).toHaveLength(1)
    await upload.dispose()
    return 'received'
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    return failure.code
  } finally {
    expect(await left()).toEqual([])
  }
}

it('refuses a form that breaks off, wherever it does', async () => {
  const end = form.length - '--\r\n'.length
  const outcomes = new Set<string>()

  for (let length = 0; length < end; length += sized(7, 1)) {
    outcomes.add(await outcome(bodyOf([form.subarray(0, length)])))
  }

  expect([...outcomes]).toEqual(['VALIDATION'])
  expect(await outcome(bodyOf([form.subarray(0, end + 2)]))).toBe('received')
})

it('reads a form alike, however it is cut into pieces', async () => {
  for (let at = 1; at < form.length; at += sized(7, 1)) {
    const pieces = [form.subarray(0, at), form.subarray(at)]
    expect(await outcome(bodyOf(pieces))).toBe('received')
  }
  const bytes = Array.from(form, (_byte, at) => form.subarray(at, at + 1))
  expect(await outcome(bodyOf(bytes))).toBe('received')
})

it('answers every form with a byte that is changed, doubled or left out', async () => {
  const counts = new Map<string, number>()
  for (let at = 0; at < form.length; at += sized(5, 1)) {
    const changed = Buffer.from(form)
    changed[at] = [0, 10, 13, 34, 45, 59, 255][at % 7] ?? 0
    const before = form.subarray(0, at)
    for (const body of [
      [changed],
      [before, form.subarray(Math.max(0, at - 1))],
      [before, form.subarray(at + 1)],
    ]) {
      const code = await outcome(bodyOf(body))
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  }

  expect([...counts.keys()].sort()).toEqual(['VALIDATION', 'received'])
})

it.each([
  ['no boundary', 'multipart/form-data'],
  ['an empty boundary', 'multipart/form-data; boundary='],
  ['an endless boundary', `multipart/form-data; boundary=${'a'.repeat(300)}`],
  ['another boundary', 'multipart/form-data; boundary=other'],
  ['no form', 'application/x-www-form-urlencoded'],
  ['a form of another kind', 'multipart/mixed; boundary=x'],
  ['nothing', ''],
])('refuses a body that is announced with %s', async (_what, contentType) => {
  const received = receiveUpload(bodyOf([form], contentType), spool)

  await expect(received).rejects.toHaveProperty('code', 'VALIDATION')
})

it('reads what comes before and after the form as no part of it', async () => {
  const padding = Buffer.alloc(100_000, '\r\n--')

  expect(await outcome(bodyOf([padding, Buffer.from('\r\n'), form, padding, form]))).toBe(
    'received',
  )
})

it('refuses an upload whose sender goes away, and leaves nothing', async () => {
  const { promise: gone, reject: goAway } = Promise.withResolvers<void>()
  const half = rawForm([filePart('p/a.md', 'a'.repeat(100_000))]).subarray(0, 90_000)
  let pulls = 0
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pulls++ > 0) await gone
      controller.enqueue(half)
    },
  })

  const received = receiveUpload(
    { contentType: `multipart/form-data; boundary=${BOUNDARY}`, stream },
    spool,
  )
  goAway(new Error('aborted'))

  await expect(received).rejects.toHaveProperty('code', 'VALIDATION')
  expect(await left()).toEqual([])
})

it('believes no length that a part claims, and no file that has no name', async () => {
  const upload = await receiveUpload(
    formOf(
      {
        header: [
          'Content-Length: 2147483648',
          'Content-Disposition: form-data; name="files"; filename="p/a.md"',
        ],
        content: 'short',
      },
      { header: ['Content-Disposition: form-data; name="files"'], content: 'a field' },
      { header: ['Content-Disposition: form-data; name="files"; filename=""'] },
      { header: ['X-Nothing: 1'], content: 'lost' },
      {
        header: [
          'Content-Disposition: form-data; name="files"; filename="p/b.md"',
          'Content-Transfer-Encoding: base64',
        ],
        content: 'YQ==',
      },
      { header: ['Content-Disposition: form-data; name="files"; filename=""'], content: 'a' },
    ),
    spool,
  )

  expect(upload.total).toBe(4)
  expect(upload.files).toMatchObject([{ path: 'p/a.md', bytes: 5 }])
  expect(upload.refused.map(({ path, reason }) => [path, reason])).toEqual([
    ['', 'The name of the file cannot be read.'],
    ['p/b.md', 'The file is sent as base64, which is not taken.'],
    ['', 'The file has no name.'],
  ])
})

it.each([
  ['open', 'ENOSPC', 'STORE_FULL'],
  ['write', 'EDQUOT', 'STORE_FULL'],
  ['write', 'EIO', 'STORE_READONLY'],
  ['open', 'EROFS', 'STORE_READONLY'],
] as const)('says that the disk fails: %s, %s', async (operation, code, expected) => {
  const disk = failingDisk()
  disk.fail(operation, code, 2)
  const parts = Array.from({ length: 50 }, (_, at) => filePart(`p/${at}.md`, 'text'))

  const received = receiveUpload(formOf(...parts), spool, disk.fs)

  await expect(received).rejects.toHaveProperty('code', expected)
  expect(await left()).toEqual([])
})

it('is content with an upload that the disk does not let it remove', async () => {
  const disk = failingDisk()
  const upload = await receiveUpload(formOf(filePart('p/a.md', 'a')), spool, disk.fs)
  disk.fail('rm', 'EIO')

  await upload.dispose()

  expect(await left()).not.toEqual([])
  await removeLeftUploads(spool)
  expect(await left()).toEqual([])
})

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, posix, win32 } from 'node:path'
import { UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import type { ReceivedUpload } from '../ports.ts'
import { selectReceived } from './process-folder.ts'
import { receiveUpload } from './receive-upload.ts'
import { BOUNDARY, bodyOf } from './testing/raw-form.ts'

const NAMES = sized(UPLOAD_MAX_FILES, 20_000)

const pieces: readonly Buffer[] = [
  ...['..', '../', '/', '\\', '..\\', '.', './', '//', '~', 'C:', 'C:/', '\\\\host\\share\\', ' '],
  ...['a', 'b.md', 'proj/', 'src/', '.ssh/', 'authorized_keys', '.gitignore', '__proto__', '-rf'],
  ...['%2e%2e%2f', '%00', '%22', '..%c0%af', '$(id)', '`id`', '|', ';', '*', '?', '<', "'", '&'],
  ...['CON', 'nul.txt', 'aux/', 'COM1.md', ':stream', '::$DATA', '...', '. ', 'file://', '\u00a0'],
  ...['\0', '\r', '\n', '\r\n', '\t', '\x1b[2J', '\x7f', '"', '\\"', '"; filename="', '\u2028'],
  ...[
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u200b',
    'é',
    'e\u0301',
    '日本',
    '👩‍👩‍👧',
    '\ufffd',
    '／',
    '．．',
  ],
  ...['x'.repeat(300), 'd/'.repeat(40), 'ü'.repeat(600)],
]
  .map((text) => Buffer.from(text))
  .concat(
    // Latin-1, UTF-16, a surrogate, and the long forms of a dot and a slash
    [[0xe9], [0xff, 0xfe, 0x61, 0], [0xed, 0xa0, 0x80], [0xc0, 0xae], [0xc0, 0xaf], [0xf8]].map(
      (bytes) => Buffer.from(bytes),
    ),
  )

function* hostileNames(): Generator<Buffer> {
  const random = seededRandom(20_260)
  yield Buffer.from(`proj/${'d/'.repeat(10_000)}x.txt`)
  for (;;) {
    const count = 1 + Math.floor(random() * 6)
    yield Buffer.concat(
      Array.from({ length: count }, () => {
        const piece = pieces[Math.floor(random() * pieces.length)]
        return piece ?? Buffer.alloc(0)
      }),
    )
  }
}

function formWith(names: readonly Buffer[]): Buffer {
  const parts = names.flatMap((name) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="`),
    name,
    Buffer.from('"\r\n\r\nx\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** What everybody else would make of a path must be the path itself. */
function expectHarmless({ files, refused }: ReceivedUpload): void {
  for (const { path } of files) {
    expect(posix.normalize(path)).toBe(path)
    expect(posix.resolve('/home', path)).toBe(`/home/${path}`)
    expect(win32.resolve('C:\\home', path)).toBe(`C:\\home\\${path.replaceAll('/', '\\')}`)
    expect(path).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\\\ufffd]/u)
    expect(path).toBe(path.normalize('NFC'))
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(1024)
  }
  for (const { path, reason } of refused) {
    expect(path).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(path.length).toBeLessThanOrEqual(1024)
    expect(reason).toMatch(/^[A-Z].*\.$/)
  }
}

it(`writes nothing outside of its folder, whatever ${NAMES} files are called`, async () => {
  const place = await freshFolder()
  const spool = join(place, 'data', 'uploads')
  await mkdir(spool, { recursive: true })
  await writeFile(join(place, 'data', 'users.json'), '[]')
  const before = await readdir(place, { recursive: true })
  const names = hostileNames()
  let kept = 0

  for (let done = 0; done < NAMES; done += UPLOAD_MAX_FILES) {
    const batch = Array.from({ length: UPLOAD_MAX_FILES }, () => names.next().value)
    const upload = await receiveUpload(bodyOf([formWith(batch)]), spool)

    expect(upload.total).toBe(UPLOAD_MAX_FILES)
    expect(upload.files.length + upload.refused.length).toBe(UPLOAD_MAX_FILES)
    expectHarmless(upload)
    const made = (await readdir(place, { recursive: true })).filter(
      (name) => !before.includes(name),
    )
    const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    const own = new RegExp(`^data/uploads/${uuid}(?:/${uuid})?$`)
    expect(made.filter((name) => !own.test(name))).toEqual([])
    expect(made).toHaveLength(upload.files.length + 1)

    const selected = await selectReceived(upload)
    expect(selected.kept.length + selected.refused.length).toBe(UPLOAD_MAX_FILES)
    kept += upload.files.length
    await upload.dispose()
    expect(await readdir(place, { recursive: true })).toEqual(before)
  }

  expect(kept).toBeGreaterThan(NAMES / 40)
}, 120_000)

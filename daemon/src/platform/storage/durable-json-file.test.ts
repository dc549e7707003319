import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { failingDisk } from '../../../test/failing-disk.ts'
import { durableJsonFile } from './durable-json-file.ts'

interface Notes {
  readonly notes: readonly string[]
}

async function notesFile() {
  const folder = await freshFolder()
  const path = join(folder, 'notes.json')
  const disk = failingDisk()
  const reports: string[] = []
  const open = (version = 1) =>
    durableJsonFile<Notes>(path, { version, report: (line) => reports.push(line), fs: disk.fs })
  return { folder, path, disk, reports, open }
}

it('starts with nothing and reads back what was written last', async () => {
  const { open, path } = await notesFile()
  const file = open()
  expect(await file.read()).toBeNull()
  await file.write({ notes: ['a'] })
  await file.write({ notes: ['a', 'ü'] })

  const again = open()

  expect(await again.read()).toEqual({ notes: ['a', 'ü'] })
  expect(JSON.parse(await readFile(path, 'utf8')).rev).toBe(2)
})

it('says that it is missing where other data says that it has been there', async () => {
  const { path, reports } = await notesFile()
  const report = (sentence: string) => void reports.push(sentence)
  for (const isThere of [false, true]) {
    const isExpected = async () => isThere
    const file = durableJsonFile(path, { version: 1, report, isExpected, lost: 'No notes.' })
    expect(await file.read()).toBeNull()
  }

  expect(reports).toEqual([
    expect.stringMatching(/^notes\.json in .* is missing, .* and start again\. No notes\.$/),
  ])
})

it('keeps a second copy as .bak from the first write on, both 0600, and leaves nothing else', async () => {
  const { folder, path, open } = await notesFile()
  for (const notes of [['a'], ['b'], ['c']]) await open().write({ notes })

  expect(await readdir(folder)).toEqual(['notes.json', 'notes.json.bak'])
  expect(await readFile(`${path}.bak`, 'utf8')).toContain('["c"]')
  for (const name of [path, `${path}.bak`]) expect((await stat(name)).mode & 0o777).toBe(0o600)
})

it('synchronises both copies and their folder with each write', async () => {
  const { open, disk } = await notesFile()
  await open().write({ notes: ['a'] })

  expect(disk.count('sync')).toBe(4)
})

it('uses the backup where the file was damaged, keeps the damaged one and says so', async () => {
  const { folder, path, open, reports } = await notesFile()
  await open().write({ notes: ['first'] })
  const file = open()
  await file.read()
  await file.write({ notes: ['second'] })
  await writeFile(path, (await readFile(path, 'utf8')).replace('second', 'sacond'))

  expect(await open().read()).toEqual({ notes: ['second'] })

  expect(reports).toEqual([
    'notes.json was damaged and has been moved to corrupt/; its second copy is used.',
  ])
  expect(await readdir(join(folder, 'corrupt'))).toHaveLength(1)
  expect(await open().read()).toEqual({ notes: ['second'] })
  expect(reports).toHaveLength(1)
})

it('moves a folder in the place of the backup aside, and keeps both copies again', async () => {
  const { folder, path, open } = await notesFile()
  await open().write({ notes: ['a'] })
  await rm(`${path}.bak`)
  await mkdir(`${path}.bak`)

  expect(await open().read()).toEqual({ notes: ['a'] })
  expect(await readdir(folder)).toEqual(['corrupt', 'notes.json', 'notes.json.bak'])
  expect(await readFile(`${path}.bak`)).toEqual(await readFile(path))
})

it('uses the backup where the file is missing', async () => {
  const { path, open, reports } = await notesFile()
  const file = open()
  await file.write({ notes: ['first'] })
  await file.write({ notes: ['second'] })
  await rm(path)

  expect(await open().read()).toEqual({ notes: ['second'] })
  expect(reports.join()).toContain('notes.json was missing')
})

it.each([
  ['empty', ''],
  ['cut', '{"v":1,"rev":1,"sha2'],
  ['not ours', '{"notes":[]}'],
])(
  'refuses a file that is %s where there is no backup, says what to do and keeps it',
  async (_, text) => {
    const { folder, path, open } = await notesFile()
    await writeFile(path, text)

    await expect(open().read()).rejects.toMatchObject({
      code: 'INTERNAL',
      message: `notes.json in ${folder} is damaged, and there is no second copy of it. Put a copy that you have kept in its place, or move the damaged one out of the folder and start again.`,
    })
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['notes.json'])
  },
)

it('refuses a newer schema version and leaves the file untouched', async () => {
  const { folder, path, open } = await notesFile()
  await open(2).write({ notes: ['from the future'] })
  const before = await readFile(path)

  await expect(open(1).read()).rejects.toMatchObject({
    code: 'STORE_NEWER',
    message: expect.stringContaining('notes.json was written by a newer version'),
  })
  expect((await readFile(path)).equals(before)).toBe(true)
  expect(await readdir(folder)).toEqual(['notes.json', 'notes.json.bak'])
})

it.each([
  ['write', 'ENOSPC', 'STORE_FULL', "The server's disk is full."],
  ['write', 'EDQUOT', 'STORE_FULL', "The server's disk is full."],
  ['sync', 'EIO', 'STORE_READONLY', 'The server cannot store data.'],
  ['open', 'EROFS', 'STORE_READONLY', 'The server cannot store data.'],
  ['rename', 'EACCES', 'STORE_READONLY', 'The server cannot store data.'],
] as const)(
  'keeps the old file when %s fails with %s',
  async (operation, code, expected, sentence) => {
    const { folder, open, disk } = await notesFile()
    const file = open()
    await file.write({ notes: ['old'] })
    disk.fail(operation, code)

    await expect(file.write({ notes: ['new'] })).rejects.toMatchObject({
      code: expected,
      message: sentence,
    })

    disk.heal()
    expect(await open().read()).toEqual({ notes: ['old'] })
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await file.write({ notes: ['newer'] })
    expect(await open().read()).toEqual({ notes: ['newer'] })
  },
)

it('removes what an interrupted write left behind', async () => {
  const { folder, open } = await notesFile()
  await open().write({ notes: ['a'] })
  await writeFile(join(folder, '.notes.json.1234.tmp'), 'half')

  await open().read()

  expect(await readdir(folder)).toEqual(['notes.json', 'notes.json.bak'])
})

it.each([
  ['open', 0],
  ['write', 0],
  ['sync', 0],
  ['sync', 1],
  ['rename', 0],
] as const)(
  'leaves nothing where the first write of all fails at %s %i',
  async (operation, after) => {
    const { folder, open, disk } = await notesFile()
    disk.fail(operation, 'EIO', after)

    await expect(open().write({ notes: ['a'] })).rejects.toMatchObject({ code: 'STORE_READONLY' })

    expect(await readdir(folder)).toEqual([])
  },
)

it.each([0, 1])('leaves no temporary file where rename %i fails', async (after) => {
  const { folder, open, disk } = await notesFile()
  const file = open()
  await file.write({ notes: ['a'] })
  await file.write({ notes: ['b'] })
  disk.fail('rename', 'EIO', after)

  await expect(file.write({ notes: ['c'] })).rejects.toMatchObject({ code: 'STORE_READONLY' })

  expect(await readdir(folder)).toEqual(['notes.json', 'notes.json.bak'])
  disk.heal()
  await file.write({ notes: ['c'] })
  expect(await readdir(folder)).toEqual(['notes.json', 'notes.json.bak'])
})

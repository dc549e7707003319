import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { failingDisk } from '../../../test/failing-disk.ts'
import { diskFileSystem } from '../storage/file-system.ts'
import { OpenFiles } from '../storage/open-files.ts'
import { FileLog } from './file-log.ts'
import { openFileLogs } from './file-logs.ts'
import { LogRewritten, type Place } from './record-log.ts'

const Note = z.object({ text: z.string() })
type Note = z.infer<typeof Note>
const Head = z.object({ of: z.string() })

async function notes() {
  const folder = await freshFolder()
  const disk = failingDisk()
  const reports: string[] = []
  const files = new OpenFiles(disk.fs)
  onTestFinished(() => files.closeAll())
  const path = join(folder, 'notes.jsonl')
  const report = (line: string) => void reports.push(line)
  const open = (version = 1) =>
    new FileLog({ path, files, version, row: Note, head: Head, report }).about({ of: 'tests' })
  return { folder, path, disk, reports, open, corrupt: join(folder, 'corrupt') }
}

function note(text: string): Note {
  return { text }
}

async function texts(log: FileLog<Note, { of: string }>): Promise<string[]> {
  return (await log.rows()).map(({ text }) => text)
}

async function behind(log: FileLog<Note, { of: string }>, place: Place): Promise<Note[]> {
  const notes: Note[] = []
  for await (const { items } of log.slices(place)) notes.push(...items)
  return notes
}

/** Changes one character of a file. */
async function flip(path: string, at: number) {
  const bytes = await readFile(path)
  bytes[at] = bytes[at] === 120 ? 121 : 120
  await writeFile(path, bytes)
}

it('gives back what was appended, to another process too', async () => {
  const { open } = await notes()
  const log = open()
  await log.append([note('one'), note('two')])
  await log.append([note('three')])

  expect(await texts(log)).toEqual(['one', 'two', 'three'])
  const other = open()
  expect(await texts(other)).toEqual(['one', 'two', 'three'])
  expect(await other.head()).toEqual({ of: 'tests' })
  expect((await other.texts()).map(String)).toEqual([
    '{"text":"one"}',
    '{"text":"two"}',
    '{"text":"three"}',
  ])
})

it('tells where records stand, so that reading goes on there', async () => {
  const { open } = await notes()
  const log = open()
  expect(await log.end()).toBeNull()
  const { from, end } = await log.append([note('one')])
  const later = await log.append([note('two')])

  expect(from).toBeNull()
  expect(later.from).toEqual(end)
  expect(await behind(open(), end)).toEqual([note('two')])
  expect(await open().end()).toEqual(later.end)
})

it('stores appends that wait together with one synchronisation', async () => {
  const { open, disk } = await notes()
  const log = open()
  await log.append([note('first')])
  const before = disk.count('datasync')
  const ends = await Promise.all(['a', 'b', 'c'].map((text) => log.append([note(text)])))

  expect(disk.count('datasync') - before).toBeLessThanOrEqual(2)
  expect(ends[1]?.from).toEqual(ends[0]?.end)
  expect(await texts(open())).toEqual(['first', 'a', 'b', 'c'])
})

it('cuts off an unfinished line and says so', async () => {
  const { open, path, reports } = await notes()
  await open().append([note('one'), note('two')])
  await truncate(path, (await stat(path)).size - 3)

  const log = open()
  expect(await texts(log)).toEqual(['one'])
  await log.append([note('three')])
  expect(await texts(open())).toEqual(['one', 'three'])
  expect(reports).toEqual(['notes.jsonl ended in an unfinished line, which was cut off.'])
})

it('keeps a damaged line aside, names its place, and reads on', async () => {
  const { open, path, reports, corrupt } = await notes()
  const log = open()
  const { end } = await log.append([note('one'), note('twxo'), note('three')])
  await flip(path, (await readFile(path)).indexOf('twxo') + 2)

  expect(await texts(open())).toEqual(['one', 'three'])
  expect(reports).toEqual(['notes.jsonl held a damaged line (3), kept in corrupt/ from now on.'])
  expect(await readdir(corrupt)).toHaveLength(1)
  await expect(behind(open(), end)).rejects.toBeInstanceOf(LogRewritten)
})

it('makes a damaged first line again where it is known what the log is about', async () => {
  const { open, path, reports } = await notes()
  await open().append([note('one')])
  await flip(path, 30)

  expect(await texts(open())).toEqual(['one'])
  expect(await open().head()).toEqual({ of: 'tests' })
  expect(reports).toHaveLength(1)
})

it('keeps aside what is no log at all, and begins anew', async () => {
  const { open, path, reports, corrupt } = await notes()
  await open().append([note('one')])
  const { size } = await stat(path)
  await writeFile(path, Buffer.alloc(size))

  const log = open()
  expect(await log.end()).toBeNull()
  await log.append([note('two')])
  expect(await texts(open())).toEqual(['two'])
  expect(reports).toEqual(['notes.jsonl is no readable log and has been moved to corrupt/.'])
  expect(await readdir(corrupt)).toHaveLength(1)
})

it('leaves a file of a newer version untouched', async () => {
  const { open, path } = await notes()
  await open(2).append([note('one')])
  const before = await readFile(path)

  await expect(open().rows()).rejects.toMatchObject({ code: 'STORE_NEWER' })
  await expect(open().append([note('two')])).rejects.toMatchObject({ code: 'STORE_NEWER' })
  expect(await readFile(path)).toEqual(before)
})

it('takes back what it could not store, and goes on once there is room', async () => {
  const { open, disk } = await notes()
  const log = open()
  await log.append([note('one')])
  disk.fail('datasync', 'ENOSPC')
  await expect(log.append([note('lost')])).rejects.toMatchObject({ code: 'STORE_FULL' })
  disk.heal()

  await log.append([note('two')])
  expect(await texts(log)).toEqual(['one', 'two'])
  expect(await texts(open())).toEqual(['one', 'two'])
})

it('leaves nothing of what a rewrite has left out, in a new edition', async () => {
  const { open, path } = await notes()
  const log = open()
  const { end } = await log.append([note('secret'), note('kept')])
  const { end: place } = await log.rewrite([note('kept')])
  await log.append([note('more')])

  expect(place.edition).not.toBe(end.edition)
  expect(await readFile(path, 'utf8')).not.toContain('secret')
  expect(await texts(open())).toEqual(['kept', 'more'])
  await expect(behind(log, end)).rejects.toBeInstanceOf(LogRewritten)
})

it('keeps of a log what counts, and what comes meanwhile', async () => {
  const { open, path } = await notes()
  const log = open()
  await log.append(['old', 'kept', 'old', 'new'].map(note))
  const more: Promise<unknown>[] = []
  const latest = () => {
    const all = new Map<string, number>()
    return {
      see({ text }: Note, at: number) {
        all.set(text, at)
        if (text === 'new' && more.length < 2) more.push(log.append([note('new'), note('more')]))
      },
      counting: () => all.values(),
    }
  }
  const { from, end, records } = await log.compact(latest)
  await Promise.all(more)

  expect(records).toBe(4)
  expect(from?.edition).not.toBe(end.edition)
  expect(await log.end()).toEqual(end)
  expect(await texts(open())).toEqual(['kept', 'old', 'new', 'more'])
  expect((await stat(path)).size).toBe(end.end)
})

it('leaves no empty file of a log that a kill has kept from beginning', async () => {
  const { open, path, folder } = await notes()
  await writeFile(path, '')

  expect(await open().end()).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

it('moves a folder in its place aside, and says so', async () => {
  const { open, path, reports, corrupt } = await notes()
  await mkdir(path)
  const log = open()

  expect(await log.end()).toBeNull()
  await log.append([note('one')])
  expect(await texts(open())).toEqual(['one'])
  expect(reports).toEqual(['notes.jsonl was a folder, which has been moved to corrupt/.'])
  expect(await readdir(corrupt)).toHaveLength(1)
})

it('is gone once it is removed, and takes no more', async () => {
  const { open, folder } = await notes()
  const log = open()
  await log.append([note('one')])
  await log.remove()

  expect(await readdir(folder)).toEqual([])
  expect([await log.rows(), await log.end()]).toEqual([[], null])
  await expect(log.append([note('two')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('reads lines that are longer than what it reads at a time', async () => {
  const { open } = await notes()
  const long = 'x'.repeat(700_000)
  await open().append([note(long), note('end')])
  expect(await texts(open())).toEqual([long, 'end'])
})

it('leaves out a log that goes while others are looked at', async () => {
  const { open, folder } = await notes()
  const { end } = await open().append([note('one')])
  const readdir = async () => ['gone.jsonl', 'notes.jsonl']
  const files = new OpenFiles({ ...diskFileSystem, readdir: readdir as never })
  onTestFinished(() => files.closeAll())
  const logs = await openFileLogs({ folder, files, version: 1, row: Note, head: Head, report() {} })

  expect(await logs.ends()).toEqual(new Map([['notes', end.end]]))
})

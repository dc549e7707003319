import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { failingDisk } from '../../../test/failing-disk.ts'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { createLow } from './create-low.ts'
import { type Journal, type JournalData, journalFile } from './journal.ts'
import { OpenFiles } from './open-files.ts'

const Note = z.object({ text: z.string() })
type Note = z.infer<typeof Note>

async function notesJournal(limit = 64) {
  const folder = await freshFolder()
  const disk = failingDisk()
  const reports: string[] = []
  const files = new OpenFiles(disk.fs, limit)
  onTestFinished(() => files.closeAll())
  const open = (name = 'notes.jsonl') => {
    const report = (line: string) => void reports.push(line)
    const path = join(folder, name)
    return journalFile({ path, files, header: { v: 1 }, message: Note, report })
  }
  return { folder, path: join(folder, 'notes.jsonl'), disk, files, reports, open }
}

function lowOver(journal: Journal<Note>) {
  return createLow<JournalData<Note>>(journal, { messages: [] })
}

async function texts(journal: Journal<Note>): Promise<readonly string[]> {
  return ((await journal.read())?.messages ?? []).map(({ text }) => text)
}

it('keeps the form of lowdb: push, write, read', async () => {
  const { open, path } = await notesJournal()
  const db = lowOver(open())
  db.data.messages.push({ text: 'one' })
  await db.write()
  db.data.messages.push({ text: 'two' }, { text: 'three' })
  await db.write()

  expect(await texts(open())).toEqual(['one', 'two', 'three'])
  expect(await readFile(path, 'utf8')).toBe(
    '{"v":1}\n{"text":"one"}\n{"text":"two"}\n{"text":"three"}\n',
  )
})

it('goes on after a read where it was', async () => {
  const { open } = await notesJournal()
  const first = lowOver(open())
  first.data.messages.push({ text: 'one' })
  await first.write()
  const second = lowOver(open())
  await second.read()
  second.data.messages.push({ text: 'two' })
  await second.write()

  expect(await texts(open())).toEqual(['one', 'two'])
})

it('synchronises appends that wait together at once', async () => {
  const { open, disk } = await notesJournal()
  const db = lowOver(open())

  await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      db.data.messages.push({ text: String(n) })
      return db.write()
    }),
  )

  expect(await texts(open())).toHaveLength(100)
  expect([1, 2]).toContain(disk.count('datasync'))
})

it('gives all messages as JSON without parsing them', async () => {
  const { open } = await notesJournal()
  const journal = open()
  expect(Buffer.from(await journal.json()).toString()).toBe('[]')
  const db = lowOver(journal)
  db.data.messages.push({ text: 'a\nb' }, { text: 'ü "]' })
  await db.write()

  expect(JSON.parse(Buffer.from(await journal.json()).toString())).toEqual(db.data.messages)
})

it.each([
  ['write', 'ENOSPC', 'STORE_FULL'],
  ['datasync', 'EIO', 'STORE_READONLY'],
] as const)(
  'forgets a message whose %s fails and goes on with the next',
  async (operation, code, expected) => {
    const { open, disk, path } = await notesJournal()
    const db = lowOver(open())
    db.data.messages.push({ text: 'kept' })
    await db.write()
    disk.fail(operation, code)
    db.data.messages.push({ text: 'lost' })

    await expect(db.write()).rejects.toMatchObject({ code: expected })
    expect(db.data.messages).toEqual([{ text: 'kept' }])
    disk.heal()
    db.data.messages.push({ text: 'next' })
    await db.write()

    expect(await readFile(path, 'utf8')).toBe('{"v":1}\n{"text":"kept"}\n{"text":"next"}\n')
  },
)

it('appends nothing before the rest of a failed append could be cut off', async () => {
  const { open, disk, path } = await notesJournal()
  const db = lowOver(open())
  db.data.messages.push({ text: 'kept' })
  await db.write()
  disk.fail('write', 'ENOSPC')
  disk.fail('truncate', 'EIO')
  db.data.messages.push({ text: 'lost' })
  await expect(db.write()).rejects.toMatchObject({ code: 'STORE_FULL' })
  disk.heal()
  disk.fail('truncate', 'EIO')
  db.data.messages.push({ text: 'also lost' })
  await expect(db.write()).rejects.toMatchObject({ code: 'STORE_READONLY' })
  disk.heal()
  db.data.messages.push({ text: 'next' })
  await db.write()

  expect(await readFile(path, 'utf8')).toBe('{"v":1}\n{"text":"kept"}\n{"text":"next"}\n')
})

it('leaves no file where the first append failed', async () => {
  const { open, disk, folder } = await notesJournal()
  const db = lowOver(open())
  disk.fail('write', 'ENOSPC')
  db.data.messages.push({ text: 'lost' })

  await expect(db.write()).rejects.toMatchObject({ code: 'STORE_FULL' })

  expect(await readdir(folder)).toEqual([])
})

it('cuts off a torn last line before appending to a journal that was never read', async () => {
  const { open, path, reports } = await notesJournal()
  const db = lowOver(open())
  db.data.messages.push({ text: 'one' })
  await db.write()
  await appendFile(path, '{"text":"to')
  const again = lowOver(open())
  again.data.messages.push({ text: 'two' })
  await again.write()

  expect(await texts(open())).toEqual(['one', 'two'])
  expect(reports).toEqual(['notes.jsonl ended in an unfinished line, which was cut off.'])
})

it('keeps no more descriptors open than it may', async () => {
  const { open, files } = await notesJournal(4)
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 10; n++) {
      const db = lowOver(open(`n${n}.jsonl`))
      db.data.messages.push({ text: String(round) })
      await db.write()
    }
  }

  expect(files.size).toBe(4)
  expect(await texts(open('n0.jsonl'))).toEqual(['0', '1'])
  await files.closeAll()
  expect(files.size).toBe(0)
})

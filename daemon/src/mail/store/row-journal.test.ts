import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { failingDisk } from '../../../test/failing-disk.ts'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { OpenFiles } from '../../platform/storage/open-files.ts'
import { RowJournal } from './row-journal.ts'

const Row = z.object({ id: z.string(), value: z.number() })
type Row = z.infer<typeof Row>

async function journalOnDisk() {
  const path = join(await freshFolder(), 'rows.jsonl')
  const disk = failingDisk()
  const reports: string[] = []
  const files = new OpenFiles(disk.fs)
  onTestFinished(() => files.closeAll())
  const report = (sentence: string) => void reports.push(sentence)
  return { path, disk, reports, open: () => new RowJournal({ path, files, row: Row, report }) }
}

const nothing = () => {}

it('gives back its rows in order, after a restart too', async () => {
  const { open } = await journalOnDisk()
  const journal = open()
  await journal.append([{ id: 'a', value: 1 }], nothing)
  await Promise.all([
    journal.append([{ id: 'b', value: 2 }], nothing),
    journal.append([{ id: 'a', value: 3 }], nothing),
  ])

  expect((await open().read()).map(({ value }) => value)).toEqual([1, 2, 3])
  expect(journal.size).toBe(3)
})

it('applies what it has stored, and nothing that it could not store', async () => {
  const { open, disk } = await journalOnDisk()
  const journal = open()
  const applied: string[] = []
  await journal.append([{ id: 'a', value: 1 }], () => applied.push('a'))
  disk.fail('write', 'ENOSPC')
  const full = journal.append([{ id: 'b', value: 2 }], () => applied.push('b'))
  await expect(full).rejects.toMatchObject({ code: 'STORE_FULL' })
  disk.heal()

  await journal.append([{ id: 'c', value: 3 }], () => applied.push('c'))

  expect(applied).toEqual(['a', 'c'])
  expect((await open().read()).map(({ id }) => id)).toEqual(['a', 'c'])
})

it('keeps only what counts when it is compacted, and loses nothing that is appended meanwhile', async () => {
  const { open } = await journalOnDisk()
  const journal = open()
  const live = new Map<string, Row>()
  const put = (row: Row) => journal.append([row], () => void live.set(row.id, row))
  for (let value = 0; value < 20; value++) await put({ id: String(value % 2), value })

  await Promise.all([
    put({ id: 'before', value: 1 }),
    journal.compact(() => [...live.values()]),
    put({ id: 'after', value: 2 }),
  ])

  const rows = await open().read()
  expect(new Map(rows.map((row) => [row.id, row]))).toEqual(live)
  expect(rows).toHaveLength(4)
})

it('goes on after a compaction that failed', async () => {
  const { open, disk } = await journalOnDisk()
  const journal = open()
  await journal.append([{ id: 'a', value: 1 }], nothing)
  disk.fail('rename', 'ENOSPC')
  await expect(journal.compact(() => [])).rejects.toThrow()
  disk.heal()

  await journal.append([{ id: 'b', value: 2 }], nothing)

  expect((await open().read()).map(({ id }) => id)).toEqual(['a', 'b'])
})

it('cuts off what a crash has left and sets aside what is damaged', async () => {
  const { open, path, reports } = await journalOnDisk()
  await open().append([{ id: 'a', value: 1 }], nothing)
  await appendFile(path, '{"id":"b"}\n{"id":"c","value":3}\n{"id":"d","va')

  expect((await open().read()).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(reports).toHaveLength(2)
  expect(await readFile(path, 'utf8')).not.toContain('"d"')
})

it('leaves the file of a newer version alone', async () => {
  const { open, path } = await journalOnDisk()
  await writeFile(path, '{"v":2}\n{"other":1}\n')

  await expect(open().read()).rejects.toMatchObject({ code: 'STORE_NEWER' })
  expect(await readFile(path, 'utf8')).toBe('{"v":2}\n{"other":1}\n')
})

import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { failingDisk } from '../../../test/failing-disk.ts'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { OpenFiles } from '../../platform/storage/open-files.ts'
import { ChatIndex } from './chat-index.ts'
import { ChatIndexFile } from './chat-index-file.ts'
import { emptyChat, type IndexedChat } from './chat-index-row.ts'

function chat(n: number, title: string | null = null): IndexedChat {
  const fileId = String(n).padStart(32, '0')
  return { ...emptyChat('ada', `ada_${n}`, fileId, new Date(n * 1000).toISOString()), title }
}

async function indexFolder() {
  const [folder, disk] = [await freshFolder(), failingDisk()]
  const files = new OpenFiles(disk.fs)
  onTestFinished(() => files.closeAll())
  const open = async () => {
    const [index, reports] = [new ChatIndex(), [] as string[]]
    const file = new ChatIndexFile({ folder, index, files, report: (line) => reports.push(line) })
    const isBehind = await file.read()
    const put = async (entry: IndexedChat) => {
      index.set(entry)
      await file.store(entry)
    }
    return { index, file, reports, isBehind, put }
  }
  return { folder, disk, open, log: join(folder, 'index.log') }
}

it('reads back entries, titles and removals from snapshot and log', async () => {
  const { open } = await indexFolder()
  const first = await open()
  for (const n of [1, 2, 3]) await first.put(chat(n))
  await first.file.fold()
  await first.put(chat(2, 'Two'))
  first.index.delete('ada', 'ada_1')
  await first.file.drop([chat(1)])

  const { index, isBehind, reports } = await open()

  expect([...index.of('ada')]).toEqual([chat(3), chat(2, 'Two')])
  expect([isBehind, reports]).toEqual([false, []])
})

it('starts a new log with each fold, so that what start reads stays small', async () => {
  const { open, log, folder } = await indexFolder()
  const { file, put } = await open()
  await put(chat(1))
  await file.fold()
  await put(chat(2))
  await file.fold()
  await file.fold()

  expect((await readdir(folder)).sort()).toEqual(['index.json', 'index.json.bak', 'index.log.bak'])
  await put(chat(3))
  expect((await readFile(log, 'utf8')).split('\n')).toHaveLength(3)
  expect([...(await open()).index.of('ada')]).toHaveLength(3)
})

it('folds by itself once the log has passed 1 MB', async () => {
  const { open, log } = await indexFolder()
  const { file, put } = await open()
  const long = { ...chat(1), preview: 'x'.repeat(100_000) }
  for (let n = 0; n < 11; n++) await put(long)
  await file.settled()
  await put(chat(2))

  expect((await stat(log)).size).toBeLessThan(10_000)
  expect([...(await open()).index.of('ada')]).toHaveLength(2)
})

it('loses no title where the snapshot of a fold could not be written', async () => {
  const { open, disk } = await indexFolder()
  const { file, put } = await open()
  await put(chat(1, 'One'))
  await file.fold()
  await put(chat(2, 'Two'))
  disk.fail('sync', 'EIO')
  await expect(file.fold()).rejects.toMatchObject({ code: 'STORE_READONLY' })
  disk.heal()
  await put(chat(3, 'Three'))

  const crashed = await open()
  expect([...crashed.index.of('ada')].map(({ title }) => title)).toEqual(['Three', 'Two', 'One'])
  await crashed.file.fold()
  expect([...(await open()).index.of('ada')]).toHaveLength(3)
})

it('loses no title where the newest snapshot is damaged', async () => {
  const { open, folder } = await indexFolder()
  const { file, put } = await open()
  await put(chat(1, 'One'))
  await file.fold()
  await put(chat(2, 'Two'))
  await file.fold()
  await put(chat(3, 'Three'))
  await writeFile(join(folder, 'index.json'), 'damaged')

  const { index, reports } = await open()

  expect([...index.of('ada')].map(({ title }) => title)).toEqual(['Three', 'Two', 'One'])
  expect(reports.join()).toContain('index.json was damaged')
})

it('says that the chat files have to be asked where a part of it is missing or damaged', async () => {
  const { open, folder, log } = await indexFolder()
  const first = await open()
  await first.put(chat(1))
  await first.file.fold()
  await first.put(chat(2))
  expect((await open()).isBehind).toBe(false)

  await appendFile(log, 'no JSON\n')
  expect(await open()).toMatchObject({ isBehind: true, reports: [expect.any(String)] })
  await rm(join(folder, 'index.json'))
  expect((await open()).isBehind).toBe(true)
})

it('never lets an entry that was noted undo a title that is being stored', async () => {
  const { open } = await indexFolder()
  const { file, index } = await open()
  index.set(chat(1))
  const storing = file.store(chat(1, 'Title'))
  file.note(chat(1))
  await Promise.all([storing, file.flush()])
  await file.flush()

  expect((await open()).index.get('ada', 'ada_1')?.title).toBe('Title')
})

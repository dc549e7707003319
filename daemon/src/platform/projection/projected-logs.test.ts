import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { openFileLogs } from '../records/file-logs.ts'
import type { Projection } from '../records/record-log.ts'
import { diskFileSystem, type FileSystem } from '../storage/file-system.ts'
import { OpenFiles } from '../storage/open-files.ts'
import { IndexDatabase } from './index-database.ts'
import { ProjectedLogs } from './projected-logs.ts'

const Note = z.object({ text: z.string() })
type Note = z.infer<typeof Note>
const Head = z.object({ of: z.string() })
type Head = z.infer<typeof Head>

const notes: Projection<Note, Head> = {
  name: 'notes',
  version: 1,
  tables: 'create table notes_texts (log text, owner text, text text)',
  apply: (tables, { text }, { log, head }) =>
    tables.run('insert into notes_texts values (?, ?, ?)', log, head.of, text),
  forget: (tables, log) => tables.run('delete from notes_texts where log = ?', log),
}

/** A data folder that is opened again and again, as by one process after the other. */
async function dataFolder() {
  const folder = await freshFolder()
  const index = join(folder, 'index.db')
  const logFolder = join(folder, 'notes')
  const reports: string[] = []
  const losses: string[] = []
  const open = async (projection = notes, fs = diskFileSystem) => {
    const files = new OpenFiles(fs)
    const report = (sentence: string) => void reports.push(sentence)
    const options = { folder: logFolder, files, version: 1, row: Note, head: Head, report }
    const database = new IndexDatabase(index)
    const logs = new ProjectedLogs({
      logs: await openFileLogs(options),
      projection,
      database,
      report,
      onLoss: (log) => void losses.push(log),
    })
    const close = async () => {
      const isComplete = await logs.settled()
      database.close(isComplete)
      await files.closeAll()
    }
    onTestFinished(async () => {
      await close().catch(() => {})
    })
    const add = (log: string, ...texts: string[]) =>
      logs.append(
        log,
        { of: `owner of ${log}` },
        texts.map((text) => ({ text })),
      )
    const texts = () =>
      logs.query((tables) =>
        tables
          .all('select owner, text from notes_texts order by owner, rowid')
          .map(({ owner, text }) => `${owner}: ${text}`),
      )
    return { logs, database, add, texts, close }
  }
  return { folder, index, logFolder, reports, losses, open }
}

it('finds what was appended at once, and after the next start', async () => {
  const { open } = await dataFolder()
  const first = await open()
  await Promise.all([first.add('a', 'one', 'two'), first.add('b', 'three')])
  const found = ['owner of a: one', 'owner of a: two', 'owner of b: three']
  expect(await first.texts()).toEqual(found)
  await first.close()

  const second = await open()
  expect(second.database.isAsLeft).toBe(true)
  expect(await second.texts()).toEqual(found)
})

it('keeps its file for the owner alone', async () => {
  const { open, index } = await dataFolder()
  await (await open()).add('a', 'one')
  for (const end of ['', '-wal']) expect((await stat(index + end)).mode & 0o777).toBe(0o600)
})

it('reads what it missed when it was killed before it could note it', async () => {
  const { open, logFolder } = await dataFolder()
  const first = await open()
  await first.add('a', 'one')
  await first.close()
  const second = await open()
  // no index hears of these
  const files = new OpenFiles()
  const options = { folder: logFolder, files, version: 1, row: Note, head: Head }
  const other = await openFileLogs({ ...options, report: () => {} })
  await other.use('a', null, (log) => log.append([{ text: 'two' }]))
  await other.use('c', { of: 'owner of c' }, (log) => log.append([{ text: 'three' }]))
  await files.closeAll()
  second.database.close(false)

  const third = await open()
  expect(await third.texts()).toEqual(['owner of a: one', 'owner of a: two', 'owner of c: three'])
})

it.each([
  ['missing', (path: string) => rm(path)],
  ['cut short', (path: string) => truncate(path, 3000)],
  ['no database', (path: string) => writeFile(path, 'nothing of the kind')],
  ['changed in one letter', changeLetter],
])('is made again where its file is %s', async (_what, damage) => {
  const { open, index } = await dataFolder()
  const first = await open()
  await first.add('a', 'needle in a text')
  await first.close()
  await damage(index)

  expect(await (await open()).texts()).toEqual(['owner of a: needle in a text'])
})

async function changeLetter(path: string) {
  const bytes = await readFile(path)
  bytes.write('x', bytes.indexOf('needle'))
  await writeFile(path, bytes)
}

it('is made again for tables of another version', async () => {
  const { open } = await dataFolder()
  const first = await open()
  await first.add('a', 'one')
  await first.close()

  const shouted = await open({
    ...notes,
    version: 2,
    apply: (tables, { text }, origin) => notes.apply(tables, { text: text.toUpperCase() }, origin),
  })
  expect(await shouted.texts()).toEqual(['owner of a: ONE'])
})

it('looks at the logs a while after the start where the index is as it was left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { open, logFolder, reports } = await dataFolder()
  const first = await open()
  await first.add('a', 'one')
  await first.close()
  await rm(join(logFolder, 'a.jsonl'))

  const second = await open()
  expect(await second.texts()).toEqual(['owner of a: one'])
  vi.advanceTimersByTime(1000)
  await second.logs.settled({ isUrgent: false })
  expect(await second.texts()).toEqual([])
  expect(reports).toHaveLength(1)
})

it('follows a log that has lost its end or is gone, and says so', async () => {
  const { open, logFolder, losses, reports } = await dataFolder()
  const first = await open()
  await first.add('a', 'one')
  await first.add('a', 'two')
  await first.add('b', 'three')
  await first.close()
  const path = join(logFolder, 'a.jsonl')
  const bytes = await readFile(path)
  await truncate(path, bytes.indexOf('two') - 10)
  await rm(join(logFolder, 'b.jsonl'))

  const second = await open()
  await second.texts()
  await second.logs.settled()
  expect(await second.texts()).toEqual(['owner of a: one'])
  expect(losses.sort()).toEqual(['a', 'b'])
  expect(reports.join('\n')).toContain('a has lost its end')
  expect(reports.join('\n')).toContain('b is missing')
})

it.each(['looked at', 'read', 'appended to'])(
  'finds no more of a log than is left of it, once it is %s, and says what is lost',
  async (how) => {
    const { open, logFolder, losses, reports } = await dataFolder()
    const first = await open()
    await first.add('a', 'one')
    await first.close()
    const path = join(logFolder, 'a.jsonl')
    await writeFile(path, Buffer.alloc((await stat(path)).size))

    const second = await open()
    expect(await second.texts()).toEqual(['owner of a: one'])
    const head = { of: 'owner of a' }
    if (how === 'looked at') await second.logs.look('a', head)
    else if (how === 'read') await second.logs.rows('a', head)
    else await second.add('a', 'two')
    expect(await second.texts()).toEqual(how === 'appended to' ? ['owner of a: two'] : [])
    expect(losses).toEqual(['a'])
    expect(reports).toEqual([
      'a.jsonl is no readable log and has been moved to corrupt/.',
      'notes: a is missing, and what stood in it is lost.',
    ])
  },
)

it('undoes what failed alone, and puts the rest on the disk a moment later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { open, index } = await dataFolder()
  const { add, texts, database } = await open()
  await add('a', 'kept')
  const failing = () => {
    database.run("insert into notes_texts values ('a', 'x', 'undone')")
    throw new Error('planted')
  }
  expect(() => database.inOneGo(failing)).toThrow('planted')
  expect(await texts()).toEqual(['owner of a: kept'])
  expect(await readFile(`${index}-wal`, 'latin1')).not.toContain('kept')

  vi.advanceTimersByTime(200)
  expect(await readFile(`${index}-wal`, 'latin1')).toContain('kept')
})

it('notices a damaged record that it meets while it is made again', async () => {
  const { open, index, logFolder, losses } = await dataFolder()
  const first = await open()
  await first.add('a', 'one', 'two')
  await first.close()
  const path = join(logFolder, 'a.jsonl')
  await writeFile(path, (await readFile(path, 'utf8')).replace('two', 'twx'))
  await rm(index)

  const second = await open()
  expect(await second.texts()).toEqual(['owner of a: one'])
  expect(losses).toEqual(['a'])
})

it('leaves nothing in the index of what was taken out before a rewrite', async () => {
  const { open, folder } = await dataFolder()
  const { logs, add } = await open()
  await add('a', 'a secret that nobody may find again', 'kept')
  await logs.query((tables) => tables.run('delete from notes_texts where text glob ?', '*secret*'))
  await logs.rewrite('a', { of: 'owner of a' }, [{ text: 'kept' }])

  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /^index|jsonl$/.test(name))
  for (const name of files)
    expect(await readFile(join(folder, name), 'latin1')).not.toContain('secret')
  expect(files.length).toBeGreaterThan(1)
})

it('says of a log that a newer version has written, and of no other', async () => {
  const { open, logFolder } = await dataFolder()
  const { logs, add } = await open()
  await add('a', 'one')
  await logs.look('a', { of: 'owner of a' })
  await logs.look('none', { of: 'nobody' })
  expect(await readdir(logFolder)).toEqual(['a.jsonl'])

  await writeFile(join(logFolder, 'b.jsonl'), '{"v":2,"edition":"x","head":{}}\n')
  await expect(logs.look('b', { of: 'b' })).rejects.toMatchObject({ code: 'STORE_NEWER' })
})

it('leaves nothing of a log that was removed', async () => {
  const { open, folder, logFolder } = await dataFolder()
  const first = await open()
  await first.add('a', 'a secret that nobody may find again')
  await first.add('b', 'kept')
  await first.logs.remove(['a'])
  expect(await first.texts()).toEqual(['owner of b: kept'])

  expect(await readdir(logFolder)).toEqual(['b.jsonl'])
  for (const name of (await readdir(folder)).filter((each) => each.startsWith('index')))
    expect(await readFile(join(folder, name), 'latin1')).not.toContain('secret')
})

it('wipes nothing for a removal where the tables say nothing of the records', async () => {
  const { open, folder } = await dataFolder()
  const { logs, add } = await open({ ...notes, isBare: true })
  await add('a', 'one')
  const before = await readFile(join(folder, 'index.db'))
  await logs.remove(['a'])

  expect(await readFile(join(folder, 'index.db'))).toEqual(before)
})

it('goes on after a rewrite without reading anything again', async () => {
  const { open, losses } = await dataFolder()
  const first = await open()
  await first.add('a', 'one', 'two')
  await first.logs.rewrite('a', { of: 'owner of a' }, [{ text: 'one' }, { text: 'two' }])
  await first.add('a', 'three')
  await first.close()

  const found = ['owner of a: one', 'owner of a: two', 'owner of a: three']
  const second = await open()
  expect(await second.texts()).toEqual(found)
  await second.logs.settled()
  expect(losses).toEqual([])
})

it('finds what is rewritten before the index has read anything', async () => {
  const { open } = await dataFolder()
  const begun = Promise.withResolvers<void>()
  const fs: FileSystem = {
    ...diskFileSystem,
    readdir: (async (path: string) => {
      await begun.promise
      return diskFileSystem.readdir(path)
    }) as FileSystem['readdir'],
  }
  const { logs, add, texts } = await open(notes, fs)
  await add('a', 'one')
  await logs.rewrite('a', { of: 'owner of a' }, [{ text: 'one' }])
  begun.resolve()

  expect(await texts()).toEqual(['owner of a: one'])
})

it('has found what a compaction leaves, and what is appended while it runs', async () => {
  const { open, losses } = await dataFolder()
  const { logs, add, texts, close } = await open()
  await add('a', 'old', 'kept')
  const more: Promise<void>[] = []
  const last = () => {
    let latest = 0
    return {
      see(_: Note, at: number) {
        latest = at
        if (more.length === 0) more.push(add('a', 'more'))
      },
      counting: () => [latest - 1, latest],
    }
  }
  await logs.compact('a', { of: 'owner of a' }, last)
  await Promise.all(more)
  await add('a', 'again')

  const left = ['kept', 'more', 'again']
  expect(await logs.rows('a', { of: 'owner of a' })).toEqual(left.map((text) => ({ text })))
  expect(await logs.count('a')).toBe(3)
  expect(await texts()).toHaveLength(4)
  await close()
  const second = await open()
  await second.logs.settled()
  expect(await second.texts()).toHaveLength(4)
  expect([await second.logs.count('a'), losses]).toEqual([3, []])
})

it('tells of a loss after each start until it is made good', async () => {
  const { open, logFolder, losses } = await dataFolder()
  const first = await open()
  await first.add('a', 'one', 'two')
  await first.add('b', 'three')
  await first.close()
  const path = join(logFolder, 'a.jsonl')
  await writeFile(path, (await readFile(path, 'utf8')).replace('two', 'twx'))
  await truncate(path, (await stat(path)).size - 1)
  await rm(join(logFolder, 'b.jsonl'))
  for (const told of [2, 4]) {
    const next = await open()
    await next.logs.settled()
    expect(await next.texts()).toEqual(['owner of a: one'])
    expect(losses).toHaveLength(told)
    await next.close()
  }
  const mended = await open()
  await mended.logs.settled()
  for (const log of losses.splice(0)) await mended.logs.madeGood(log)
  await mended.close()

  const last = await open()
  await last.logs.settled()
  expect([losses, await last.texts()]).toEqual([[], ['owner of a: one']])
})

it('finds all logs again that could not be removed', async () => {
  const { open } = await dataFolder()
  let isBroken = true
  const fs: FileSystem = {
    ...diskFileSystem,
    async rm(path, options) {
      if (isBroken) throw Object.assign(new Error('planted'), { code: 'EROFS' })
      await diskFileSystem.rm(path, options)
    },
  }
  const { logs, add, texts } = await open(notes, fs)
  const names = Array.from({ length: 20 }, (_, n) => `log-${n}`)
  for (const name of names) await add(name, 'kept')

  await expect(logs.remove(names)).rejects.toMatchObject({ code: 'STORE_READONLY' })
  expect(await texts()).toHaveLength(20)
  isBroken = false
  await logs.remove(names)
  expect(await texts()).toEqual([])
})

it('misses no log that a kill has kept from being removed to the end', async () => {
  const { open, index } = await dataFolder()
  const first = await open()
  await first.add('a', 'one')
  await first.close()
  const left = await dataFolder()
  const fs: FileSystem = {
    ...diskFileSystem,
    async rm(path, options) {
      await diskFileSystem.rm(path, options)
      // as the index is when the file has gone
      for (const end of ['', '-wal']) await copyFile(index + end, left.index + end)
    },
  }
  const second = await open(notes, fs)
  await second.logs.remove(['a'])

  const third = await left.open()
  await third.logs.settled()
  expect([await third.texts(), left.reports, left.losses]).toEqual([[], [], []])
})

it('finds everything without a file where the disk takes none, and has it in one later', async () => {
  const { open, index } = await dataFolder()
  const first = await open()
  await first.add('a', 'one')
  await first.close()
  await rm(index)
  // no database can be opened, nor a file made, under this name
  await mkdir(`${index}-wal`)
  await writeFile(index, '')

  const second = await open()
  await second.add('a', 'two')
  expect(await second.texts()).toEqual(['owner of a: one', 'owner of a: two'])
  await second.close()
  await rm(`${index}-wal`, { recursive: true })

  const third = await open()
  expect(await third.texts()).toEqual(['owner of a: one', 'owner of a: two'])
  await third.close()
  expect(await readFile(index, 'latin1')).toContain('two')
})

import { cp, open, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import type { RecordFile } from '../file-record.ts'
import { bringUp, keepRecords, manyFiles, openHome, wordOf } from './testing/keep-records.ts'

const questions = Array.from({ length: 20 }, (_, at) => `${wordOf(at, at)} ${wordOf(0, at * 7)}`)

/** A home that was closed after a whole sync, with what it answers. */
async function filled() {
  const home = await freshFolder()
  const files = await keepRecords(home, manyFiles(20, 400))
  return { home, file: join(home, 'index.sqlite'), files, answers: answersOf(home, files) }
}

function answersOf(home: string, files: readonly RecordFile[]) {
  const index = openHome(home)
  const { added } = bringUp(index, files)
  const found = questions.map((question) => index.find(question, 5))
  index.close()
  return { added, found }
}

function change(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

const damages: readonly [string, (file: string) => Promise<void> | void][] = [
  ['is cut within a page', async (file) => truncate(file, (await stat(file)).size - 100)],
  [
    'is a database of something else',
    async (file) => {
      await rm(file)
      change(file, 'create table other (a); pragma user_version = 1')
    },
  ],
  ['is of an older version', (file) => change(file, 'pragma user_version = 0')],
  ['is of a newer version', (file) => change(file, 'pragma user_version = 99')],
  [
    'says other counts than it holds',
    (file) => change(file, 'update files set passages = passages + 1'),
  ],
  ['has lost rows of words', (file) => change(file, 'delete from words where rowid < 50')],
]

async function overwrite(file: string, from: number, length: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(length), 0, length, from)
  await handle.close()
}

it.each(damages)('is made anew where it %s, and answers as before', async (_, damage) => {
  const { home, file, files, answers } = await filled()
  await damage(file)

  expect(answersOf(home, files)).toEqual(answers)
})

it('is kept where it is sound', async () => {
  const { home, files, answers } = await filled()

  expect(answersOf(home, files)).toEqual({ added: 0, found: answers.found })
})

it('is checked whole after a kill, and made anew where pages are damaged', async () => {
  const { home, file, files, answers } = await filled()
  await writeFile(`${file}-wal`, '')
  expect(answersOf(home, files).added).toBe(0)

  await overwrite(file, 3 * 4096, 4096)
  await writeFile(`${file}-wal`, 'what a kill left')
  expect(answersOf(home, files)).toEqual(answers)
})

it('stays where it is while another process holds it', async () => {
  const { home, file, files, answers } = await filled()
  const holder = new DatabaseSync(file)
  holder.exec('pragma locking_mode = exclusive; begin exclusive; update files set whole = 1')

  expect(() => openHome(home)).toThrow(/locked/)
  holder.exec('rollback')
  holder.close()
  expect(answersOf(home, files)).toEqual({ added: 0, found: answers.found })
})

it('moves with its home', async () => {
  const { home, files, answers } = await filled()
  const other = await freshFolder()
  await cp(home, other, { recursive: true })
  const moved = files.map(({ id, record }) => ({ id, record: record.replace(home, other) }))
  await rm(home, { recursive: true })

  expect(answersOf(other, moved)).toEqual({ added: 0, found: answers.found })
})

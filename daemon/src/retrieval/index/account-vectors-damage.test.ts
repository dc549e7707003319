import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import {
  hashesOf,
  keptIn,
  MODEL,
  newVectors,
  query,
  vectorOf,
} from './testing/vectors-under-test.ts'

it.each([
  ['missing', (path: string) => rm(path)],
  ['cut short', (path: string) => truncate(path, 5000)],
  ['empty', (path: string) => truncate(path, 0)],
  ['no database', (path: string) => writeFile(path, 'nothing of the kind')],
  ['of another version', (path: string) => change(path, 'pragma user_version = 99')],
  ['without its tables', (path: string) => change(path, 'drop table vectors')],
])('begins anew where the file is %s', async (_, damage) => {
  const { vectors, open, file } = await newVectors('a', 'b')
  vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  vectors.close()
  await damage(file)

  const again = open()
  expect(again.lacking(MODEL, 9)).toMatchObject({ count: 2, embedded: 0 })
  again.keep(MODEL, [vectorOf('b', 0, 1)])

  expect(hashesOf(again.nearest(query(0, 1), 9))).toEqual(['b'])
})

it('begins anew where damage shows while it works', async () => {
  const { vectors, file } = await newVectors('a', 'b')
  const long = Array.from({ length: 5000 }, (_, at) => at)
  vectors.keep(MODEL, [vectorOf('a', ...long)])
  vectors.close()
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0xff, 4096))

  expect(vectors.lacking(MODEL, 9)).toMatchObject({ count: 2 })
  vectors.keep(MODEL, [vectorOf('a', ...long)])
  expect(await keptIn(file)).toEqual(['embedder a'])
})

it('leaves out what is no vector of the others’ length', async () => {
  const { vectors, open, file } = await newVectors('a', 'b', 'c')
  vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  vectors.close()
  change(file, "insert into vectors values (1, 'b', x'0000803f'), (1, 'c', x'00')")

  expect(open().lacking(MODEL, 9)).toMatchObject({ hashes: ['b', 'c'], embedded: 1 })
})

it('refuses what the disk does not take', async () => {
  const { vectors, file } = await newVectors('a')
  await rm(dirname(file), { recursive: true })

  expect(() => vectors.keep(MODEL, [vectorOf('a', 1, 0)])).toThrow('unable to open')
})

function change(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

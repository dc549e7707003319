import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { hashesOf, MODEL, newVectors, query, vectorOf } from './testing/vectors-under-test.ts'

it.each([
  ['a damaged line', '{"hash":"b","vec\n'],
  ['a vector of another length', '{"hash":"b","vector":"AACAPw=="}\n'],
  ['no base64', '{"hash":"b","vector":"????????????"}\n'],
  ['an unfinished line', '{"hash":"b","vector":"AACAPwAAAAA='],
])('goes on without %s, and with what comes after it', async (_, line) => {
  const { vectors, open, file } = await newVectors('a', 'b', 'c')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  await vectors.close()
  await appendFile(await file(), line)

  const again = open()
  await again.keep(MODEL, [vectorOf('c', 0, 1)])

  for (const each of [again, open()]) {
    expect(await each.lacking(MODEL, 9)).toMatchObject({ hashes: ['b'], embedded: 2 })
  }
})

it('writes the file anew once more than half of its lines are damaged', async () => {
  const { vectors, open, file } = await newVectors('a')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  await vectors.close()
  await appendFile(await file(), 'damaged\n'.repeat(2))

  await open().keep(MODEL, [])

  expect(await readFile(await file(), 'utf8')).not.toContain('damaged')
  expect(await open().lacking(MODEL, 9)).toMatchObject({ embedded: 1 })
})

it.each([
  ['of another version', '{"v":2,"model":"embedder","dimensions":2}\n'],
  ['of another model', '{"v":1,"model":"another","dimensions":2}\n'],
  ['without a header', 'nonsense\n'],
  ['that is empty', ''],
])('makes a file anew %s', async (_, header) => {
  const { vectors, open, file } = await newVectors('a')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  await vectors.close()
  const [, row] = (await readFile(await file(), 'utf8')).split('\n')
  await writeFile(await file(), header && `${header}${row}\n`)

  const again = open()
  expect(await again.lacking(MODEL, 9)).toMatchObject({ count: 1, embedded: 0 })
  await again.keep(MODEL, [vectorOf('a', 0, 1)])

  expect(hashesOf(await open().nearest(query(0, 1), 9))).toEqual(['a'])
})

it('refuses what the disk does not take, and keeps what it has', async () => {
  const { vectors, disk, open } = await newVectors('a', 'b')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])

  disk.fail('write', 'ENOSPC')
  await expect(vectors.keep(MODEL, [vectorOf('b', 1, 0)])).rejects.toHaveProperty(
    'code',
    'STORE_FULL',
  )
  disk.heal()

  for (const each of [vectors, open()]) {
    expect(await each.lacking(MODEL, 9)).toMatchObject({ hashes: ['b'], embedded: 1 })
  }
})

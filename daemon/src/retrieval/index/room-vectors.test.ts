import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import { hashesOf, MODEL, newVectors, query, vectorOf } from './testing/vectors-under-test.ts'

it('finds the nearest by their direction, and finds them again after a restart', async () => {
  const { vectors, open } = await newVectors('a', 'b', 'c')
  await vectors.keep(MODEL, [vectorOf('a', 100, 0), vectorOf('b', 0, 0.1), vectorOf('c', 3, 3)])

  const near = await vectors.nearest(query(2, 0.1), 2)

  expect(hashesOf(near)).toEqual(['a', 'c'])
  expect(near[0]?.similarity).toBeCloseTo(2 / Math.hypot(2, 0.1), 6)
  await vectors.close()
  expect(await open().nearest(query(2, 0.1), 2)).toEqual(near)
})

it('equals a plain sort by cosine, for any length of vectors', async () => {
  const random = seededRandom(3)
  for (const dimensions of [1, 3, 4, 7, 384]) {
    const hashes = Array.from({ length: 300 }, (_, at) => `p${at}`)
    const { vectors } = await newVectors(...hashes)
    const numbers = () => Array.from({ length: dimensions }, () => random() - 0.5)
    const kept = hashes.map((hash) => vectorOf(hash, ...numbers()))
    await vectors.keep(MODEL, kept)
    const asked = query(...numbers())

    const near = await vectors.nearest(asked, 10)

    const cosine = (one: Float32Array, other: Float32Array) => {
      const dot = (a: Float32Array, b: Float32Array) =>
        a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0)
      return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
    }
    const plain = kept
      .map(({ vector }) => cosine(vector, asked.vector))
      .sort((a, b) => b - a)
      .slice(0, 10)
    expect(near).toHaveLength(10)
    for (const [at, { similarity }] of near.entries()) {
      expect(similarity).toBeCloseTo(plain[at] ?? 0, 5)
    }
  }
})

it('writes one line for each vector, and only adds lines', async () => {
  const { vectors, file } = await newVectors('a', 'b')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  const before = await readFile(await file(), 'utf8')

  await vectors.keep(MODEL, [vectorOf('b', 0.5, -2)])

  const after = await readFile(await file(), 'utf8')
  expect(after.startsWith(before)).toBe(true)
  const [header, , added] = after.trimEnd().split('\n')
  expect(JSON.parse(header ?? '')).toEqual({ v: 1, model: MODEL, dimensions: 2 })
  const { hash, vector } = JSON.parse(added ?? '')
  const bytes = Buffer.from(vector, 'base64')
  expect([hash, bytes.readFloatLE(0), bytes.readFloatLE(4)]).toEqual(['b', 0.5, -2])
  expect((await stat(await file())).mode & 0o077).toBe(0)
})

it('never compares vectors of two models', async () => {
  const { vectors, folder } = await newVectors('a', 'b')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  await vectors.keep('other', [vectorOf('b', 1, 0)])

  expect(hashesOf(await vectors.nearest(query(1, 0), 9))).toEqual(['a'])
  expect(hashesOf(await vectors.nearest({ ...query(1, 0), model: 'other' }, 9))).toEqual(['b'])
  expect(await vectors.nearest({ ...query(1, 0), model: 'third' }, 9)).toEqual([])
  expect(await readdir(folder)).toHaveLength(2)
})

it('tells which passages have none yet', async () => {
  const { vectors, there } = await newVectors('a', 'b', 'c')
  await vectors.keep(MODEL, [vectorOf('b', 1, 0)])

  expect(await vectors.lacking(MODEL, 1)).toEqual({ count: 2, hashes: ['a'], embedded: 1 })
  expect(await vectors.lacking('other', 9)).toMatchObject({ count: 3, embedded: 0 })
  there.add('d')
  await vectors.changed()
  expect(await vectors.lacking(MODEL, 9)).toMatchObject({ hashes: ['a', 'c', 'd'] })
})

it('does not find passages that are gone, and finds them when they are back', async () => {
  const { vectors, there } = await newVectors('a', 'b', 'c')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0), vectorOf('b', 1, 0.1), vectorOf('c', 0, 1)])

  there.delete('a')
  await vectors.changed()
  expect(hashesOf(await vectors.nearest(query(1, 0), 9))).toEqual(['b', 'c'])

  there.add('a')
  await vectors.changed()
  expect(hashesOf(await vectors.nearest(query(1, 0), 9))).toEqual(['a', 'b', 'c'])
})

it('gives up vectors of passages that are gone once they are more than half', async () => {
  const { vectors, there, file, open } = await newVectors('a', 'b', 'c', 'd')
  const all = [...there].map((hash, at) => vectorOf(hash, 1, at))
  await vectors.keep(MODEL, all)
  const lines = async () => (await readFile(await file(), 'utf8')).trimEnd().split('\n').length - 1

  there.delete('a')
  there.delete('b')
  await vectors.changed()
  await vectors.keep(MODEL, [])
  expect(await lines()).toBe(4)

  there.delete('c')
  await vectors.changed()
  await vectors.keep(MODEL, [])
  expect(await lines()).toBe(1)
  for (const each of [vectors, open()]) {
    expect(hashesOf(await each.nearest(query(1, 0), 9))).toEqual(['d'])
  }
})

it('keeps nothing of a room without passages, nor other models once passages are gone', async () => {
  const { vectors, there, folder } = await newVectors('a', 'b')
  await vectors.keep('other', [vectorOf('a', 1, 0)])
  await vectors.keep(MODEL, [vectorOf('a', 1, 0), vectorOf('b', 1, 0)])

  there.delete('a')
  await vectors.changed()
  await vectors.keep(MODEL, [])
  expect(await readdir(folder)).toHaveLength(1)

  there.clear()
  await vectors.changed()
  await expect(readdir(folder)).rejects.toHaveProperty('code', 'ENOENT')
  there.add('b')
  await vectors.changed()
  expect(await vectors.lacking(MODEL, 9)).toMatchObject({ count: 1, embedded: 0 })
})

it('begins anew where the model makes vectors of another length', async () => {
  const { vectors, open } = await newVectors('a', 'b')
  await vectors.keep(MODEL, [vectorOf('a', 1, 0)])

  await vectors.keep(MODEL, [vectorOf('b', 1, 0, 0), vectorOf('a', 1, 0)])

  for (const each of [vectors, open()]) {
    expect(await each.lacking(MODEL, 9)).toMatchObject({ hashes: ['a'], embedded: 1 })
    expect(await each.nearest(query(1, 0), 9)).toEqual([])
  }
})

it('leaves out what is no vector, and holds one without length for far from all', async () => {
  const { vectors, open } = await newVectors('a', 'b', 'c', 'd')
  await vectors.keep(MODEL, [
    vectorOf('a', 1, 0),
    vectorOf('b', Number.NaN, 0),
    vectorOf('c', 0, 0),
    vectorOf('d'),
  ])

  for (const each of [vectors, open()]) {
    const near = await each.nearest(query(1, 0), 9)
    expect(near.map(({ hash, similarity }) => [hash, similarity])).toEqual([
      ['a', 1],
      ['c', 0],
    ])
    expect(await each.nearest(query(Number.NaN, 0), 9)).toEqual([])
    expect(await each.nearest(query(1, 0, 0), 9)).toEqual([])
  }
})

it('leaves no vector of a passage that is gone, of any model, after a restart too', async () => {
  const { there, vectors, open, folder } = await newVectors('a', 'b', 'c')
  const all = ['a', 'b', 'c'].map((hash) => vectorOf(hash, 1, 2))
  await vectors.keep(MODEL, all)
  await vectors.keep('another', all)
  await vectors.close()
  there.delete('b')
  const again = open()

  await again.purge()

  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.map((text) => text.match(/"hash":"."/g))).toEqual([
    ['"hash":"a"', '"hash":"c"'],
    ['"hash":"a"', '"hash":"c"'],
  ])
  expect(hashesOf(await again.nearest(query(1, 2), 5))).toEqual(['a', 'c'])
})

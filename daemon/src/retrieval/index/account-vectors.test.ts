import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import {
  hashesOf,
  keptIn,
  MODEL,
  newVectors,
  query,
  vectorOf,
} from './testing/vectors-under-test.ts'

it('finds the nearest by their direction, and finds them again after a restart', async () => {
  const { vectors, open } = await newVectors('a', 'b', 'c')
  vectors.keep(MODEL, [vectorOf('a', 100, 0), vectorOf('b', 0, 0.1), vectorOf('c', 3, 3)])

  const near = vectors.nearest(query(2, 0.1), 2)

  expect(hashesOf(near)).toEqual(['a', 'c'])
  expect(near[0]?.similarity).toBeCloseTo(2 / Math.hypot(2, 0.1), 6)
  vectors.close()
  expect(open().nearest(query(2, 0.1), 2)).toEqual(near)
})

it('equals a plain sort by cosine, for any length of vectors', async () => {
  const random = seededRandom(3)
  for (const dimensions of [1, 3, 4, 7, 384]) {
    const hashes = Array.from({ length: 300 }, (_, at) => `p${at}`)
    const { vectors } = await newVectors(...hashes)
    const numbers = () => Array.from({ length: dimensions }, () => random() - 0.5)
    const kept = hashes.map((hash) => vectorOf(hash, ...numbers()))
    vectors.keep(MODEL, kept)
    const asked = query(...numbers())

    const near = vectors.nearest(asked, 10)

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

it('never compares vectors of two models', async () => {
  const { vectors, file } = await newVectors('a', 'b')
  vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  vectors.keep('other', [vectorOf('b', 1, 0)])

  expect(hashesOf(vectors.nearest(query(1, 0), 9))).toEqual(['a'])
  expect(hashesOf(vectors.nearest({ ...query(1, 0), model: 'other' }, 9))).toEqual(['b'])
  expect(vectors.nearest({ ...query(1, 0), model: 'third' }, 9)).toEqual([])
  expect(await keptIn(file)).toEqual(['embedder a', 'other b'])
})

it('tells which passages have none yet', async () => {
  const { vectors, there } = await newVectors('a', 'b', 'c')
  vectors.keep(MODEL, [vectorOf('b', 1, 0)])

  expect(vectors.lacking(MODEL, 1)).toEqual({ count: 2, hashes: ['a'], embedded: 1 })
  expect(vectors.lacking('other', 9)).toMatchObject({ count: 3, embedded: 0 })
  there.add('d')
  expect(vectors.lacking(MODEL, 9)).toMatchObject({ hashes: ['a', 'c', 'd'] })
})

it('leaves nothing of passages that are gone, of any model, in memory or in the file', async () => {
  const { vectors, there, open, file } = await newVectors('a', 'b', 'c', 'd')
  const secret = vectorOf('b', 1 / 3, 1 / 7)
  for (const model of ['other', MODEL])
    vectors.keep(model, [vectorOf('a', 1, 0), secret, vectorOf('c', 0, 1), vectorOf('d', 1, 0.1)])
  const holdsSecret = async () => {
    const bytes = Buffer.from(secret.vector.buffer)
    const files = [file, `${file}-wal`].filter((path) => existsSync(path))
    return (await Promise.all(files.map((path) => readFile(path)))).some((all) =>
      all.includes(bytes),
    )
  }
  expect(await holdsSecret()).toBe(true)

  there.delete('a')
  there.delete('b')
  vectors.passagesChanged()

  expect(await holdsSecret()).toBe(false)
  expect(await keptIn(file)).toEqual(['embedder c', 'embedder d', 'other c', 'other d'])
  expect(hashesOf(vectors.nearest(query(1, 0), 9))).toEqual(['d', 'c'])
  there.add('a')
  vectors.passagesChanged()
  expect(vectors.lacking(MODEL, 9)).toEqual({ count: 1, hashes: ['a'], embedded: 2 })
  vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  vectors.close()
  expect(hashesOf(open().nearest(query(1, 0), 9))).toEqual(['a', 'd', 'c'])
})

it('keeps no file for a home without passages, nor makes one where no model made any', async () => {
  const { vectors, there, file } = await newVectors('a')
  vectors.passagesChanged()
  expect(vectors.lacking(MODEL, 9)).toMatchObject({ count: 1 })
  expect(vectors.nearest(query(1, 0), 9)).toEqual([])
  expect(existsSync(file)).toBe(false)

  vectors.keep(MODEL, [vectorOf('a', 1, 0)])
  there.clear()
  vectors.passagesChanged()
  expect(existsSync(file)).toBe(false)
  there.add('a')
  expect(vectors.lacking(MODEL, 9)).toMatchObject({ count: 1, embedded: 0 })
})

it('begins anew where the model makes vectors of another length', async () => {
  const { vectors, twice } = await newVectors('a', 'b')
  vectors.keep(MODEL, [vectorOf('a', 1, 0)])

  vectors.keep(MODEL, [vectorOf('b', 1, 0, 0), vectorOf('a', 1, 0)])

  for (const again of twice) {
    const each = again()
    expect(each.lacking(MODEL, 9)).toMatchObject({ hashes: ['a'], embedded: 1 })
    expect(each.nearest(query(1, 0), 9)).toEqual([])
  }
})

it('leaves out what is no vector, and holds one without length for far from all', async () => {
  const { vectors, twice } = await newVectors('a', 'b', 'c', 'd')
  vectors.keep(MODEL, [
    vectorOf('a', 1, 0),
    vectorOf('b', Number.NaN, 0),
    vectorOf('c', 0, 0),
    vectorOf('d'),
  ])

  for (const again of twice) {
    const each = again()
    const near = each.nearest(query(1, 0), 9)
    expect(near.map(({ hash, similarity }) => [hash, similarity])).toEqual([
      ['a', 1],
      ['c', 0],
    ])
    expect(each.nearest(query(Number.NaN, 0), 9)).toEqual([])
    expect(each.nearest(query(1, 0, 0), 9)).toEqual([])
  }
})

import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import { mergeRanks } from './rank-passages.ts'

/** The formula as it is written: for every key, the sum over the lists that hold it. */
function plainly(lists: readonly (readonly string[])[]): string[] {
  const keys = [...new Set(lists.flat())]
  const scoreOf = (key: string) =>
    lists
      .filter((list) => list.includes(key))
      .map((list) => 1 / (60 + list.indexOf(key) + 1))
      .reduce((sum, part) => sum + part, 0)
  return keys
    .map((key): [string, number] => [key, scoreOf(key)])
    .sort((a, b) => b[1] - a[1] || keys.indexOf(a[0]) - keys.indexOf(b[0]))
    .map(([key]) => key)
}

it('equals the formula on random lists', () => {
  const random = seededRandom(7)
  const keys = Array.from({ length: 40 }, (_, at) => `p${at}`)
  for (let round = 0; round < 200; round++) {
    const lists = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      keys
        .map((key) => ({ key, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ key }) => key)
        .slice(0, Math.floor(random() * 25)),
    )

    expect(mergeRanks(lists)).toEqual(plainly(lists))
  }
})

it('keeps a single list as it is', () => {
  expect(mergeRanks([['c', 'a', 'b']])).toEqual(['c', 'a', 'b'])
  expect(mergeRanks([['c', 'a', 'b'], []])).toEqual(['c', 'a', 'b'])
})

it('puts what both lists hold before what one of them ranks first', () => {
  const merged = mergeRanks([
    ['words only', 'both'],
    ['meaning only', 'both'],
  ])

  expect(merged).toEqual(['both', 'words only', 'meaning only'])
})

it('decides between equal scores by the order of the lists', () => {
  const [words, meaning] = [
    ['a', 'b'],
    ['b', 'a'],
  ]

  expect(mergeRanks([words, meaning])).toEqual(['a', 'b'])
  expect(mergeRanks([meaning, words])).toEqual(['b', 'a'])
})

it('has nothing to merge without lists', () => {
  expect(mergeRanks([])).toEqual([])
})

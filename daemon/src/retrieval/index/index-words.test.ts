import { expect, it } from 'vitest'
import { indexWords } from './index-words.ts'

it('keeps whole identifiers and adds their parts', () => {
  expect(indexWords('call readFile now')).toBe('call readFile now read File')
})

it('drops encoded data, wherever it stands', () => {
  const key = 'aB3'.repeat(30)

  expect(indexWords(`before ${key} after`).split(/\s+/)).toEqual(['before', 'after'])
})

it('gives writing without spaces in pairs', () => {
  expect(indexWords('検索の索引 ok').split(/\s+/).filter(Boolean)).toEqual([
    '検索',
    '索の',
    'の索',
    '索引',
    'ok',
  ])
})

it.each([
  ['one word', 'a'.repeat(1_000_000)],
  ['changing case', 'aB'.repeat(500_000)],
  ['underscores', '_'.repeat(1_000_000)],
  ['short words', 'ab '.repeat(333_000)],
  ['Han', '漢'.repeat(1_000_000)],
])('comes to an end over a megabyte of %s', (_, text) => {
  expect(indexWords(text)).toEqual(expect.any(String))
})

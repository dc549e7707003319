import { expect, it } from 'vitest'
import { indexWords, takeApart } from './index-words.ts'

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

it.each([
  ['findPassages', 'find Passages'],
  ['parseHTMLDoc', 'parse HTML Doc'],
  ['XMLHttpRequest2', 'XML Http Request 2'],
  ['sha256', 'sha 256'],
  ['group_commit', 'group commit'],
  ['__dirname', 'dirname'],
  ['MAX_OPEN_FILES', 'MAX OPEN FILES'],
  ['a.readFile(b_c)', 'read File b c'],
])('takes %s apart', (text, parts) => {
  expect(takeApart(text).parts.trim()).toBe(parts)
})

it.each(['plain', 'Plain', 'HTML', '256', '_', '', 'daemon/src/main.js', 'straße'])(
  'repeats nothing of %j',
  (text) => {
    expect(takeApart(text).parts).toBe('')
  },
)

it('tells how long the longest is, the last one too', () => {
  expect(takeApart(`ab ${'x'.repeat(70)} c`).longest).toBe(70)
  expect(takeApart(`ab ${'xY'.repeat(40)}`).longest).toBe(80)
})

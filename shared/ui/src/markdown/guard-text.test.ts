import { expect, test } from 'vitest'
import { guardText } from './settle-blocks.ts'

const plainIn = (text: string) => guardText(text).filter(({ isPlain }) => isPlain)

test('lets an ordinary reply through in one piece', () => {
  const text = '# Title\n\n- **a** `b`\n- [c](d)\n\n> quote\n\n| a | b |\n|---|---|\n'.repeat(100)
  expect(guardText(text)).toEqual([{ start: 0, text, isPlain: false }])
})

test.each([
  ['marks that open and close', '*_'.repeat(600)],
  ['links that never close', '[a](b'.repeat(1001)],
  ['HTML that never ends', `a${'<!--'.repeat(1001)}`],
  ['quotes in quotes', '>'.repeat(51)],
  ['lists in lists', '- '.repeat(51)],
  ['a paragraph over 50,000 characters', 'word '.repeat(10_001)],
])('holds back %s', (_, text) => {
  expect(plainIn(text)).toEqual([{ start: 0, text, isPlain: true }])
})

test('holds back lists that nest deeper with each line', () => {
  const text = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')
  expect(plainIn(text)).not.toEqual([])
})

test('bounds the sum of many paragraphs that each stay below the limit', () => {
  const text = `${'*_'.repeat(450)}\n\n`.repeat(100)
  expect(plainIn(text)).not.toEqual([])
})

test('lets marks in a code fence be', () => {
  const text = `\`\`\`c\n${'*_['.repeat(5000)}\n\`\`\`\n`
  expect(plainIn(text)).toEqual([])
})

test.each([
  ['an HTML block', '<!--\n```\n-->\n'],
  ['a list item', '- a\n  ```\n'],
  ['another fence', ' ~~~\n```\n ~~~\n'],
])('does not believe in a fence that may belong to %s', (_, opening) => {
  expect(plainIn(`${opening}${'*_'.repeat(5000)}`)).not.toEqual([])
})

test('keeps every character', () => {
  const text = `a\n\n${'*_'.repeat(600)}\n\nb\n\n${'>'.repeat(60)}\n\n\nc`
  expect(
    guardText(text)
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text)
})

import { expect, test } from 'vitest'
import { cleanLine, placeLine } from './clean-line.ts'

test.each([
  ['Room 4,\r\n Bern', 'Room 4, Bern'],
  ['https://meet.example.com/abc', 'https://meet.example.com/abc'],
  ['Zoom (https://meet.example.com/abc).', 'Zoom, https://meet.example.com/abc'],
  ['http://meet.example.com/abc', ''],
  ['https://user@evil.example/abc', ''],
  ['javascript://x Room 4', 'Room 4'],
  [
    `${'x'.repeat(500)} https://meet.example.com/abc`,
    `${'x'.repeat(169)}…, https://meet.example.com/abc`,
  ],
  [`Zoom https://meet.example.com/${'a'.repeat(200)}`, 'Zoom'],
])('%j is %j', (text, expected) => {
  expect(placeLine(text, () => true)).toBe(expected)
  expect(expected.length).toBeLessThanOrEqual(200)
})

test('an address that nobody vouches for is left out', () => {
  expect(placeLine('Zoom https://meet.example.com/abc', () => false)).toBe('Zoom')
})

test.each([
  ['a\u0000b\u202ec\u2066d\u200be\ufeff', 'a bcde'],
  ['tags \u{e0041}\u{e007f}', 'tags'],
  ['\n one \t two ', 'one two'],
  ['Grüße 👩‍💻', 'Grüße 👩💻'],
])('a clean line of %j is %j', (text, expected) => {
  expect(cleanLine(text, 120)).toBe(expected)
})

test('a long line is cut between characters', () => {
  expect(cleanLine('👍'.repeat(10), 10)).toBe('👍👍👍👍…')
})

import { describe, expect, it, test } from 'vitest'
import { cleanLines, cleanText, placeLine } from './clean-text.ts'

describe('a cleaned text', () => {
  it('has no markup, no control and no unseen characters', () => {
    expect(
      cleanText('<b>Hi</b>\u0000 \u202Ethere\u202C\u200B, \u{E0041}you<!-- x -->\u0007', 100),
    ).toBe('Hi there, you')
  })

  it('keeps comparisons and arrows', () => {
    expect(cleanText('1 < 2 and 3 > 2, a -> b', 100)).toBe('1 < 2 and 3 > 2, a -> b')
  })

  it('is one line, or keeps its lines with at most one empty one between them', () => {
    expect(cleanText('Hi\r\n\r\n\r\n you', 100)).toBe('Hi you')
    expect(cleanLines(' Hi \r\n\r\n\r\n\n you ', 100)).toBe('Hi\n\nyou')
  })

  it('ends at a word and never in the middle of a character', () => {
    expect(cleanText('one two three', 9)).toBe('one two…')
    expect(cleanText(`ab${'😀'.repeat(9)}`, 6)).toBe('ab😀…')
    expect(cleanText('\uD800x\uDFFF', 10).isWellFormed()).toBe(true)
  })
})

test.each([
  ['a\u0000b\u202ec\u2066d\u200be\ufeff', 'a bcde'],
  ['tags \u{e0041}\u{e007f}', 'tags'],
  ['\n one \t two ', 'one two'],
  ['Grüße 👩‍💻', 'Grüße 👩💻'],
])('a clean line of %j is %j', (text, expected) => {
  expect(cleanText(text, 120)).toBe(expected)
})

test('a long line is cut between characters', () => {
  expect(cleanText('👍'.repeat(10), 10)).toBe('👍👍👍👍…')
})

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

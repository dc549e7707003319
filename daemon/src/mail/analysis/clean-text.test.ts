import { describe, expect, it } from 'vitest'
import { cleanLines, cleanText } from './clean-text.ts'

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

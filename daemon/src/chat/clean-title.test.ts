import { describe, expect, it } from 'vitest'
import { cleanTitle, firstWords } from './chat-titles.ts'

describe('cleanTitle', () => {
  it.each([
    ['"Rotating a Postgres Password"', 'Rotating a Postgres Password'],
    ['Title: **Salary talk**\n\nMore text', 'Salary talk'],
    ['<think>What could it be?</think>\n\n# Fixing a race.', 'Fixing a race'],
    ['\n- „Gehaltsgespräch“ vorbereiten', '„Gehaltsgespräch“ vorbereiten'],
    ['«»  ...', ''],
    ['Salary \u202eklat\u202c', 'Salary klat'],
    ['', ''],
  ])('makes %j a title', (written, title) => {
    expect(cleanTitle(written)).toBe(title)
  })

  it('is at most 120 characters long and ends at a word', () => {
    const title = cleanTitle('word '.repeat(100))

    expect(title.length).toBeLessThanOrEqual(120)
    expect(title).toMatch(/word…$/)
  })
})

describe('firstWords', () => {
  it('takes the beginning of a text as one line without markup', () => {
    expect(firstWords('## Fix\n`this` please')).toBe('Fix this please')
    expect(firstWords('how to '.repeat(40)).length).toBeLessThanOrEqual(60)
    expect(firstWords('x'.repeat(500))).toMatch(/^x{59}…$/)
  })
})

import { readFileSync } from 'node:fs'

/**
 * Texts and what is read from them, from date-fixtures.txt ("⏎" is a line break), in order and worked
 * out by hand. They were written on Wednesday, 18 November 2026, at noon UTC by somebody whose clock
 * stands six hours behind UTC, to somebody in Zurich.
 */
export const dateContext = {
  userZone: 'Europe/Zurich',
  sentAt: '2026-11-18T12:00:00.000Z',
  dateOffset: -360,
}

export const dateFixtures = readFileSync(new URL('./date-fixtures.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => {
    const [text = '', expected = ''] = row.split(' | ')
    return { text: text.replaceAll('⏎', '\n'), expected: expected.trim() }
  })

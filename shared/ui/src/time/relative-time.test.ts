import { expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date(2026, 10, 21, 12)

it.each([
  [new Date(2026, 10, 23, 9), 'in 2 days'],
  [new Date(2026, 10, 22, 1), 'tomorrow'],
  [new Date(2026, 10, 20, 23, 59), 'yesterday'],
  [new Date(2026, 10, 21, 15, 30), 'in 3 hours'],
  [new Date(2026, 10, 21, 12, 50), 'in 50 minutes'],
  [new Date(2026, 10, 21, 11, 55), '5 minutes ago'],
  [new Date(2026, 10, 21, 12, 0, 30), 'this minute'],
])('says of %s: %s', (date, text) => {
  expect(relativeTime(date, now, 'en')).toBe(text)
})

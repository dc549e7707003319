import { expect, it } from 'vitest'
import { formatDuration, formatRunningTime } from './use-elapsed.ts'

it.each([
  [850, '850ms'],
  [999.4, '999ms'],
  [1000, '1s'],
  [59_400, '59s'],
  [59_600, '1m 0s'],
  [72_000, '1m 12s'],
  [-5, '0ms'],
])('says that %d ms took %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

it.each([
  [0, '0m 0s'],
  [3999, '0m 3s'],
  [61_000, '1m 1s'],
])('says that %d ms of running are %s', (milliseconds, text) => {
  expect(formatRunningTime(milliseconds)).toBe(text)
})

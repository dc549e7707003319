import { expect, it } from 'vitest'
import { localTimes } from './local-times.ts'

it('reads day and clock in the zone of the browser', () => {
  expect(localTimes('2026-11-24', '10:00', '11:30')).toEqual({
    start: new Date(2026, 10, 24, 10).toISOString(),
    end: new Date(2026, 10, 24, 11, 30).toISOString(),
  })
})

it.each([
  ['2026-11-24', '10:00', '10:00'],
  ['2026-11-24', '10:00', '09:00'],
  ['', '10:00', '11:00'],
  ['2026-11-24', '', '11:00'],
  ['2026-11-24', '10:00', ''],
])('refuses %s from %s to %s', (date, start, end) => {
  expect(localTimes(date, start, end)).toBeNull()
})

import type { EventTime } from '@shortlist/contracts/calendar'
import { expect, it } from 'vitest'
import { countdown, isJoinTime, isSoon, placeOf } from './interview-times.ts'

const time: EventTime = {
  kind: 'instant',
  start: new Date(2026, 10, 25, 14).toISOString(),
  end: new Date(2026, 10, 25, 15).toISOString(),
  timeZone: 'Europe/London',
}
const at = (day: number, hour: number, minute = 0, second = 0) =>
  new Date(2026, 10, day, hour, minute, second)

it.each([
  [at(22, 9), 'in 3 days'],
  [at(24, 13, 59), 'tomorrow'],
  [at(24, 14, 1), 'in 23 h 59 min'],
  [at(25, 12), 'in 2 h'],
  [at(25, 13, 0, 30), 'in 1 h'],
  [at(25, 13, 1), 'in 59 min'],
  [at(25, 13, 59, 1), 'in 1 min'],
  [at(25, 14), 'now'],
  [at(25, 14, 40), 'now'],
])('says at %s how long it is: %s', (now, words) => {
  expect(countdown(time, now)).toBe(words)
})

it('counts whole days by the calendar', () => {
  const day: EventTime = { kind: 'day', start: '2026-11-25', end: '2026-11-26' }
  const words = [at(23, 23), at(24, 1), at(25, 18)].map((now) => countdown(day, now))
  expect(words).toEqual(['in 2 days', 'tomorrow', 'today'])
  expect(isSoon(day, at(25, 1))).toBe(false)
})

it('is soon within an hour, and can be joined from ten minutes before until it ends', () => {
  expect([at(25, 12, 59), at(25, 13, 1)].map((now) => isSoon(time, now))).toEqual([false, true])
  const joined = [at(25, 13, 49), at(25, 13, 50), at(25, 14, 59), at(25, 15)]
  expect(joined.map((now) => isJoinTime(time, now))).toEqual([false, true, true, false])
})

it.each([
  ['https://meet.example/a-b', { words: 'video call', call: 'https://meet.example/a-b' }],
  ['Room 4, https://meet.example/a', { words: 'Room 4', call: 'https://meet.example/a' }],
  ['14 Harbour Street', { words: '14 Harbour Street', call: null }],
  ['javascript:alert(1)', { words: 'javascript:alert(1)', call: null }],
  ['', { words: '', call: null }],
])('finds the call in %s', (location, place) => {
  expect(placeOf({ location })).toEqual(place)
})

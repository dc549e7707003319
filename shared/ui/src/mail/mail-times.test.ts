import type { EventTime } from '@shortlist/contracts/calendar'
import { expect, it } from 'vitest'
import { formatEventTime, localTimes, tileOf } from './mail-times.tsx'

const berlin = { locale: 'en-GB', timeZone: 'Europe/Berlin' }

function instant(start: string, end: string, timeZone = 'Europe/Berlin'): EventTime {
  return { kind: 'instant', start, end, timeZone }
}

/** Spaces of all kinds and both dashes as those of a keyboard. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ').replace(/\s?[–-]\s?/g, '-')
}

it.each([
  [instant('2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z'), '24 Nov 2026, 10:00-11:00'],
  [
    instant('2026-11-24T22:30:00Z', '2026-11-25T00:30:00Z'),
    '24 Nov 2026, 23:30-25 Nov 2026, 01:30',
  ],
  [instant('2026-11-24T09:00:00Z', '2026-11-24T09:00:00Z'), '24 Nov 2026, 10:00'],
  [instant('2026-11-24T09:00:00Z', ''), '24 Nov 2026, 10:00'],
  [instant('2026-11-24T09:00:00Z', '2026-11-24T08:00:00Z'), '24 Nov 2026, 10:00'],
  [{ kind: 'day', start: '2026-11-24', end: '2026-11-25' }, '24 Nov 2026, all day'],
  [{ kind: 'day', start: '2026-11-24', end: '2026-11-27' }, '24-26 Nov 2026, all day'],
  [{ kind: 'unclear', text: 'next week', reason: 'No day is named.' }, 'next week'],
  [instant('nonsense', 'nonsense'), ''],
] as const)('writes %j as %s', (time, text) => {
  expect(plain(formatEventTime(time, berlin))).toBe(text)
})

it('adds the clock of the place where it differs', () => {
  const time = instant('2026-11-24T15:00:00Z', '2026-11-24T16:00:00Z', 'America/New_York')

  expect(plain(formatEventTime(time, berlin))).toBe(
    '24 Nov 2026, 16:00-17:00 (Tue 10:00 in America/New_York)',
  )
})

it.each(['Europe/Paris', 'Mars/Olympus', ''])('adds no clock for the zone %j', (zone) => {
  const time = instant('2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z', zone)

  expect(plain(formatEventTime(time, berlin))).toBe('24 Nov 2026, 10:00-11:00')
})

it('shows the day of the user on a tile', () => {
  const late = instant('2026-11-24T23:30:00Z', '2026-11-25T00:30:00Z')

  expect(tileOf(late, berlin)).toEqual({ month: 'Nov', day: '25' })
  expect(tileOf(late, { ...berlin, timeZone: 'America/New_York' })?.day).toBe('24')
})

it('shows a whole day as the same day everywhere', () => {
  const day: EventTime = { kind: 'day', start: '2026-11-24', end: '2026-11-25' }

  expect(tileOf(day, { ...berlin, timeZone: 'Pacific/Auckland' })?.day).toBe('24')
  expect(tileOf(day, { ...berlin, timeZone: 'Pacific/Honolulu' })?.day).toBe('24')
})

it('shows no day where none is known', () => {
  expect(tileOf({ kind: 'unclear', text: 'soon', reason: '' }, berlin)).toBeNull()
})

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

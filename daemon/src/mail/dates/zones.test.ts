import { expect, test } from 'vitest'
import { findZoneWords, wallClockAt } from './zones.ts'

const context = { userZone: 'Europe/Zurich', sentAt: '2026-11-18T12:00:00.000Z', dateOffset: 60 }
const winter = wallClockAt(Date.UTC(2026, 10, 24, 14))
const summer = winter.set({ month: 7 })

function zoneOf(text: string, wall = winter): string {
  const zone = findZoneWords(text, context)[0]?.zoneOf(wall)
  return zone === undefined
    ? 'none'
    : typeof zone === 'string'
      ? 'unclear'
      : zone.nameAt(Date.UTC(2026, 10, 24))
}

test.each([
  [' Eastern Time', 'America/New_York'],
  [' (US Eastern)', 'America/New_York'],
  [' Pacific', 'America/Los_Angeles'],
  [' (Europe/Zurich)', 'Europe/Zurich'],
  [' Central European Time - Zurich', 'Europe/Berlin'],
  [' UK time', 'Europe/London'],
  [' (Berlin time)', 'Europe/Berlin'],
  [' Zürcher Zeit', 'Europe/Zurich'],
  [' (heure de Paris)', 'Europe/Paris'],
  [' heure d’Europe centrale', 'Europe/Paris'],
  [' (Berlin)', 'Europe/Berlin'],
  [' in Berlin', 'Europe/Berlin'],
  [' ET ', 'America/New_York'],
  [' GMT+2', 'Etc/GMT-2'],
  [' UTC−5', 'Etc/GMT+5'],
  [' UTC+5:30', 'UTC'],
  ['+01:00', 'Europe/Zurich'],
  [' UTC', 'UTC'],
  [' JST', 'Asia/Tokyo'],
])('"%s" is %s', (text, expected) => {
  expect(zoneOf(text)).toBe(expected)
})

test.each([
  ' PST',
  ' CET',
  ' MEZ',
  ' EST',
  ' Eastern Standard Time',
  ' GMT+25',
  ' your time',
  ' Ortszeit',
])('"%s" does not fit a day in summer, or fits none', (text) => {
  expect(zoneOf(text, summer)).toBe('unclear')
})

test.each([' PDT', ' CEST', ' MESZ', ' BST', ' British Summer Time'])(
  '"%s" does not fit a day in winter',
  (text) => {
    expect(zoneOf(text)).toBe('unclear')
    expect(zoneOf(text, summer)).not.toBe('unclear')
  },
)

test.each([
  ' et 15h',
  ' at the West Wing',
  ' and/or Zoom/Teams',
  ' in our Central office',
  ' der Pt. 3',
  ' ET 15 Uhr',
  ' Marketing',
  '',
])('"%s" says nothing about a zone', (text) => {
  expect(zoneOf(text)).toBe('none')
})

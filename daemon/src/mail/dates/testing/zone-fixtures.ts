import { readFileSync } from 'node:fs'
import { writeCalendar, writeEvent } from './write-calendar.ts'
import { zoneDescriptions } from './zone-descriptions.ts'

/**
 * Events and their times, from zone-fixtures.txt: a title, the expected time, the lines of the
 * event and how its zone is described. The instants were worked out by hand from the offsets of the
 * zones and the days on which clocks change: 29 March and 25 October 2026 in Europe, 8 March and
 * 1 November 2026 in America.
 */
export interface ZoneFixture {
  readonly title: string
  /** Start, end and zone; first and last day (exclusive); or "unclear". */
  readonly expected: string
  readonly calendar: string
}

function fixture(row: string): ZoneFixture {
  const [title = '', expected = '', ...columns] = row.split(' | ')
  const lines = columns.filter((column) => /^D[A-Z]+[;:]/.test(column))
  const tzid = /TZID=(.*?):\d{8}T/.exec(lines[0] ?? '')?.[1]?.replaceAll('"', '') ?? ''
  const described = columns
    .filter((column) => !lines.includes(column))
    .map((name) => zoneDescriptions[name]?.(tzid) ?? `there is no ${name}`)
  return { title, expected, calendar: writeCalendar('REQUEST', ...described, writeEvent(...lines)) }
}

export const zoneFixtures = readFileSync(new URL('./zone-fixtures.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(fixture)

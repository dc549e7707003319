import { readFileSync } from 'node:fs'
import type { EventTime } from '@shortlist/contracts/calendar'

const rowsOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

/** A calendar of one METHOD; `components` are whole VEVENTs and VTIMEZONEs. */
export function writeCalendar(method: string, ...components: string[]): string {
  const head = ['BEGIN:VCALENDAR', 'PRODID:-//Test//EN', 'VERSION:2.0']
  const named = method === '' ? [] : [`METHOD:${method}`]
  return [...head, ...named, ...components, 'END:VCALENDAR', ''].join('\r\n')
}

/** A VEVENT of the given lines; UID, DTSTAMP and SUMMARY where they name none. */
export function writeEvent(...lines: string[]): string {
  const usual = ['UID:interview-1@example.com', 'DTSTAMP:20260105T080000Z', 'SUMMARY:Interview']
  const missing = usual.filter(
    (line) => !lines.some((own) => own.startsWith(line.slice(0, line.indexOf(':')))),
  )
  return ['BEGIN:VEVENT', ...missing, ...lines, 'END:VEVENT'].join('\r\n')
}

/**
 * A VTIMEZONE as calendar programs write them: of zone-descriptions.txt, a name and a line for each
 * part of it, with its properties behind its kind.
 */
export function describeZone(name: string, tzid: string): string {
  const rows = rowsOf('./zone-descriptions.txt')
  const begin = rows.findIndex((row) => row.startsWith(`# ${name}:`))
  const end = rows.findIndex((row, at) => at > begin && row.startsWith('#'))
  const parts = rows.slice(begin + 1, end < 0 ? rows.length : end).flatMap((row) => {
    const [kind = '', ...lines] = row.split(' ')
    return lines.length === 0 ? [kind] : [`BEGIN:${kind}`, ...lines, `END:${kind}`]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...parts, 'END:VTIMEZONE'].join('\r\n')
}

/**
 * Events and their times, from zone-fixtures.txt: a title, the expected time, the lines of the
 * event and how its zone is described. The instants were worked out by hand from the offsets of the
 * zones and the days on which clocks change: 29 March and 25 October 2026 in Europe, 8 March and
 * 1 November 2026 in America.
 */
export const zoneFixtures = rowsOf('./zone-fixtures.txt').map((row) => {
  const [title = '', expected = '', ...columns] = row.split(' | ')
  const lines = columns.filter((column) => /^D[A-Z]+[;:]/.test(column))
  const tzid = /TZID=(.*?):\d{8}T/.exec(lines[0] ?? '')?.[1]?.replaceAll('"', '') ?? ''
  const described = columns
    .filter((column) => !lines.includes(column))
    .map((name) => describeZone(name, tzid))
  return { title, expected, calendar: writeCalendar('REQUEST', ...described, writeEvent(...lines)) }
})

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

export const dateFixtures = rowsOf('./date-fixtures.txt').map((row) => {
  const [text = '', expected = ''] = row.split(' | ')
  return { text: text.replaceAll('⏎', '\n'), expected: expected.trim() }
})

/** "2026-01-15T09:00Z 2026-01-15T10:00Z Europe/Zurich", "2026-03-12 2026-03-13", or "unclear". */
export function showTime(time: EventTime | undefined): string {
  if (!time) return 'nothing'
  if (time.kind === 'unclear') return 'unclear'
  const [start, end] = [time.start, time.end].map((at) => at.replace(':00.000Z', 'Z'))
  return time.kind === 'day' ? `${start} ${end}` : `${start} ${end} ${time.timeZone}`
}

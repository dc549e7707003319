import { DateTime } from 'luxon'
import { isoDay, isWallClock, type WallClock, wallClockAt, type Zone } from './wall-clock.ts'

/** A property as ical.js parses it: name, parameters, type, values (RFC 7265, 3.4). */
export type JcalProperty = readonly [
  string,
  Readonly<Record<string, string | readonly string[]>>,
  string,
  ...unknown[],
]

/** A component as ical.js parses it (RFC 7265, 3.3). */
export type JcalComponent = readonly [string, readonly JcalProperty[], readonly JcalComponent[]]

/** A date or a time of a calendar as it is written. `tzid` is null in UTC and where none is named. */
export interface WrittenTime {
  readonly wall: WallClock
  readonly isDay: boolean
  readonly isUtc: boolean
  readonly tzid: string | null
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z?))?$/

/** All properties of a name, in the order of the file. */
export function propertiesOf(component: JcalComponent, name: string): JcalProperty[] {
  return component[1].filter((property) => property[0] === name)
}

/** The first value of a property as text, or null where there is none. */
export function textOf(component: JcalComponent, name: string): string | null {
  const value = propertiesOf(component, name)[0]?.[3]
  return typeof value === 'string' ? value : null
}

function writtenTime(value: unknown, tzid: string | null): WrittenTime | null {
  const parts = DATE.exec(String(Array.isArray(value) ? value[0] : value))
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const wall = { year, month, day, hour, minute, second: Math.min(second, 59) }
  const isUtc = parts[7] === 'Z'
  if (!isWallClock(wall)) return null
  return { wall, isDay: parts[4] === undefined, isUtc, tzid: isUtc ? null : tzid }
}

/** Dates and times of all properties of a name; a value that is none is left out. */
export function timesOf(component: JcalComponent, name: string): WrittenTime[] {
  return propertiesOf(component, name).flatMap(([, { tzid }, , ...values]) => {
    const named = typeof tzid === 'string' && tzid !== '' ? tzid : null
    return values.flatMap((value) => writtenTime(value, named) ?? [])
  })
}

/** A duration's nominal days, which keep the wall clock, and its exact milliseconds. */
export interface Duration {
  readonly days: number
  readonly milliseconds: number
}

const DURATION =
  /^([+-])?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/

/** DURATION (RFC 5545, 3.3.6), or null where it is missing, negative or broken. */
export function durationOf(component: JcalComponent): Duration | null {
  const parts = DURATION.exec(textOf(component, 'duration') ?? '')
  if (!parts || parts[1] === '-') return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(2)
    .map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** A recurrence rule as ical.js parses it: keys in lower case (RFC 7265, 3.6.10). */
export type Rule = Readonly<Record<string, unknown>>

const ORDER = ['freq', 'bymonth', 'bymonthday', 'byday', 'bysetpos']
const APART = ['until', 'count', 'interval', 'wkst']

/**
 * A rule as one text with its parts in a fixed order, such as "freq=MONTHLY;byday=2TU", so that one
 * pattern says whether it is of a kind. Without UNTIL, COUNT, INTERVAL and WKST.
 */
export function ruleShape(rule: Rule): string {
  const rank = (part: string) => ORDER.indexOf(part) + 1 || ORDER.length + 1
  return Object.keys(rule)
    .filter((part) => !APART.includes(part))
    .sort((a, b) => rank(a) - rank(b))
    .map((part) => `${part}=${String(rule[part])}`)
    .join(';')
}

/** When something begins: an instant in epoch milliseconds, a whole day, or words. */
export type Moment =
  | { readonly kind: 'instant'; readonly at: number; readonly zone: Zone }
  | { readonly kind: 'day'; readonly day: WallClock }
  | { readonly kind: 'unclear'; readonly text: string; readonly reason: string }

const SHORT_DAY = 'ccc d LLL y'

/** "Tue 24 Nov 2026 10:05". */
export function shortTime(wall: WallClock, format = `${SHORT_DAY} HH:mm`): string {
  return DateTime.fromObject(wall, { zone: 'utc', locale: 'en' }).toFormat(format)
}

/** "Tue 24 Nov 2026 10:00 Europe/Zurich", "Tue 24 Nov 2026", or the words. */
export function shortMoment(moment: Moment): string {
  if (moment.kind === 'day') return shortTime(moment.day, SHORT_DAY)
  if (moment.kind === 'unclear') return moment.text
  const { at, zone } = moment
  return `${shortTime(wallClockAt(at, zone.offsetAt(at)))} ${zone.nameAt(at)}`
}

/** What names an occurrence of a series: an instant in UTC or a day, ISO 8601. */
export function recurrenceIdOf(moment: Moment | null): string | null {
  if (moment === null || moment.kind === 'unclear') return null
  return moment.kind === 'day' ? isoDay(moment.day) : new Date(moment.at).toISOString()
}

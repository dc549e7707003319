import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { placeLine, plainLine, SUMMARY_MAX, withoutAddresses } from '../../platform/clean-text.ts'
import type { TimeContext } from '../ports.ts'
import {
  ianaName,
  ianaZone,
  isoDay,
  MINUTE_MS,
  offsetZone,
  resolveWallClock,
  type WallClock,
  wallClock,
  wallClockAt,
  type Zone,
  zoneCalled,
} from './zones.ts'

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
interface WrittenTime {
  readonly wall: WallClock
  readonly isDay: boolean
  readonly isUtc: boolean
  readonly tzid: string | null
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z?))?$/

/** All properties of a name, in the order of the file. */
function propertiesOf(component: JcalComponent, name: string): JcalProperty[] {
  return component[1].filter((property) => property[0] === name)
}

/** The first value of a property as text, or null where there is none. */
export function textOf(component: JcalComponent, name: string): string | null {
  const value = propertiesOf(component, name)[0]?.[3]
  return typeof value === 'string' ? value : null
}

function writtenTime(value: unknown, tzid: string | null): WrittenTime | null {
  // a leap second is the one before it
  const text = String(Array.isArray(value) ? value[0] : value).replace(/:[6-9]\d(?=Z?$)/, ':59')
  const parts = DATE.exec(text)
  const wall = parts && wallClock(...parts.slice(1, 7).map((part) => Number(part ?? 0)))
  const isUtc = parts?.[7] === 'Z'
  return wall && { wall, isDay: parts[4] === undefined, isUtc, tzid: isUtc ? null : tzid }
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
function durationOf(component: JcalComponent): Duration | null {
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
  return wall.setLocale('en').toFormat(format)
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

/** "(UTC+01:00) Amsterdam, Berlin, Bern" and "(GMT-05.00) Eastern Time (US & Canada)". */
const OUTLOOK_SHAPE = /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d{2}))?\) (.+)$/
const UTC_NAMES = /^(?:(?:etc\/)?(?:utc|gmt|zulu|uct)|z|tzone:\/\/microsoft\/utc)$/i

/** Whether a zone keeps to `minutes` east of UTC outside daylight saving. */
function hasStandardOffset(name: string, minutes: number): boolean {
  const { offsetAt } = ianaZone(name)
  return Math.min(offsetAt(Date.UTC(2026, 0, 15)), offsetAt(Date.UTC(2026, 6, 15))) === minutes
}

/** A zone title of Outlook counts where one of its cities has the offset that it names. */
function zoneOfTitle([, sign, hours, minutes, places = '']: RegExpExecArray): string | null {
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  const known = Intl.supportedValuesOf('timeZone')
  for (const place of places.replace(/\([^)]*\)/g, '').split(',')) {
    const city = place.trim().toLowerCase()
    const end = `/${city.replaceAll(' ', '_')}`
    const name = zoneCalled(city)?.name ?? known.find((zone) => zone.toLowerCase().endsWith(end))
    if (name && hasStandardOffset(name, offset)) return name
  }
  return null
}

/**
 * The zone of a name as calendars write it: of IANA itself (also behind the prefixes of Mozilla and
 * libical), of Windows (table of the Unicode CLDR), or a title of Outlook. Null where nothing certain
 * is known.
 */
function zoneNamed(written: string): Zone | null {
  const name = written.trim().replace(/^"|"$/g, '').slice(0, 200)
  const title = OUTLOOK_SHAPE.exec(name)
  const ends = name.startsWith('/') ? [3, 2].map((count) => name.split('/').slice(-count)) : []
  const names = [name, findIana(name)[0] ?? '', ...ends.map((end) => end.join('/'))]
  const [found = title && zoneOfTitle(title)] = names.flatMap((each) => ianaName(each) ?? [])
  return UTC_NAMES.test(name) ? ianaZone('UTC') : found ? ianaZone(found) : null
}

/** Turns the times of one calendar into moments. */
type ReadMoment = (written: WrittenTime) => Moment

/** The changes of the clocks around a year, by a standard or daylight part of a VTIMEZONE (3.6.5). */
type Observance = (year: number) => readonly Change[]

/** An instant, and the offsets before and behind it in minutes. */
interface Change {
  readonly at: number
  readonly from: number
  readonly to: number
}

const OBSERVANCES_MAX = 300
/** The yearly rules that zones are written in; ical.js does not come back from some others. */
const YEARLY =
  /^freq=YEARLY(?:;bymonth=(?:[1-9]|1[0-2]))?(?:;bymonthday=(?:[1-9]|1\d|2[0-8])(?:,\d{1,2})*)?(?:;byday=[+-]?[1-5]?(?:SU|MO|TU|WE|TH|FR|SA))?$/

function offsetOf(component: JcalComponent, name: string): number | null {
  const parts = /^([+-])(\d{2}):(\d{2})(?::\d{2})?$/.exec(textOf(component, name) ?? '')
  if (!parts) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return minutes > 24 * 60 ? null : parts[1] === '-' ? -minutes : minutes
}

/** The last wall clock of a rule as UTC, by UNTIL (RFC 5545, 3.3.10); a day counts to its end. */
export function lastWallClock({ until }: Rule, offsetAt: Zone['offsetAt']): number {
  if (until === undefined) return Date.UTC(9999, 0)
  const time = String(until).includes('T') ? String(until) : `${until}T23:59:59`
  const at = Date.parse(time.endsWith('Z') ? time : `${time}Z`)
  return time.endsWith('Z') ? at + offsetAt(at) * MINUTE_MS : at
}

/** What a time of ical.js shows that is in UTC or in no zone. */
export function wallOf(time: ICAL.Time | null): WallClock | null {
  return time && wallClockAt(time.toUnixTime() * 1000)
}

function observanceOf(component: JcalComponent): Observance | null {
  const [start] = timesOf(component, 'dtstart')
  const from = offsetOf(component, 'tzoffsetfrom')
  const to = offsetOf(component, 'tzoffsetto')
  if (!start || from === null || to === null) return null
  const at = (wall: WallClock) => wall.toMillis() - from * MINUTE_MS
  const named = timesOf(component, 'rdate').map(({ wall, isUtc }) =>
    isUtc ? wall.toMillis() : at(wall),
  )
  named.push(at(start.wall))
  const changes = (onsets: readonly number[]) => onsets.map((onset) => ({ at: onset, from, to }))
  const [property, second] = propertiesOf(component, 'rrule')
  if (!property) return () => changes(named)
  const { until, ...rule } = property[3] as Rule
  const last = lastWallClock({ until }, () => from) - from * MINUTE_MS
  const isEvery = rule.count === undefined && Number(rule.interval ?? 1) === 1
  if (second || !isEvery || !YEARLY.test(ruleShape(rule)) || Number.isNaN(last)) return null
  const { month, day } = start.wall
  const onDay = rule.byday || rule.bymonthday ? {} : { bymonthday: [day] }
  const recur = ICAL.Recur.fromData({ bymonth: [month], ...onDay, ...rule })
  return (year) => {
    // a rule that has ended still counts by its last onset
    const first = Math.min(year, new Date(last).getUTCFullYear()) - 1
    const begin = start.wall.set({ year: first, month: 1, day: 1 })
    const iterator = recur.iterator(ICAL.Time.fromJSDate(begin.toJSDate(), true))
    // the iterator changes what it has returned
    const yearly = [0, 1, 2].map(() => at(wallOf(iterator.next()) ?? start.wall))
    const later = yearly.filter((onset) => onset > at(start.wall))
    return changes([...named, ...later].filter((each) => each <= last))
  }
}

/**
 * The zone that a VTIMEZONE describes, named after an IANA zone that agrees with it. Null where it
 * has no usable part or one that cannot be read: then it says nothing for certain.
 */
function describedZone(component: JcalComponent, tzid: string, userZone: string): Zone | null {
  const parts = component[2].filter(([kind]) => kind === 'standard' || kind === 'daylight')
  if (parts.length === 0 || parts.length > OBSERVANCES_MAX) return null
  const observances = parts.map(observanceOf).filter((part) => part !== null)
  if (observances.length < parts.length) return null
  const named = zoneNamed(tzid) ?? zoneNamed(textOf(component, 'x-lic-location') ?? '')
  const years = new Map<number, readonly Change[]>()
  const offsetAt = (instant: number) => {
    const year = new Date(instant).getUTCFullYear()
    const changes =
      years.get(year) ??
      observances.flatMap((around) => around(year)).toSorted((a, b) => a.at - b.at)
    years.set(year, changes)
    return changes.findLast(({ at }) => at <= instant)?.to ?? changes[0]?.from ?? 0
  }
  const nameAt = (instant: number) => {
    const zone = offsetZone(offsetAt(instant), userZone)
    return (named?.offsetAt(instant) === offsetAt(instant) ? named : zone).nameAt(instant)
  }
  return { offsetAt, nameAt }
}

/**
 * Reads times as RFC 5545 (3.3.5) means them: by the VTIMEZONE of the file, else by the name of the
 * zone; floating times in the user's zone. A zone that nobody knows leaves the time unclear.
 */
export function openCalendarZones(
  descriptions: readonly JcalComponent[],
  { userZone }: TimeContext,
): ReadMoment {
  const zones = new Map<string, Zone | null>()
  const find = (tzid: string): Zone | null => {
    const known = zones.get(tzid)
    if (known !== undefined) return known
    const own = descriptions.filter((component) => textOf(component, 'tzid') === tzid)
    const [described] = own.flatMap((each) => describedZone(each, tzid, userZone) ?? [])
    const zone = described ?? zoneNamed(tzid)
    zones.set(tzid, zone)
    return zone
  }
  return ({ wall, isDay, isUtc, tzid }) => {
    if (isDay) return { kind: 'day', day: wall }
    const zone = isUtc ? ianaZone('UTC') : tzid === null ? ianaZone(userZone) : find(tzid)
    if (zone) return { kind: 'instant', at: resolveWallClock(wall, zone), zone }
    return {
      kind: 'unclear',
      text: `${shortTime(wall)} (${tzid?.slice(0, 80)})`,
      reason: 'The invitation names a time zone that is not known.',
    }
  }
}

type Said = 'method' | 'uid' | 'sequence' | 'stamp' | 'summary' | 'location' | 'organizer'

/** One VEVENT of an invitation, read (RFC 5545, 3.6.1). */
export interface InvitedEvent extends Pick<EventProposal, Said> {
  /** Null only for a cancellation that names no time. */
  readonly start: Moment | null
  /** The whole time of the event or of one of its occurrences, by its start. */
  readonly timeFrom: (start: Moment) => EventTime
  /** The occurrence of the series that this is about. */
  readonly occurrence: Moment | null
  /** It is about all later occurrences, too. */
  readonly isRange: boolean
  readonly rules: readonly JcalProperty[]
  readonly added: readonly Moment[]
  readonly excluded: readonly Moment[]
}

/** Methods of the appointments themselves; the others are between organizer and guests (RFC 5546). */
const METHODS = ['', 'PUBLISH', 'REQUEST', 'ADD', 'CANCEL']
const SEQUENCE_MAX = 1_000_000_000
/** Most dates that a series names one by one; the last ones count, since they lie ahead. */
const DATES_MAX = 2000

/** How long it lasts, by RFC 5545 (3.6.1): to DTEND, for DURATION, else no time or the whole day. */
function lengthOf(component: JcalComponent, start: Moment, read: ReadMoment): Duration | string {
  const [writtenEnd] = timesOf(component, 'dtend')
  const end = writtenEnd ? read(writtenEnd) : null
  if (end?.kind === 'unclear') return end.reason
  if (start.kind === 'instant' && end?.kind === 'instant') {
    if (end.at < start.at) return 'The invitation ends before it begins.'
    return { days: 0, milliseconds: end.at - start.at }
  }
  if (start.kind === 'day' && end?.kind === 'day') {
    const days = end.day.diff(start.day).as('days')
    if (days < 0) return 'The invitation ends before it begins.'
    return { days: Math.max(days, 1), milliseconds: 0 }
  }
  const duration = durationOf(component)
  if (start.kind === 'day') return { days: Math.max(duration?.days ?? 1, 1), milliseconds: 0 }
  return duration ?? { days: 0, milliseconds: 0 }
}

function timeOf(start: Moment, length: Duration | string): EventTime {
  if (start.kind === 'unclear') return { ...start }
  if (typeof length === 'string')
    return { kind: 'unclear', text: shortMoment(start), reason: length }
  if (start.kind === 'day')
    return {
      kind: 'day',
      start: isoDay(start.day),
      end: isoDay(start.day.plus({ days: length.days })),
    }
  const { at, zone } = start
  const wall = wallClockAt(at, zone.offsetAt(at))
  const shifted = length.days === 0 ? at : resolveWallClock(wall.plus({ days: length.days }), zone)
  return {
    kind: 'instant',
    start: new Date(at).toISOString(),
    end: new Date(shifted + length.milliseconds).toISOString(),
    timeZone: zone.nameAt(at),
  }
}

function placeOf(component: JcalComponent): string {
  const place = textOf(component, 'location') ?? ''
  const link = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl']
    .map((name) => textOf(component, name))
    .find((value) => value?.startsWith('https://'))
  return placeLine(link === undefined ? place : `${place} ${link}`, () => true)
}

/** Address of its ORGANIZER (RFC 5545, 3.8.4.3). */
function organizerOf(component: JcalComponent): string | undefined {
  const value = String(propertiesOf(component, 'organizer')[0]?.[3] ?? '')
  return /^mailto:([^\s<>]{3,320})$/i.exec(value)?.[1]?.toLowerCase()
}

function methodOf(component: JcalComponent, method: string): 'request' | 'cancel' | null {
  if (!METHODS.includes(method)) return null
  const isOff = method === 'CANCEL' || textOf(component, 'status')?.toUpperCase() === 'CANCELLED'
  return isOff ? 'cancel' : 'request'
}

/**
 * Reads one VEVENT under the METHOD of its calendar. Null for answers and proposals of guests
 * (REPLY, REFRESH, COUNTER, DECLINECOUNTER), and for an event that names no time or no occurrence.
 */
export function readInvitedEvent(
  component: JcalComponent,
  calendarMethod: string,
  read: ReadMoment,
): InvitedEvent | null {
  const method = methodOf(component, calendarMethod)
  const moments = (name: string) => timesOf(component, name).slice(-DATES_MAX).map(read)
  const [start = null] = moments('dtstart')
  const [occurrence = null] = moments('recurrence-id')
  const names = propertiesOf(component, 'recurrence-id')
  const uid = textOf(component, 'uid')?.trim().slice(0, 1000) || null
  if (method === null || (names.length > 0 && occurrence === null)) return null
  if (start === null && (method === 'request' || uid === null)) return null
  const length = start ? lengthOf(component, start, read) : ''
  const [stamp] = moments('dtstamp')
  const organizer = organizerOf(component)
  const sequence = Number(propertiesOf(component, 'sequence')[0]?.[3] ?? 0)
  return {
    method,
    uid,
    sequence: sequence >= 0 && sequence <= SEQUENCE_MAX ? Math.floor(sequence) : 0,
    stamp: stamp?.kind === 'instant' ? new Date(stamp.at).toISOString() : null,
    ...(organizer !== undefined && { organizer }),
    summary: plainLine(withoutAddresses(textOf(component, 'summary') ?? ''), SUMMARY_MAX),
    location: placeOf(component),
    start,
    timeFrom: (moment) => timeOf(moment, length),
    occurrence,
    isRange: String(names[0]?.[1].range).toUpperCase() === 'THISANDFUTURE',
    rules: propertiesOf(component, 'rrule'),
    added: moments('rdate'),
    excluded: moments('exdate'),
  }
}

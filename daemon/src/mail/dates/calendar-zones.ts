import ICAL from 'ical.js'
import type { TimeContext } from '../ports.ts'
import {
  type JcalComponent,
  type Moment,
  propertiesOf,
  type Rule,
  ruleShape,
  shortTime,
  textOf,
  timesOf,
  type WrittenTime,
} from './calendar-values.ts'
import {
  asUtc,
  ianaZone,
  MINUTE_MS,
  offsetZone,
  resolveWallClock,
  type WallClock,
  type Zone,
} from './wall-clock.ts'
import { resolveZoneName } from './zone-name.ts'

/** Turns the times of one calendar into moments. */
export type ReadMoment = (written: WrittenTime) => Moment

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

/** The last instant of a rule; without a "Z" UNTIL is a wall clock by the offset before (`from`). */
function untilOf({ until }: Rule, from: number): number {
  if (until === undefined) return Date.UTC(9999, 0)
  const time = String(until).includes('T') ? String(until) : `${until}T23:59:59`
  return time.endsWith('Z') ? Date.parse(time) : Date.parse(`${time}Z`) - from * MINUTE_MS
}

function observanceOf(component: JcalComponent): Observance | null {
  const [start] = timesOf(component, 'dtstart')
  const from = offsetOf(component, 'tzoffsetfrom')
  const to = offsetOf(component, 'tzoffsetto')
  if (!start || from === null || to === null) return null
  const at = (wall: WallClock) => asUtc(wall) - from * MINUTE_MS
  const named = timesOf(component, 'rdate').map(({ wall, isUtc }) =>
    isUtc ? asUtc(wall) : at(wall),
  )
  named.push(at(start.wall))
  const changes = (onsets: readonly number[]) => onsets.map((onset) => ({ at: onset, from, to }))
  const [property, second] = propertiesOf(component, 'rrule')
  if (!property) return () => changes(named)
  const { until, ...rule } = property[3] as Rule
  const last = untilOf({ until }, from)
  const isEvery = rule.count === undefined && Number(rule.interval ?? 1) === 1
  if (second || !isEvery || !YEARLY.test(ruleShape(rule)) || Number.isNaN(last)) return null
  const { month, day } = start.wall
  const onDay = rule.byday || rule.bymonthday ? {} : { bymonthday: [day] }
  const recur = ICAL.Recur.fromData({ bymonth: [month], ...onDay, ...rule })
  return (year) => {
    // a rule that has ended still counts by its last onset
    const first = Math.min(year, new Date(last).getUTCFullYear()) - 1
    const begin = { ...start.wall, year: first, month: 1, day: 1, isDate: false }
    const iterator = recur.iterator(new ICAL.Time(begin, ICAL.Timezone.utcTimezone))
    // the iterator changes what it has returned
    const yearly = [0, 1, 2].map(() => at(iterator.next() ?? start.wall))
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
  const name = resolveZoneName(tzid) ?? resolveZoneName(textOf(component, 'x-lic-location') ?? '')
  const named = name === null ? null : ianaZone(name)
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
    const name = described ? null : resolveZoneName(tzid)
    const zone = described ?? (name === null ? null : ianaZone(name))
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

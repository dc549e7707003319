import { type JcalComponent, propertiesOf, textOf, timesOf } from './calendar-values.ts'
import { asUtc, type WallClock, wallClockAt, type Zone } from './wall-clock.ts'

/** A standard or daylight part of a VTIMEZONE; offsets in minutes (RFC 5545, 3.6.5). */
interface Observance {
  readonly from: number
  readonly to: number
  /** Onsets that are named one by one, as wall clocks by `from`. */
  readonly onsets: readonly WallClock[]
  readonly yearly: YearlyOnset | null
}

/** An onset of every year. `days` are days of the month, `nth` counts from the end below 0. */
interface YearlyOnset {
  readonly start: WallClock
  readonly until: number
  readonly month: number
  readonly days: readonly number[]
  readonly weekday: number | null
  readonly nth: number
}

interface Transition {
  readonly at: number
  readonly observance: Observance
}

const MINUTE_MS = 60_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const OBSERVANCES_MAX = 300

function offsetOf(component: JcalComponent, name: string): number | null {
  const parts = /^([+-])(\d{2}):(\d{2})(?::\d{2})?$/.exec(textOf(component, name) ?? '')
  if (!parts) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return minutes > 24 * 60 ? null : parts[1] === '-' ? -minutes : minutes
}

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
}

/** Reads the yearly rules that zones are written in; null for any other rule. */
function yearlyOnset(rule: unknown, start: WallClock, from: number): YearlyOnset | null {
  const parts = (rule ?? {}) as Record<string, unknown>
  const months = list(parts['bymonth'])
  const byDay = list(parts['byday'])
  if (parts['freq'] !== 'YEARLY' || months.length > 1 || byDay.length > 1) return null
  if (parts['count'] !== undefined || Number(parts['interval'] ?? 1) !== 1) return null
  const day = /^([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA)$/.exec(byDay[0] ?? '')
  if (byDay.length === 1 && !day) return null
  const ends = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z?))?$/.exec(
    String(parts['until'] ?? ''),
  )
  if (parts['until'] !== undefined && !ends) return null
  const until = ends
    ? Date.parse(`${ends[1]}-${ends[2]}-${ends[3]}T${ends[4] ?? '23'}:${ends[5] ?? '59'}:00Z`) -
      (ends[7] === 'Z' ? 0 : from * MINUTE_MS)
    : Number.POSITIVE_INFINITY
  const days = list(parts['bymonthday']).map(Number)
  return {
    start,
    until,
    month: months.length === 1 ? Number(months[0]) : start.month,
    days: days.length === 0 && !day ? [start.day] : days,
    weekday: day ? WEEKDAYS.indexOf(day[2] ?? '') : null,
    nth: Number(day?.[1] ?? 0),
  }
}

function observanceOf(component: JcalComponent): Observance | null {
  const [start] = timesOf(component, 'dtstart')
  const from = offsetOf(component, 'tzoffsetfrom')
  const to = offsetOf(component, 'tzoffsetto')
  if (!start || from === null || to === null) return null
  const [rule, second] = propertiesOf(component, 'rrule')
  const yearly = rule ? yearlyOnset(rule[3], start.wall, from) : null
  if (second || (rule && !yearly)) return null
  const named = timesOf(component, 'rdate').map(({ wall, isUtc }) =>
    isUtc ? wallClockAt(asUtc(wall), from) : wall,
  )
  return { from, to, onsets: [start.wall, ...named], yearly }
}

function onsetIn(year: number, rule: YearlyOnset): WallClock | null {
  const length = new Date(Date.UTC(year, rule.month, 0)).getUTCDate()
  const days = Array.from({ length }, (_, index) => index + 1).filter(
    (day) =>
      (rule.days.length === 0 || rule.days.includes(day)) &&
      (rule.weekday === null ||
        new Date(Date.UTC(year, rule.month - 1, day)).getUTCDay() === rule.weekday),
  )
  const day = days.at(rule.nth > 0 ? rule.nth - 1 : rule.nth)
  return day === undefined ? null : { ...rule.start, year, month: rule.month, day }
}

function transitionsOf(observance: Observance, year: number): Transition[] {
  const { from, onsets, yearly } = observance
  const walls = [...onsets]
  for (const near of yearly ? [year - 1, year, year + 1] : []) {
    const wall = yearly && near > yearly.start.year ? onsetIn(near, yearly) : null
    if (wall) walls.push(wall)
  }
  return walls
    .map((wall) => ({ at: asUtc(wall) - from * MINUTE_MS, observance }))
    .filter(({ at }) => !yearly || at <= yearly.until)
}

/**
 * The zone that a VTIMEZONE describes, by the name that it is to have. Null where it has no usable
 * part or one that cannot be read: then it says nothing for certain.
 */
export function zoneOfRules(component: JcalComponent, nameAt: Zone['nameAt']): Zone | null {
  const parts = component[2].filter(([kind]) => kind === 'standard' || kind === 'daylight')
  const observances = parts.map(observanceOf).filter((part) => part !== null)
  if (parts.length === 0 || parts.length > OBSERVANCES_MAX) return null
  if (observances.length < parts.length) return null
  const years = new Map<number, Transition[]>()
  const around = (year: number) => {
    const known = years.get(year)
    if (known) return known
    const all = observances.flatMap((observance) => transitionsOf(observance, year))
    all.sort((a, b) => a.at - b.at)
    years.set(year, all)
    return all
  }
  return {
    nameAt,
    offsetAt(instant) {
      const all = around(new Date(instant).getUTCFullYear())
      const last = all.findLast(({ at }) => at <= instant)
      return last ? last.observance.to : (all[0]?.observance.from ?? 0)
    },
  }
}

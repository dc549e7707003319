import { type JcalComponent, propertiesOf, textOf, timesOf } from './calendar-values.ts'
import { type Rule, ruleShape } from './rule-shape.ts'
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
  /** Epoch milliseconds, and the year of it. */
  readonly until: number
  readonly lastYear: number
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

const YEARLY =
  /^freq=YEARLY(?:;bymonth=(\d{1,2}))?(?:;bymonthday=([\d,]+))?(?:;byday=([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA))?$/

/** The last instant of a rule; without a "Z" UNTIL is a wall clock by the offset before (`from`). */
function untilOf(rule: Rule, from: number): number {
  if (rule.until === undefined) return Number.POSITIVE_INFINITY
  const text = String(rule.until)
  const time = text.includes('T') ? text : `${text}T23:59:59`
  return time.endsWith('Z') ? Date.parse(time) : Date.parse(`${time}Z`) - from * MINUTE_MS
}

/** Reads the yearly rules that zones are written in; null for any other rule. */
function yearlyOnset(rule: Rule, start: WallClock, from: number): YearlyOnset | null {
  const shape = YEARLY.exec(ruleShape(rule))
  const until = untilOf(rule, from)
  const isEvery = rule.count === undefined && Number(rule.interval ?? 1) === 1
  if (!shape || !isEvery || Number.isNaN(until)) return null
  const [, month, days, nth, weekday] = shape
  const named = days === undefined ? [] : days.split(',').map(Number)
  return {
    start,
    until,
    lastYear: Number.isFinite(until) ? new Date(until).getUTCFullYear() : until,
    month: Number(month ?? start.month),
    days: days === undefined && weekday === undefined ? [start.day] : named,
    weekday: weekday === undefined ? null : WEEKDAYS.indexOf(weekday),
    nth: Number(nth ?? 0),
  }
}

function observanceOf(component: JcalComponent): Observance | null {
  const [start] = timesOf(component, 'dtstart')
  const from = offsetOf(component, 'tzoffsetfrom')
  const to = offsetOf(component, 'tzoffsetto')
  if (!start || from === null || to === null) return null
  const [rule, second] = propertiesOf(component, 'rrule')
  const yearly = rule ? yearlyOnset(rule[3] as Rule, start.wall, from) : null
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
  if (yearly) {
    // A rule that has ended still counts by its last onset.
    const last = Math.min(year, yearly.lastYear)
    const years = [last - 1, last, last + 1].filter((near) => near > yearly.start.year)
    walls.push(...years.map((near) => onsetIn(near, yearly)).filter((wall) => wall !== null))
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

import type { TimeContext } from '../ports.ts'
import type { JcalProperty } from './calendar-values.ts'
import type { InvitedEvent } from './invited-event.ts'
import { type Moment, recurrenceIdOf } from './moment.ts'
import {
  asUtc,
  ianaZone,
  isoDay,
  resolveWallClock,
  type WallClock,
  wallClockAt,
} from './wall-clock.ts'

/** How many occurrences of a series are looked at, past ones included. */
const STEPS_MAX = 20_000
const DAY_MS = 86_400_000

type Rule = Readonly<Record<string, unknown>>

function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
}

/**
 * Whether a rule is one of those that calendar programs write. ical.js does not come back from some
 * rules that never or hardly ever come true, so that anything else is not given to it.
 */
function isUsualRule(rule: Rule): boolean {
  const interval = Number(rule['interval'] ?? 1)
  const [days, monthDays, months, positions] = ['byday', 'bymonthday', 'bymonth', 'bysetpos'].map(
    (part) => list(rule[part]),
  ) as [string[], string[], string[], string[]]
  const rare = ['bysecond', 'byminute', 'byhour', 'byweekno', 'byyearday']
  if (rare.some((part) => rule[part] !== undefined) || !Number.isInteger(interval)) return false
  const isPlain = days.every((day) => /^(?:SU|MO|TU|WE|TH|FR|SA)$/.test(day))
  const isNth =
    days.length === 1 && /^(?:[+-]?[1-4]|-1)(?:SU|MO|TU|WE|TH|FR|SA)$/.test(days[0] ?? '')
  const inMonth = monthDays.length === 1 && /^(?:[1-9]|[12]\d|3[01]|-1)$/.test(monthDays[0] ?? '')
  const nthOf =
    positions.length === 0
      ? isNth
      : days.length > 0 && isPlain && /^(?:[1-4]|-1)$/.test(positions.join())
  const noDays = monthDays.length + months.length + positions.length === 0
  switch (rule['freq']) {
    case 'DAILY':
      return noDays && interval <= 366 && (days.length === 0 || (isPlain && interval === 1))
    case 'WEEKLY':
      return noDays && interval <= 104 && isPlain
    case 'MONTHLY':
      return interval <= 6 && months.length === 0 && isOneWay(days, monthDays, inMonth, nthOf)
    case 'YEARLY':
      return interval === 1 && months.length <= 1 && isOneWay(days, monthDays, inMonth, nthOf)
    default:
      return false
  }
}

function isOneWay(days: string[], monthDays: string[], inMonth: boolean, nthOf: boolean): boolean {
  if (days.length === 0 && monthDays.length === 0) return true
  return days.length === 0 ? inMonth : monthDays.length === 0 && nthOf
}

/** Last wall clock of a series, by UNTIL (RFC 5545, 3.3.10); a day counts to its end. */
function lastWallClock(rule: Rule, start: Moment): number {
  const until = rule['until']
  if (until === undefined) return Number.POSITIVE_INFINITY
  const text = String(until)
  if (!text.includes('T')) return Date.parse(`${text}T23:59:59Z`)
  const at = Date.parse(text.endsWith('Z') ? text : `${text}Z`)
  if (!text.endsWith('Z') || start.kind !== 'instant') return at
  return asUtc(wallClockAt(at, start.zone.offsetAt(at)))
}

function* wallClocks(
  iterator: { next(): WallClock | null | undefined },
  last: number,
): Generator<WallClock> {
  for (let step = 0; step < STEPS_MAX; step++) {
    const next = iterator.next()
    if (!next || !(asUtc(next) <= last)) return
    const { year, month, day, hour, minute, second } = next
    yield { year, month, day, hour, minute, second }
  }
}

/** When a moment is over for good, so that a day counts until it ends. */
function lasts(moment: Moment, userZone: string): number {
  if (moment.kind === 'instant') return moment.at
  if (moment.kind === 'unclear') return Number.NEGATIVE_INFINITY
  return resolveWallClock(moment.day, ianaZone(userZone)) + DAY_MS - 1
}

async function byRule(
  property: JcalProperty,
  start: Exclude<Moment, { kind: 'unclear' }>,
  isWanted: (moment: Moment) => boolean,
  count: number,
): Promise<Moment[] | null> {
  const { until: _, ...rule } = property[3] as Rule & { until?: unknown }
  if (!isUsualRule(rule)) return null
  const { default: ICAL } = await import('ical.js')
  const wall =
    start.kind === 'day' ? start.day : wallClockAt(start.at, start.zone.offsetAt(start.at))
  const first = new ICAL.Time({ ...wall, isDate: false }, ICAL.Timezone.utcTimezone)
  const iterator = ICAL.Recur.fromData(rule).iterator(first)
  const moments: Moment[] = []
  for (const next of wallClocks(iterator, lastWallClock(property[3] as Rule, start))) {
    const moment: Moment =
      start.kind === 'day'
        ? { kind: 'day', day: next }
        : { ...start, at: resolveWallClock(next, start.zone) }
    if (isWanted(moment)) moments.push(moment)
    if (moments.length === count) break
  }
  return moments
}

/**
 * The next occurrences of a series when the mail was sent, at most `count`, in order, without those
 * that are excluded. Null for a series whose rule is not one that calendar programs write.
 */
export async function nextOccurrences(
  event: InvitedEvent,
  context: TimeContext,
  count: number,
): Promise<Moment[] | null> {
  const { start, rules, added, excluded } = event
  if (!start || start.kind === 'unclear' || rules.length > 1) return null
  const sentAt = Date.parse(context.sentAt)
  const out = new Set(excluded.map(recurrenceIdOf))
  const isWanted = (moment: Moment) => {
    if (lasts(moment, context.userZone) < sentAt || out.has(recurrenceIdOf(moment))) return false
    if (moment.kind !== 'instant') return true
    return !out.has(isoDay(wallClockAt(moment.at, moment.zone.offsetAt(moment.at))))
  }
  const [rule] = rules
  const ruled = rule ? await byRule(rule, start, isWanted, count) : [start].filter(isWanted)
  if (ruled === null) return null
  const all = [...ruled, ...added.filter((moment) => moment.kind !== 'unclear' && isWanted(moment))]
  const byId = new Map(all.map((moment) => [recurrenceIdOf(moment), moment]))
  return [...byId.values()]
    .sort((a, b) => lasts(a, context.userZone) - lasts(b, context.userZone))
    .slice(0, count)
}

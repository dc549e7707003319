import ICAL from 'ical.js'
import type { TimeContext } from '../ports.ts'
import {
  type JcalProperty,
  lastWallClock,
  type Moment,
  type Rule,
  recurrenceIdOf,
  ruleShape,
} from './calendar-values.ts'
import type { InvitedEvent } from './invited-event.ts'
import {
  asUtc,
  DAY_MS,
  ianaZone,
  isoDay,
  resolveWallClock,
  type WallClock,
  wallClockAt,
} from './wall-clock.ts'

/** How many occurrences of a series are looked at, past ones included. */
const STEPS_MAX = 20_000

const DAYS = '(?:SU|MO|TU|WE|TH|FR|SA)'
const DAY_LIST = `${DAYS}(?:,${DAYS}){0,6}`
const NTH = `(?:byday=(?:[1-4]|-1)${DAYS}|byday=${DAY_LIST};bysetpos=(?:[1-4]|-1))`

/** The kinds of rules that calendar programs write, with the longest interval of each. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/^freq=DAILY$/, 366],
  [new RegExp(`^freq=DAILY;byday=${DAY_LIST}$`), 1],
  [new RegExp(`^freq=WEEKLY(?:;byday=${DAY_LIST})?$`), 104],
  [new RegExp(`^freq=MONTHLY(?:;bymonthday=(?:[1-9]|[12]\\d|3[01]|-1)|;${NTH})?$`), 6],
  [new RegExp(`^freq=YEARLY(?:;bymonth=(?:[1-9]|1[0-2])(?:;${NTH})?)?$`), 1],
]

/**
 * Whether a rule is of a usual kind. ical.js does not come back from some rules that never or hardly
 * ever come true, so that anything else is not given to it.
 */
function isUsualRule(rule: Rule, wall: WallClock): boolean {
  const { interval = 1, count = 1 } = rule
  const yearly = `freq=YEARLY;bymonth=${wall.month};bymonthday=${wall.day}`
  const shape = ruleShape(rule).replace(yearly, 'freq=YEARLY')
  const longest = KINDS.find(([kind]) => kind.test(shape))?.[1] ?? 0
  const areWhole = [count, interval].every((each) => Number.isInteger(each) && Number(each) > 0)
  return areWhole && Number(interval) <= longest
}

/** When a moment is over for good, so that a day counts until it ends. */
function lasts(moment: Moment, userZone: string): number {
  if (moment.kind === 'instant') return moment.at
  if (moment.kind === 'unclear') return Number.NEGATIVE_INFINITY
  return resolveWallClock(moment.day, ianaZone(userZone)) + DAY_MS - 1
}

function byRule(
  property: JcalProperty,
  start: Exclude<Moment, { kind: 'unclear' }>,
  isWanted: (moment: Moment) => boolean,
  count: number,
): Moment[] | null {
  const { until, ...rule } = property[3] as Rule
  const wall =
    start.kind === 'day' ? start.day : wallClockAt(start.at, start.zone.offsetAt(start.at))
  if (!isUsualRule(rule, wall)) return null
  const first = new ICAL.Time({ ...wall, isDate: false }, ICAL.Timezone.utcTimezone)
  // Without its day in the rule ical.js moves 29 February to 1 March.
  const day = ruleShape(rule) === 'freq=YEARLY' ? { bymonth: wall.month, bymonthday: wall.day } : {}
  const data: Rule = { ...rule, ...day }
  const iterator = ICAL.Recur.fromData(data).iterator(first)
  const last = lastWallClock({ until }, start.kind === 'day' ? () => 0 : start.zone.offsetAt)
  const moments: Moment[] = []
  for (let step = 0; step < STEPS_MAX && moments.length < count; step++) {
    const next = iterator.next()
    if (!next || !(asUtc(next) <= last)) break
    // the iterator changes what it has returned
    const { year, month, day, hour, minute, second } = next
    const moment: Moment =
      start.kind === 'day'
        ? { kind: 'day', day: { year, month, day, hour, minute, second } }
        : { ...start, at: resolveWallClock(next, start.zone) }
    if (isWanted(moment)) moments.push(moment)
  }
  return moments
}

/**
 * The next occurrences of a series when the mail was sent, at most `count`, in order, without those
 * that are excluded. Null where that cannot be said: the rule is not one that calendar programs write, or it is
 * not known what is excluded.
 */
export function nextOccurrences(
  event: InvitedEvent,
  context: TimeContext,
  count: number,
): Moment[] | null {
  const { start, rules, added, excluded } = event
  if (!start || start.kind === 'unclear' || rules.length > 1) return null
  if (excluded.some(({ kind }) => kind === 'unclear')) return null
  const sentAt = Date.parse(context.sentAt)
  const out = new Set(excluded.map(recurrenceIdOf))
  const isWanted = (moment: Moment) => {
    if (lasts(moment, context.userZone) < sentAt || out.has(recurrenceIdOf(moment))) return false
    if (moment.kind !== 'instant') return true
    return !out.has(isoDay(wallClockAt(moment.at, moment.zone.offsetAt(moment.at))))
  }
  const [rule] = rules
  const ruled = rule ? byRule(rule, start, isWanted, count) : [start].filter(isWanted)
  if (ruled === null) return null
  const all = [...ruled, ...added.filter((moment) => moment.kind !== 'unclear' && isWanted(moment))]
  const byId = new Map(all.map((moment) => [recurrenceIdOf(moment), moment]))
  return [...byId.values()]
    .sort((a, b) => lasts(a, context.userZone) - lasts(b, context.userZone))
    .slice(0, count)
}

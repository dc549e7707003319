import type { EventProposal } from '@shortlist/contracts/calendar'
import ICAL from 'ical.js'
import type { TimeContext } from '../ports.ts'
import {
  type InvitedEvent,
  type JcalComponent,
  type JcalProperty,
  lastWallClock,
  type Moment,
  openCalendarZones,
  type Rule,
  readInvitedEvent,
  recurrenceIdOf,
  ruleShape,
  shortMoment,
  wallOf,
} from './invited-event.ts'
import { DAY_MS, ianaZone, isoDay, resolveWallClock, type WallClock, wallClockAt } from './zones.ts'

/** Most appointments that one mail may bring, and most occurrences of one series. */
const EVENTS_MAX = 20
const OCCURRENCES_MAX = 400
/** How many events are read before no further text is. */
const READ_MAX = 100

const RANGE = 'The invitation changes this and all later occurrences of a series.'
const RARE = 'The invitation repeats by rules that are not read.'
const TIMELESS = 'The cancellation names no time.'

const CALENDAR_MAX_CHARACTERS = 1_000_000
const CALENDARS_MAX = 20
const COMPONENTS_MAX = 200

const CALENDAR = /^BEGIN:VCALENDAR[^\S\n]*$/im
const BEGIN = /^(?=BEGIN:(?:VEVENT|VTIMEZONE)[^\S\n]*$)/im
const COMPONENT = /^BEGIN:(VEVENT|VTIMEZONE)\b.*?^END:\1[^\S\n]*$/ims
const METHOD = /^METHOD[^:\n]*:(.*)$/im

/** Nothing certain can be said about a component that is not closed or cannot be parsed. */
function parseComponent(block: string): JcalComponent[] {
  try {
    const [text] = COMPONENT.exec(block) ?? []
    return text === undefined ? [] : [ICAL.parse(text) as unknown as JcalComponent]
  } catch {
    return []
  }
}

/**
 * Takes a calendar apart before it is parsed, so that a broken component costs no other. Parts over a
 * million characters are not read at all. `method` is in capitals, empty where a calendar names none.
 */
function parseCalendars(text: string) {
  if (text.length > CALENDAR_MAX_CHARACTERS) return []
  const [, ...calendars] = text.replace(/\r\n?/g, '\n').split(CALENDAR)
  return calendars.slice(0, CALENDARS_MAX).map((calendar) => {
    const [head = '', ...blocks] = calendar.split(BEGIN)
    return {
      method: METHOD.exec(head)?.[1]?.trim().toUpperCase() ?? '',
      components: blocks.slice(0, COMPONENTS_MAX).flatMap(parseComponent),
    }
  })
}

function eventsOf(text: string, context: TimeContext): InvitedEvent[] {
  return parseCalendars(text).flatMap(({ method, components }) => {
    const of = (kind: string) => components.filter(([name]) => name === kind)
    const read = openCalendarZones(of('vtimezone'), context)
    return of('vevent').flatMap((event) => readInvitedEvent(event, method, read) ?? [])
  })
}

/** Of the same event in several versions the last one counts (RFC 5546, 2.1.5). */
function newest(events: readonly InvitedEvent[]): InvitedEvent[] {
  const byKey = new Map<string, InvitedEvent>()
  for (const [index, event] of events.entries()) {
    const key =
      event.uid === null ? `${index}` : `${event.uid}\n${recurrenceIdOf(event.occurrence)}`
    const other = byKey.get(key)
    const isNewer =
      !other ||
      event.sequence > other.sequence ||
      (event.sequence === other.sequence && (event.stamp ?? '') > (other.stamp ?? ''))
    if (isNewer) byKey.set(key, event)
  }
  return [...byKey.values()]
}

function proposal(
  event: InvitedEvent,
  recurrenceId: string | null,
  start: Moment | null,
  reason?: string,
): EventProposal {
  const title = event.summary || 'no title'
  const word = event.method === 'cancel' ? 'Cancellation' : 'Invitation'
  const words = start ? shortMoment(start) : ''
  return {
    source: 'invitation',
    method: event.method,
    uid: event.uid,
    sequence: event.sequence,
    recurrenceId,
    stamp: event.stamp,
    summary: event.summary,
    location: event.location,
    time:
      start === null || reason !== undefined
        ? { kind: 'unclear', text: words, reason: reason ?? TIMELESS }
        : event.timeFrom(start),
    evidence: words === '' ? `${word}: ${title}` : `${word}: ${title}, ${words}`,
    isProven: true,
    ...(event.organizer !== undefined && { organizer: event.organizer }),
  }
}

/** One occurrence that the invitation names itself, or a single event. */
function single(event: InvitedEvent): EventProposal[] {
  const id = recurrenceIdOf(event.occurrence)
  if (event.occurrence && id === null) {
    // Which occurrence it is cannot be said, so that none may be changed by it.
    return event.method === 'cancel' ? [] : [{ ...proposal(event, null, event.start), uid: null }]
  }
  const isRange = event.isRange && event.method === 'request'
  return [proposal(event, id, event.start, isRange ? RANGE : undefined)]
}

function series(
  master: InvitedEvent,
  changes: readonly InvitedEvent[],
  context: TimeContext,
): EventProposal[] {
  const replaced = changes.flatMap(({ occurrence }) => occurrence ?? [])
  const excluded = [...master.excluded, ...replaced]
  const next = nextOccurrences({ ...master, excluded }, context, OCCURRENCES_MAX)
  const cancelled = changes.filter((change) => change.method === 'cancel').flatMap(single)
  if (next === null) {
    const reason = master.start?.kind === 'unclear' ? undefined : RARE
    return [proposal(master, null, master.start, reason), ...cancelled]
  }
  const moved = changes.filter((change) => change.method === 'request').flatMap(single)
  const [first, ...later] = next
  const coming = moved.filter(({ time }) => time.kind !== 'instant' || time.start >= context.sentAt)
  if (first === undefined) return [...coming, ...cancelled]
  const repeats = later.flatMap((start) => recurrenceIdOf(start) ?? [])
  const regular = proposal(master, recurrenceIdOf(first), first)
  return [{ ...regular, ...(repeats.length > 0 && { repeats }) }, ...coming, ...cancelled]
}

/**
 * Appointments of the invitations of one mail (RFC 5545, RFC 5546), at most 20. A series gives its
 * next occurrence when the mail was sent, with the later ones as `repeats`, and those that differ; a
 * series that is cancelled as a whole gives one cancellation without it. Times in zones that nobody
 * knows are unclear, never guessed. What is broken is left out; never throws.
 */
export function readInvitations(texts: readonly string[], context: TimeContext): EventProposal[] {
  const read: InvitedEvent[] = []
  for (const text of texts) if (read.length < READ_MAX) read.push(...eventsOf(text, context))
  const events = newest(read)
  const proposals: EventProposal[] = []
  for (const event of events) {
    if (proposals.length >= EVENTS_MAX) break
    const isSeries = event.rules.length + event.added.length > 0 && !event.occurrence
    const master = events.find(
      ({ uid, occurrence, method }) =>
        uid !== null && uid === event.uid && !occurrence && method === 'request',
    )
    if (isSeries && event.method === 'request') {
      const changes = events.filter((other) => other.occurrence && other.uid === event.uid)
      proposals.push(...series(event, changes, context))
    } else if (!(event.occurrence && master)) {
      proposals.push(...single(event))
    }
  }
  return proposals.slice(0, EVENTS_MAX)
}

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
  const first = ICAL.Time.fromJSDate(wall.toJSDate(), true)
  // Without its day in the rule ical.js moves 29 February to 1 March.
  const day = ruleShape(rule) === 'freq=YEARLY' ? { bymonth: wall.month, bymonthday: wall.day } : {}
  const data: Rule = { ...rule, ...day }
  const iterator = ICAL.Recur.fromData(data).iterator(first)
  const last = lastWallClock({ until }, start.kind === 'day' ? () => 0 : start.zone.offsetAt)
  const moments: Moment[] = []
  for (let step = 0; step < STEPS_MAX && moments.length < count; step++) {
    const next = wallOf(iterator.next())
    if (!next || !(next.toMillis() <= last)) break
    const moment: Moment =
      start.kind === 'day'
        ? { kind: 'day', day: next }
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
function nextOccurrences(
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

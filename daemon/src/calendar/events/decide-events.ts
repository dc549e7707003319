import type { EventTime, SpeechAct } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import type { ExactTime } from '../ports.ts'
import { type Claim, compareText, isSteering } from './claim.ts'

/** Most appointments that lie ahead and were created by themselves; a series counts as one. */
export const budget = { mail: 3, unprovenSender: 5, all: 40 } as const

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SHORTEST_MS = 5 * MINUTE_MS
const LONGEST_DAYS = 14
const HORIZON_MONTHS = 18

export const TAKEN = 'You already have something at this time.'

const byAct: Readonly<Partial<Record<SpeechAct, string>>> = {
  asks: 'They ask whether this suits you.',
  offers: 'They offer it; nothing is fixed.',
  'wants-times': 'They ask when it suits you.',
  mentions: 'The mail only mentions it.',
  cancels: 'They write that it does not take place.',
  postpones: 'They write that another time is to come.',
}

/** What an appointment is judged by, apart from the others that lie ahead. */
export interface Circumstances {
  readonly now: Date
  /** IANA name; whole days begin there. */
  readonly userZone: string
  /** `other`: a confirmed sender has sent this UID, too. `open`: nobody can tell whose it is. */
  readonly contest: 'none' | 'other' | 'open'
  /** For what a sentence moves: whether it has moved an appointment that is known. */
  readonly hasMoved: boolean
}

/**
 * Why an appointment is not created by itself, as a sentence; null where nothing speaks against it
 * but, possibly, what else there is.
 */
export function reasonToWait(claim: Claim, about: Circumstances): string | null {
  const { proposal, doubt, isSenderDoubted } = claim
  const { time, isProven, act } = proposal
  if (time.kind === 'unclear') return time.reason
  if (doubt !== null) return doubt
  if (isSenderDoubted) return 'It could not be confirmed who has sent this mail.'
  const ofAct = act && byAct[act]
  if (ofAct !== undefined) return ofAct
  if (act === 'moves' && !about.hasMoved)
    return 'They write that something moves; it is not clear what.'
  if (!isProven) return "The mail's words could not be checked."
  return implausible(time) ?? untimely(time, about) ?? contested(claim, about.contest)
}

function contested(claim: Claim, contest: Circumstances['contest']): string | null {
  if (contest === 'none' || !isSteering(claim)) return null
  return contest === 'other'
    ? 'A confirmed sender has sent this invitation; this one comes from somebody else.'
    : 'Several senders have sent this invitation, and nobody can tell whose it is.'
}

/** Why nothing lasts that long, as a sentence; null where it well may. */
export function implausible(time: EventTime): string | null {
  if (time.kind === 'unclear') return time.reason
  const length = Date.parse(time.end) - Date.parse(time.start)
  if (Number.isNaN(length) || length < 0) return 'It ends before it begins.'
  if (time.kind === 'day') {
    if (length === 0) return 'It ends before it begins.'
    return length > LONGEST_DAYS * DAY_MS ? 'It is longer than two weeks.' : null
  }
  if (length < SHORTEST_MS) return 'It is not clear how long it takes.'
  return length > DAY_MS ? 'It is longer than a day.' : null
}

/** A stretch of time, in epoch milliseconds. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The stretch that a time takes; days begin at midnight in `userZone`. */
export function stretchOf(time: ExactTime, userZone: string): Stretch {
  const zone = time.kind === 'day' ? userZone : 'utc'
  const at = (text: string) => DateTime.fromISO(text, { zone }).toMillis()
  return { from: at(time.start), to: at(time.end) }
}

function untimely(time: ExactTime, { now, userZone }: Circumstances): string | null {
  if (hasBegun(time, now, userZone)) return 'This is in the past.'
  const isFar =
    stretchOf(time, userZone).from >
    DateTime.fromJSDate(now, { zone: userZone }).plus({ months: HORIZON_MONTHS }).toMillis()
  return isFar ? `It is more than ${HORIZON_MONTHS} months away.` : null
}

/** A day has begun when the next one has. */
export function hasBegun(time: ExactTime, now: Date, userZone: string): boolean {
  const here = DateTime.fromJSDate(now, { zone: userZone })
  const earliest = time.kind === 'day' ? here.startOf('day') : here
  return stretchOf(time, userZone).from < earliest.toMillis()
}

/** An appointment ahead that nothing but the others can keep out of the calendar. */
export interface Candidate extends Stretch {
  readonly id: string
  /** The same for all occurrences of a series. */
  readonly unit: string
  readonly emailId: string
  /** Null for one who is proven. */
  readonly unprovenSender: string | null
  /** When it was promised, ISO 8601. */
  readonly promisedAt: string
  /** The user has added it, or it has begun: it stays, and what overlaps it waits. */
  readonly isGiven: boolean
}

export interface Refusal {
  readonly isLeftOver: boolean
  readonly reason: string
}

/**
 * Which of all that lies ahead has to wait, and why; the same for the same set. Within the budget are
 * proven senders first, then the nearest dates; of two at one time the older promise stands.
 */
export function refusalsAmong(candidates: readonly Candidate[]): ReadonlyMap<string, Refusal> {
  const refused = new Map<string, Refusal>()
  const within = withinBudget(candidates, refused)
  const standing: Candidate[] = []
  for (const candidate of within.toSorted(compareAge)) {
    const isTaken =
      !candidate.isGiven &&
      standing.some(({ from, to }) => candidate.from < to && from < candidate.to)
    if (isTaken) refused.set(candidate.id, { isLeftOver: false, reason: TAKEN })
    else standing.push(candidate)
  }
  return refused
}

function withinBudget(
  candidates: readonly Candidate[],
  refused: Map<string, Refusal>,
): readonly Candidate[] {
  const given = candidates.filter(({ isGiven }) => isGiven)
  const units = new Map<string, Candidate[]>()
  for (const candidate of candidates.filter(({ isGiven }) => !isGiven).sort(compareNearness)) {
    const unit = units.get(candidate.unit)
    if (unit) unit.push(candidate)
    else units.set(candidate.unit, [candidate])
  }
  const spent = { mail: new Map<string, number>(), sender: new Map<string, number>(), all: 0 }
  const within = [...units.values()].flatMap((unit) => {
    const [{ emailId = '', unprovenSender = null } = {}] = unit
    const ofMail = spent.mail.get(emailId) ?? 0
    const ofSender = unprovenSender === null ? 0 : (spent.sender.get(unprovenSender) ?? 0)
    const reason = overspent(ofMail, ofSender, spent.all)
    if (reason !== null) {
      for (const { id } of unit) refused.set(id, { isLeftOver: true, reason })
      return []
    }
    spent.mail.set(emailId, ofMail + 1)
    if (unprovenSender !== null) spent.sender.set(unprovenSender, ofSender + 1)
    spent.all += 1
    return unit
  })
  return [...given, ...within]
}

function overspent(mail: number, sender: number, all: number): string | null {
  if (mail >= budget.mail) return `No more than ${budget.mail} of one mail are added by themselves.`
  if (sender >= budget.unprovenSender) {
    return `No more than ${budget.unprovenSender} of one unconfirmed sender are added by themselves.`
  }
  return all >= budget.all ? `No more than ${budget.all} ahead are added by themselves.` : null
}

function compareNearness(one: Candidate, other: Candidate): number {
  return (
    Number(one.unprovenSender !== null) - Number(other.unprovenSender !== null) ||
    one.from - other.from ||
    compareText(one.promisedAt, other.promisedAt) ||
    compareText(one.emailId, other.emailId) ||
    one.to - other.to ||
    compareText(one.unit, other.unit)
  )
}

function compareAge(one: Candidate, other: Candidate): number {
  return (
    Number(other.isGiven) - Number(one.isGiven) ||
    compareText(one.promisedAt, other.promisedAt) ||
    compareNearness(one, other)
  )
}

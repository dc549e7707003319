import type { SpeechAct } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import type { ExactTime } from '../ports.ts'
import {
  type Claim,
  compareText,
  implausible,
  isOfOrganizer,
  isSteering,
  lineageOf,
  mailKey,
  promiseOf,
  startOf,
  versionOf,
} from './claim.ts'
import type { Ledger, LedgerRow } from './ledger.ts'
import { type RowsByUid, rowsByUid, standingOf } from './standing.ts'

/** Most appointments that lie ahead and were created by themselves; a series counts as one. */
export const budget = { mail: 3, unprovenSender: 5, all: 40 } as const

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

export interface DecideParts {
  readonly ledger: Ledger
  readonly now: () => Date
  /** IANA name. */
  readonly userZone: string
}

interface Known extends DecideParts {
  readonly byUid: RowsByUid
  /** Of the mails that move appointments: what they move, and where to. */
  readonly moved: readonly LedgerRow[]
}

/**
 * The rows whose verdict differs from the one that is stored, with the one that follows from all that
 * lies ahead and from `ids`. What has begun and is in the calendar is not judged again.
 */
export async function decideEvents(
  parts: DecideParts,
  ids: Iterable<string>,
): Promise<readonly LedgerRow[]> {
  const { ledger, now } = parts
  const concerned = [...(await ledger.ahead(now())), ...(await ledger.all(ids))]
  const rows = [...new Map(concerned.map((row) => [row.id, row])).values()]
  const moves = rows.flatMap(({ claims }) =>
    claims.filter(({ proposal }) => proposal.act === 'moves'),
  )
  const mails = new Set(moves.map(({ emailId }) => mailKey(emailId)))
  const moved = mails.size > 0 ? await ledger.find(...mails) : []
  const known = { ...parts, moved, byUid: await rowsByUid(ledger, [...rows, ...moved]) }
  const open = rows.map((row) => judged(known, row))
  const refused = refusalsAmong(open.flatMap(({ candidate }) => candidate ?? []))
  return open.flatMap(({ row, version, reason: own }) => {
    if (version === null) return []
    const refusal = refused.get(row.id)
    const reason = refusal?.reason ?? own
    const kind = refusal?.isLeftOver ? 'left-over' : isBusy(row, version) ? 'busy' : undefined
    const isAutomatic = reason === null
    const verdict: LedgerRow['verdict'] = { version, isAutomatic, reason, ...(kind && { kind }) }
    return JSON.stringify(verdict) === JSON.stringify(row.verdict) ? [] : [{ ...row, verdict }]
  })
}

/**
 * What is judged of a row by itself: `version` is null where its verdict stays as it is, `candidate`
 * undefined for what takes no place among what lies ahead.
 */
function judged(parts: Known, row: LedgerRow) {
  const { now, userZone, byUid } = parts
  const standing = standingOf(row, byUid)
  const none = { row, version: null, reason: null, candidate: undefined }
  if (row.choice?.kind === 'undone' || standing?.takesPlace !== 'yes') return none
  const { claim } = standing
  const { placed, choice } = row
  const isOver = placed !== null && hasBegun(placed.time, now(), userZone)
  if (isOver && placed.time.start === startOf(claim.proposal.time)) {
    return { ...none, candidate: candidateOf(parts, row, claim, placed.time, true) }
  }
  const version = versionOf(claim)
  const about: Circumstances = {
    now: now(),
    userZone,
    contest: contestOf(byUid, claim),
    hasMoved: claim.proposal.act === 'moves' && hasMoved(parts, claim),
  }
  const reason = reasonToWait(claim, about) ?? (isBusy(row, version) ? TAKEN : null)
  const { time } = claim.proposal
  const isAdded = choice?.kind === 'added'
  const stands = isAdded ? (placed?.time ?? choice.time) : reason === null ? time : null
  const candidate =
    stands === null || stands.kind === 'unclear'
      ? undefined
      : candidateOf(parts, row, claim, stands, isAdded)
  return { row, version, reason, candidate }
}

/** The calendar itself has said that something else is there then. */
function isBusy({ verdict, placed }: LedgerRow, version: string): boolean {
  return placed === null && verdict?.kind === 'busy' && verdict.version === version
}

function candidateOf(
  { userZone }: DecideParts,
  { id, claims, lineage }: LedgerRow,
  claim: Claim,
  time: ExactTime,
  isGiven: boolean,
): Candidate {
  const { from, to } = stretchOf(time, userZone)
  const promises = claims
    .filter(({ proposal, sender }) => proposal.method === 'request' && sender === claim.sender)
    .map(promiseOf)
  const isSeries = lineage !== null && lineage.occurrence !== null
  return {
    id,
    from,
    to,
    unit: isSeries ? JSON.stringify([lineage.uid, lineage.sender]) : id,
    emailId: claim.emailId,
    unprovenSender: claim.isSenderProven && !claim.isSenderDoubted ? null : claim.sender,
    promisedAt: promises.sort()[0] ?? claim.date,
    isGiven,
  }
}

/** Whose a UID is that several have sent: of the one sender who is proven to be its ORGANIZER. */
function contestOf(byUid: RowsByUid, claim: Claim): Circumstances['contest'] {
  const own = lineageOf(claim)
  if (own === null) return 'none'
  const claims = (byUid.get(own.uid) ?? []).flatMap((row) => row.claims)
  const others = claims.filter((each) => {
    const lineage = lineageOf(each)
    const isOfUid = lineage?.uid === own.uid && each.proposal.method === 'request'
    return isOfUid && lineage.sender !== own.sender
  })
  if (others.length === 0) return 'none'
  const holders = new Set(others.filter(isOfOrganizer).map((each) => lineageOf(each)?.sender))
  if (isOfOrganizer(claim)) return holders.size > 0 ? 'open' : 'none'
  return holders.size === 1 ? 'other' : 'open'
}

/** Whether the mail of a sentence has moved an appointment that is known, to this one time. */
function hasMoved({ moved, byUid }: Known, { emailId }: Claim): boolean {
  const isFrom = ({ callOff, choice }: LedgerRow) =>
    callOff?.emailId === emailId && callOff.isActing && choice?.kind !== 'undone'
  const targets = moved.filter((row) => {
    const counting = standingOf(row, byUid)?.claim
    return counting?.emailId === emailId && counting.proposal.act === 'moves'
  })
  return moved.some(isFrom) && targets.length === 1
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
  const kept: Candidate[] = []
  for (const candidate of within.toSorted(compareAge)) {
    const isTaken =
      !candidate.isGiven && kept.some(({ from, to }) => candidate.from < to && from < candidate.to)
    if (isTaken) refused.set(candidate.id, { isLeftOver: false, reason: TAKEN })
    else kept.push(candidate)
  }
  return refused
}

function withinBudget(
  candidates: readonly Candidate[],
  refused: Map<string, Refusal>,
): readonly Candidate[] {
  const given = candidates.filter(({ isGiven }) => isGiven)
  const asking = candidates.filter(({ isGiven }) => !isGiven).sort(compareNearness)
  const units = Map.groupBy(asking, ({ unit }) => unit)
  const spent = new Map<string, number>()
  const within = [...units.values()].flatMap((unit) => {
    const [{ emailId = '', unprovenSender = null } = {}] = unit
    const what = 'of one unconfirmed sender'
    const ofSender = { of: `sender ${unprovenSender}`, most: budget.unprovenSender, what }
    const purses = [
      { of: `mail ${emailId}`, most: budget.mail, what: 'of one mail' },
      ...(unprovenSender === null ? [] : [ofSender]),
      { of: 'all', most: budget.all, what: 'ahead' },
    ]
    const empty = purses.find(({ of, most }) => (spent.get(of) ?? 0) >= most)
    if (empty) {
      const reason = `No more than ${empty.most} ${empty.what} are added by themselves.`
      for (const { id } of unit) refused.set(id, { isLeftOver: true, reason })
      return []
    }
    for (const { of } of purses) spent.set(of, (spent.get(of) ?? 0) + 1)
    return unit
  })
  return [...given, ...within]
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

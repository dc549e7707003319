import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import type { ExactTime } from '../ports.ts'

/** Most events that are created by themselves. */
export const budget = { mail: 3, sync: 10, day: 20 } as const

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SHORTEST_MS = 5 * MINUTE_MS
const LONGEST_DAYS = 14
const HORIZON_MONTHS = 18

/** What an appointment is judged by, apart from what the calendar holds. */
export interface Circumstances {
  readonly now: Date
  /** IANA name; whole days begin there. */
  readonly userZone: string
  /** What speaks against the whole mail, as a sentence. */
  readonly doubt: string | null
  /** Another sender has sent an invitation of the same UID. */
  readonly isForeign: boolean
  /** Events that were created by themselves, from this mail, in this sync, within a day. */
  readonly spent: { readonly mail: number; readonly sync: number; readonly day: number }
}

/**
 * Why an appointment is not created by itself, as a sentence; null where nothing speaks against it
 * but, possibly, what the calendar holds at that time.
 */
export function reasonToWait(proposal: EventProposal, about: Circumstances): string | null {
  const { time, isProven } = proposal
  if (time.kind === 'unclear') return time.reason
  if (about.doubt !== null) return about.doubt
  if (!isProven) return "The mail's words could not be checked."
  return (
    implausible(time) ??
    untimely(time, about) ??
    (about.isForeign ? 'Somebody else has sent this invitation before.' : null) ??
    overspent(about.spent)
  )
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

/** The stretch that a time takes, in epoch milliseconds; days begin at midnight in `userZone`. */
export function stretchOf(time: ExactTime, userZone: string): { from: number; to: number } {
  const zone = time.kind === 'day' ? userZone : 'utc'
  const at = (text: string) => DateTime.fromISO(text, { zone }).toMillis()
  return { from: at(time.start), to: at(time.end) }
}

function untimely(time: ExactTime, { now, userZone }: Circumstances): string | null {
  const { from } = stretchOf(time, userZone)
  const here = DateTime.fromJSDate(now, { zone: userZone })
  const earliest = time.kind === 'day' ? here.startOf('day') : here
  if (from < earliest.toMillis()) return 'This is in the past.'
  const isFar = from > here.plus({ months: HORIZON_MONTHS }).toMillis()
  return isFar ? `It is more than ${HORIZON_MONTHS} months away.` : null
}

function overspent({ mail, sync, day }: Circumstances['spent']): string | null {
  if (mail >= budget.mail) return `The mail names more than ${budget.mail} appointments.`
  if (sync >= budget.sync) return `More than ${budget.sync} events came with one sync.`
  return day >= budget.day ? `More than ${budget.day} events came within a day.` : null
}

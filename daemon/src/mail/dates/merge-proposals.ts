import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { DAY_MS } from './wall-clock.ts'

/** Appointments of one mail by where they were read; `text` are those of rules or of the model. */
export interface FoundProposals {
  readonly invitations: readonly EventProposal[]
  readonly jsonLd: readonly EventProposal[]
  readonly text: readonly EventProposal[]
}

const APPOINTMENTS_MAX = 10

const ELSEWHERE = 'The mail carries an invitation or a reservation for another time.'

/** Days span all zones: whatever lies on one of them anywhere on earth may be the same thing. */
function spanOf({ kind, start, end }: Exclude<EventTime, { kind: 'unclear' }>) {
  const more = kind === 'day' ? DAY_MS / 2 : 0
  return { start: Date.parse(start) - more, end: Date.parse(end) + more }
}

/** Whether two times are one appointment: they begin at the same instant, or they overlap. */
function mayBeOne(one: EventTime, other: EventTime): boolean {
  if (one.kind === 'unclear' || other.kind === 'unclear') return false
  const [a, b] = [spanOf(one), spanOf(other)]
  return a.start === b.start || (a.start < b.end && b.start < a.end)
}

/** Exact and proven times first; the order of the mail otherwise. */
function byCertainty(proposals: readonly EventProposal[]): EventProposal[] {
  const rank = ({ time, isProven }: EventProposal) =>
    time.kind === 'instant' ? (isProven ? 0 : 1) : time.kind === 'day' ? 2 : 3
  return [...proposals].sort((a, b) => rank(a) - rank(b))
}

function isNew(proposal: EventProposal, kept: readonly EventProposal[]): boolean {
  // one sentence may call off one time and name another
  const isCallOff = proposal.source === 'rules' && proposal.method === 'cancel'
  return !kept.some(
    ({ method, time, evidence }) =>
      (method === 'cancel' || !isCallOff) &&
      (mayBeOne(time, proposal.time) ||
        (proposal.time.kind === 'unclear' && evidence === proposal.evidence)),
  )
}

/**
 * One proposal per appointment, at most 10, most trusted first: invitations, JSON-LD, then the
 * text. What an invitation or JSON-LD says, a cancellation too, is not proposed again from the
 * text; another time in the text beside them may well be the old one of an appointment that was
 * moved, so that it becomes unclear and waits for the user.
 */
export function mergeProposals({ invitations, jsonLd, text }: FoundProposals): EventProposal[] {
  const kept = [...invitations]
  for (const proposal of byCertainty(jsonLd)) if (isNew(proposal, kept)) kept.push(proposal)
  const hasTrusted = kept.length > 0
  for (const proposal of byCertainty(text)) {
    const { time } = proposal
    if (!isNew(proposal, kept) || (hasTrusted && time.kind !== 'instant')) continue
    const unclear: EventTime = { kind: 'unclear', text: proposal.evidence, reason: ELSEWHERE }
    kept.push(hasTrusted ? { ...proposal, isProven: false, time: unclear } : proposal)
  }
  return kept.slice(0, APPOINTMENTS_MAX)
}

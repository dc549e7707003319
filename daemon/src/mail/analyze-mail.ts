import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { SUMMARY_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import type { Finding } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import type { ReadMessage, TimeContext } from './message-ports.ts'
import type { StoredMail } from './store/mail-records.ts'
import type { FoundInMail } from './store/mail-store.ts'

/**
 * Analyses one mail and stores what was found, or why it failed; resolves to whether it was found.
 * Rejects when `signal` is aborted, and with `STORE_FULL` or `STORE_READONLY`.
 */
export async function analyzeMail(
  account: AccountMail,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, parts } = account
  const { id } = mail.row
  try {
    const found = await findIn(account, mail, signal)
    if (await store.mails.has(id)) await store.saveFinding(id, found)
    parts.pace.succeeded()
    return true
  } catch (failure) {
    signal.throwIfAborted()
    if (failure instanceof AppError && failure.code.startsWith('STORE_')) throw failure
    account.logFailure('warn', failure, 'the analysis of a mail has failed')
    const isKnown = failure instanceof AppError
    const sentence = isKnown ? failure.message : 'The analysis of this email has failed.'
    // a retry or the next sync tries again
    if (await store.mails.has(id)) await store.save({ id, kind: 'failure', sentence })
    return false
  }
}

/**
 * What an analysis finds in a mail; nothing is stored. Throws `NOT_FOUND` where its text is neither
 * stored nor in the mailbox any more, what the mailbox throws, and the reason of the signal.
 */
export async function findIn(
  account: AccountMail,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<FoundInMail> {
  const { parts } = account
  const message = await account.message(mail.row.id)
  if (message.problem !== null) {
    const finding = plainFinding(message.problem)
    return { finding, isSuspicious: false, proposals: [], missedAt: null }
  }
  const { date: sentAt, dateOffset } = mail.row
  const time = { userZone: parts.userZone, sentAt, dateOffset }
  const explicit = await datesOf(message, time)
  const appointments = mergeProposals({ ...explicit, text: [] })
  const analyzed = await parts.analyze({ message, time, appointments }, signal)
  const { finding, proposals, isStandIn } = analyzed
  // the analysis has loaded them, with the tables that the start of the daemon does without
  const [{ cleanProposals }, { isSuspicious }] = await Promise.all([
    import('./analysis/clean-finding.ts'),
    import('./analysis/is-suspicious.ts'),
  ])
  const merged = mergeProposals({ ...explicit, text: proposals })
  return {
    finding,
    isSuspicious: isSuspicious(message),
    proposals: cleanProposals(merged, message),
    missedAt: isStandIn ? (mail.missedAt ?? parts.now().toISOString()) : null,
  }
}

/** The analysis of a mail in which nothing can be read; it says so. */
function plainFinding(sentence: string): Finding {
  return {
    priority: 'low',
    category: 'other',
    sentiment: 'neutral',
    hasInterview: false,
    hasDeadline: false,
    summary: sentence.slice(0, SUMMARY_MAX_CHARACTERS),
    actionItems: [],
    draftResponse: '',
    analyzer: 'rules',
  }
}

/** Appointments of a mail's invitations and JSON-LD; their readers are loaded with the first one. */
async function datesOf({ invitations, jsonLd }: ReadMessage, time: TimeContext) {
  const none: readonly EventProposal[] = []
  return {
    invitations: invitations.length
      ? (await import('./dates/read-invitations.ts')).readInvitations(invitations, time)
      : none,
    jsonLd: jsonLd.length
      ? (await import('./dates/read-json-ld.ts')).readJsonLd(jsonLd, time)
      : none,
  }
}

/** Appointments of one mail by where they were read; `text` are those of rules or of the model. */
export interface FoundProposals {
  readonly invitations: readonly EventProposal[]
  readonly jsonLd: readonly EventProposal[]
  readonly text: readonly EventProposal[]
}

const APPOINTMENTS_MAX = 10

const ELSEWHERE = 'The mail carries an invitation or a reservation for another time.'

const HALF_DAY_MS = 12 * 3_600_000

/** Days span all zones: whatever lies on one of them anywhere on earth may be the same thing. */
function spanOf({ kind, start, end }: Exclude<EventTime, { kind: 'unclear' }>) {
  const more = kind === 'day' ? HALF_DAY_MS : 0
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

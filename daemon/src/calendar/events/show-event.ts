import type { EventState, EventTime, MailEvent } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import { plainLine, withoutAddresses } from '../../platform/clean-text.ts'
import type { ExactTime } from '../ports.ts'
import { type Claim, isCancel, isLed, isSameTime, isSteering, startOf, versionOf } from './claim.ts'
import type { LedgerRow } from './ledger.ts'
import type { Standing } from './standing.ts'
import { describeEvent } from './wanted-event.ts'

interface Shown {
  readonly state: EventState
  readonly reason: string | null
  readonly question?: NonNullable<MailEvent['question']>
}

const QUOTE_MAX = 200

const CALLED_OFF = 'A later mail has called it off.'
const MOVES = 'A later mail moves it; it is not clear to when.'

/**
 * An appointment as the card of one of its mails shows it. Reasons name times in `userZone`; `link`
 * is the address of the event in its calendar, or empty.
 */
export function showEvent(
  row: LedgerRow,
  claim: Claim,
  standing: Standing | null,
  { userZone, link }: { readonly userZone: string; readonly link: string },
): MailEvent {
  const shown = shownState(row, claim, standing, userZone)
  const { source, evidence } = claim.proposal
  const placed = shown.state === 'created' ? row.placed : null
  const time = placed?.time ?? claim.proposal.time
  const texts = placed ?? describeEvent(claim)
  return {
    id: row.id,
    summary: texts.summary,
    location: texts.location,
    startTime: time.kind === 'unclear' ? '' : time.start,
    endTime: time.kind === 'unclear' ? '' : time.end,
    link: placed ? link : '',
    time,
    ...shown,
    source,
    evidence,
    hasIcs: time.kind !== 'unclear' && (shown.state === 'created' || shown.state === 'waiting'),
  }
}

function shownState(
  row: LedgerRow,
  claim: Claim,
  standing: Standing | null,
  userZone: string,
): Shown {
  const { choice, failure } = row
  if (failure !== null) return { state: 'failed', reason: failure }
  if (choice?.kind === 'undone') return undone(choice.where)
  const isOfText = isCancel(claim) && !isSteering(claim)
  if (!standing || (isOfText && standing.callOff !== claim)) {
    return { state: 'cancelled', reason: 'The mail calls it off; your calendar was not changed.' }
  }
  if (standing.takesPlace !== 'yes') return off(standing, claim)
  if (standing.callOff && row.placed) return asked(standing.callOff)
  if (isCancel(claim)) return { state: 'superseded', reason: 'A later mail has set it anew.' }
  const { later, claim: counts } = standing
  if (later && versionOf(claim) === versionOf(later) && !row.placed) return counting(row, later)
  return !later && versionOf(claim) === versionOf(counts)
    ? counting(row, claim)
    : earlier(row, claim, standing, userZone)
}

/** Somebody says so who may not change it. */
function asked({ proposal }: Claim): Shown {
  const reason = `They write that this is ${word(proposal)}: ${quoted(proposal.evidence)}`
  return { state: 'created', reason, question: 'remove-or-keep' }
}

function word({ act }: Claim['proposal']): string {
  return act === 'moves' ? 'moved' : act === 'postpones' ? 'postponed' : 'cancelled'
}

function quoted(evidence: string): string {
  return `“${plainLine(withoutAddresses(evidence), QUOTE_MAX)}”`
}

function undone(where: 'card' | 'calendar'): Shown {
  const isThere = where === 'calendar'
  return { state: 'undone', reason: isThere ? 'You have deleted it in your calendar.' : null }
}

function off({ takesPlace, claim: last, callOff }: Standing, claim: Claim): Shown {
  if (takesPlace === 'dropped') {
    return { state: 'superseded', reason: 'A later mail has changed the dates of the series.' }
  }
  if (callOff && !isSteering(callOff)) {
    const { proposal } = callOff
    const reason = `A mail says that this is ${word(proposal)}: ${quoted(proposal.evidence)}`
    return { state: 'cancelled', reason, question: 'called-off' }
  }
  return { state: 'cancelled', reason: last.emailId === claim.emailId ? null : CALLED_OFF }
}

/** What counts: it is in the calendar, or says why not. */
function counting(row: LedgerRow, claim: Claim): Shown {
  const { choice, placed, verdict } = row
  const { time } = claim.proposal
  const isAdded = choice?.kind === 'added' && choice.version === versionOf(claim)
  if (placed && (time.kind !== 'unclear' || isAdded)) return { state: 'created', reason: null }
  if (row.intent === 'put') {
    return { state: 'waiting', reason: 'It is being added to your calendar.' }
  }
  if (time.kind === 'unclear') return { state: 'waiting', reason: time.reason }
  const waits = { state: 'waiting', reason: verdict?.reason ?? null } as const
  return verdict?.kind === 'left-over' ? { ...waits, question: 'left-over' } : waits
}

/** Another version, or a text beside the invitation: it may name the time that counts, or not. */
function earlier(row: LedgerRow, claim: Claim, standing: Standing, userZone: string): Shown {
  const time = row.placed?.time ?? standing.claim.proposal.time
  const isOpen = standing.later !== null && row.choice === null
  if (row.lineage === null || isSameMoment(row, claim, time)) {
    const shown = counting(row, row.placed ? claim : standing.claim)
    return isOpen && row.placed ? { ...shown, reason: MOVES } : shown
  }
  const isKnown = time.kind !== 'unclear' && !isOpen
  const reason = isKnown ? `Moved to ${shortTime(time, userZone)} by a later mail.` : MOVES
  return { state: 'superseded', reason }
}

/** A text, or somebody else's invitation, may be wrong about the end. */
function isSameMoment({ lineage }: LedgerRow, claim: Claim, time: EventTime): boolean {
  if (isLed(claim, lineage)) return isSameTime(claim.proposal.time, time)
  const start = startOf(claim.proposal.time)
  return start !== null && start === startOf(time)
}

/** "Tue 24 Nov, 10:00", in the user's zone; days without a time. */
function shortTime(time: ExactTime, userZone: string): string {
  const isDay = time.kind === 'day'
  const start = DateTime.fromISO(time.start, { zone: isDay ? 'utc' : userZone }).setLocale('en')
  return start.toFormat(isDay ? 'ccc d LLL' : 'ccc d LLL, HH:mm')
}

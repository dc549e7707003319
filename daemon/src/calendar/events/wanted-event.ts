import { DateTime } from 'luxon'
import { placeLine, plainLine, SUMMARY_MAX, withoutAddresses } from '../../platform/clean-text.ts'
import type { ExactTime, NewEvent } from '../ports.ts'
import { type Claim, implausible, isSameTime, isSteering, versionOf } from './claim.ts'
import type { LedgerRow } from './ledger.ts'
import type { Standing } from './standing.ts'

const SUBJECT_MAX = 200

/** What the calendar should hold for an appointment. `as it is`: neither more nor less than now. */
export type Wanted = NewEvent | 'nothing' | 'as it is'

/** Worked out of the ledger alone. */
export function wantedEvent(row: LedgerRow, standing: Standing | null): Wanted {
  const { choice, placed, verdict } = row
  if (choice?.kind === 'undone' || !standing || standing.takesPlace !== 'yes') return 'nothing'
  const { claim, later } = standing
  const { time } = claim.proposal
  const content = (at: ExactTime) => {
    return { id: row.id, ...describeEvent(claim), time: at, emailId: claim.emailId }
  }
  if (choice?.version === versionOf(later ?? claim)) return content(choice.time)
  if (time.kind === 'unclear') return 'as it is'
  if (choice && placed) {
    // what the user wants moves with its invitation, not with what a text says
    const isChange = isSteering(claim) && implausible(time) === null
    return isChange && verdict?.isAutomatic ? content(time) : 'as it is'
  }
  if (verdict?.version !== versionOf(claim)) return 'as it is'
  return verdict.isAutomatic ? content(time) : 'nothing'
}

/** Whether nothing is left to be asked or tried again. */
export function isSettled(row: LedgerRow, standing: Standing | null): boolean {
  const wanted = wantedEvent(row, standing)
  if (row.failure !== null || row.intent !== null) return false
  if (wanted === 'nothing') return row.placed === null
  if (wanted === 'as it is' || row.placed === null) return wanted === 'as it is'
  const isOfMail = row.placed.emailId === wanted.emailId
  return (
    isOfMail && zoneOf(row.placed.time) === zoneOf(wanted.time) && isSameEvent(row.placed, wanted)
  )
}

/** Whether two events say the same of one time. */
export function isSameEvent(one: Omit<NewEvent, 'id'>, other: Omit<NewEvent, 'id'>): boolean {
  return (
    one.summary === other.summary &&
    one.location === other.location &&
    isSameTime(one.time, other.time)
  )
}

function zoneOf(time: ExactTime): string {
  return time.kind === 'instant' ? time.timeZone : ''
}

/**
 * The texts of an event (security design, 12.3). A meeting link stays only where code has read it
 * out of an invitation or a reservation, or where it stands in proven words of the mail.
 */
export function describeEvent({
  proposal,
  subject,
  sender,
  date,
}: Claim): Pick<NewEvent, 'summary' | 'location' | 'description'> {
  const { source, evidence, isProven } = proposal
  const isRead = source === 'invitation' || source === 'json-ld'
  const mail = title(subject, SUBJECT_MAX)
  const day = DateTime.fromISO(date, { zone: 'utc' }).setLocale('en').toFormat('d LLLL yyyy')
  return {
    summary: title(proposal.summary, SUMMARY_MAX) || title(subject, SUMMARY_MAX) || 'Event',
    location: placeLine(
      proposal.location,
      (address) => isRead || (isProven && evidence.includes(address)),
    ),
    description: `Created by Shortlist from the mail '${mail}' from ${title(sender, SUBJECT_MAX)} on ${day}.`,
  }
}

/** A line of an event: it carries no address of the web. */
function title(text: string, max: number): string {
  return plainLine(withoutAddresses(text), max)
}

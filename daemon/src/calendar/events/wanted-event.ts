import type { ExactTime } from '../ports.ts'
import { isSteering, versionOf } from './claim.ts'
import { implausible } from './decide-events.ts'
import { describeEvent } from './describe-event.ts'
import type { LedgerRow, PlacedEvent } from './ledger-row.ts'
import type { Standing } from './standing.ts'

/** An event without the calendar that holds it. */
export type EventContent = Omit<PlacedEvent, 'calendar' | 'link'>

/** What the calendar should hold for an appointment. `as it is`: neither more nor less than now. */
export type Wanted = EventContent | 'nothing' | 'as it is'

/** Worked out of the ledger alone. */
export function wantedEvent(row: LedgerRow, standing: Standing | null): Wanted {
  const { choice, placed, verdict } = row
  if (choice?.kind === 'undone' || !standing || standing.takesPlace !== 'yes') return 'nothing'
  const { claim, later } = standing
  const { time } = claim.proposal
  const content = (at: ExactTime) => ({ ...describeEvent(claim), time: at, emailId: claim.emailId })
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
  return wanted === 'as it is' || (row.placed !== null && isSameContent(row.placed, wanted))
}

function isSameContent(one: EventContent, other: EventContent): boolean {
  return (
    one.summary === other.summary &&
    one.location === other.location &&
    one.emailId === other.emailId &&
    one.time.kind === other.time.kind &&
    one.time.start === other.time.start &&
    one.time.end === other.time.end &&
    zoneOf(one.time) === zoneOf(other.time)
  )
}

function zoneOf(time: ExactTime): string {
  return time.kind === 'instant' ? time.timeZone : ''
}

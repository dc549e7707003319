import type { ExactTime } from '../ports.ts'
import { isSteering, versionOf } from './claim.ts'
import { implausible } from './decide-event.ts'
import { describeEvent } from './describe-event.ts'
import type { LedgerRow, PlacedEvent } from './ledger-row.ts'
import type { Standing } from './standing.ts'

/** An event without the calendar that holds it. */
export type EventContent = Omit<PlacedEvent, 'calendar' | 'link'>

/**
 * What the calendar should hold for an appointment. `as it is`: neither more nor less than now.
 * `undecided`: nothing until code has decided about this version.
 */
export type Wanted = EventContent | 'nothing' | 'as it is' | 'undecided'

/** Worked out of the ledger alone. */
export function wantedEvent(row: LedgerRow, standing: Standing | null): Wanted {
  const { choice, placed, verdict } = row
  if (choice?.kind === 'undone' || !standing || standing.takesPlace !== 'yes') return 'nothing'
  const { claim } = standing
  const version = versionOf(claim)
  const content = (time: ExactTime) => ({ ...describeEvent(claim), time, emailId: claim.emailId })
  if (choice?.version === version) return content(choice.time)
  const { time } = claim.proposal
  if (placed) {
    // texts never change what is there; an invitation does, unless nobody can tell to what
    const isChange = isSteering(claim) && time.kind !== 'unclear' && implausible(time) === null
    return isChange ? content(time) : 'as it is'
  }
  if (verdict?.version !== version) return 'undecided'
  return verdict.isAutomatic && time.kind !== 'unclear' ? content(time) : 'as it is'
}

/** Whether nothing is left to be decided, asked or tried again. */
export function isSettled(row: LedgerRow, standing: Standing | null): boolean {
  const wanted = wantedEvent(row, standing)
  if (row.failure !== null || row.intent !== null || wanted === 'undecided') return false
  if (wanted === 'nothing') return row.placed === null
  return wanted === 'as it is' || (row.placed !== null && isSameContent(row.placed, wanted))
}

function isSameContent(one: EventContent, other: EventContent): boolean {
  return (
    one.summary === other.summary &&
    one.location === other.location &&
    one.time.kind === other.time.kind &&
    one.time.start === other.time.start &&
    one.time.end === other.time.end
  )
}

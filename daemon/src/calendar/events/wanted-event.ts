import type { ExactTime, NewEvent } from '../ports.ts'
import { implausible, isSameTime, isSteering, versionOf } from './claim.ts'
import type { LedgerRow } from './ledger.ts'
import { describeEvent, type Standing } from './standing.ts'

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

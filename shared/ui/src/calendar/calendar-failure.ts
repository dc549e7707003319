import { CallFailed } from '@shortlist/client/call-failed'
import { calendarCopy } from '../calendar-copy.ts'

/** Why the calendar status could not be read (specification, sections 5 and 8). */
export function calendarStatusFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return calendarCopy.statusFailed
  if (error.notJson !== undefined) return calendarCopy.nonJson
  return error.isSignedOut ? error.message : calendarCopy.statusFailed
}

/** Why the calendar could not be connected (specification, sections 5 and 8). */
export function calendarConnectFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return calendarCopy.connectFailed
  if (error.notJson !== undefined) return calendarCopy.nonJsonDetail(error.notJson)
  return error.reason === 'refused' ? error.message : calendarCopy.connectFailed
}

import { CallFailed } from '@shortlist/client/call-failed'
import { mailCopy } from '../mail-copy.ts'

/** Why the mail status could not be read (specification, sections 7 and 8). */
export function mailStatusFailure(error: unknown): string {
  if (!(error instanceof CallFailed) || error.isOffline) return mailCopy.checkFailed
  return error.isSignedOut ? error.message : mailCopy.statusFailed
}

/** Sentences of the specification that the daemon says as well; all others mean "it failed". */
const known: ReadonlySet<string> = new Set([
  mailCopy.mailboxNeeded,
  mailCopy.calendarNeeded,
  mailCopy.calendarGone,
  mailCopy.calendarExpired,
])

/** Why a sync did not begin (specification, sections 5 and 8). */
export function syncFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return mailCopy.syncFailed
  if (error.message.includes(mailCopy.calendarTokens)) return mailCopy.calendarExpired
  return known.has(error.message) ? error.message : mailCopy.syncFailed
}

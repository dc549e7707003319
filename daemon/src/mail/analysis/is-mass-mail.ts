import type { ReadMessage } from '../ports.ts'
import { isFromHiringSystem, isFromScheduler, isFromSigningService } from './rules/senders.ts'

/**
 * Whether a program wrote to many. Employers' systems write one by one, though their mails carry the
 * headers of a list, and an invitation is meant for its reader. Such a mail is never of high priority.
 */
export function isMassMail(message: ReadMessage): boolean {
  if (!message.isBulk || message.invitations.length > 0) return false
  const isPersonal = [isFromHiringSystem, isFromScheduler, isFromSigningService]
  return !isPersonal.some((is) => is(message))
}

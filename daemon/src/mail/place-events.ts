import type { MailEvent } from '@shortlist/contracts/calendar'
import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import type { StoredMail } from './store/stored-mail.ts'
import { traceOf } from './trace-of.ts'

/**
 * Hands the appointments of an analysed mail to the calendar and notes that it has them. Resolves to
 * what became of them. Rejects where the calendar is not there any more (`CAL_TOKEN_REVOKED`,
 * `CAL_NOT_CONNECTED`) or nothing can be stored; after any other failure the next sync tries again.
 */
export async function placeEvents(
  account: AccountMail,
  id: string,
  syncId: string,
): Promise<readonly MailEvent[]> {
  const { store, parts, userId } = account
  const mail = store.mails.get(id)
  if (!mail?.finding || mail.isPlaced) return parts.appointments.eventsOf(userId, id)
  const { threadKey, subject, from: sender, date } = mail.row
  const doubt = doubtOf(mail)
  const isSenderDoubted = mail.row.warnings.includes('sender-unproven')
  const ofMail = { emailId: id, threadKey, subject, sender, date, doubt, isSenderDoubted }
  try {
    const events = await parts.appointments.place(userId, ofMail, mail.proposals, syncId)
    await store.save({ id, kind: 'placed' })
    return events
  } catch (failure) {
    if (isFinal(failure)) throw failure
    parts.log.warn(traceOf(failure), 'no events were placed')
    return parts.appointments.eventsOf(userId, id)
  }
}

/** True where the next mail would fail in the same way. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const { code } = failure
  return code === 'CAL_TOKEN_REVOKED' || code === 'CAL_NOT_CONNECTED' || code.startsWith('STORE_')
}

/** Whoever writes such a mail can attach what they like: the user decides about it. */
function doubtOf({ isSuspicious, finding }: StoredMail): string | null {
  if (isSuspicious) return 'This email looks like a scam.'
  return finding?.category === 'newsletter' ? 'It came with a newsletter.' : null
}

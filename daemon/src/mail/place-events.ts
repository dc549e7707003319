import { hash } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import { conversationOf } from './message/thread-key.ts'
import type { MailOfEvents } from './ports.ts'
import type { MailRow } from './store/mail-rows.ts'
import type { StoredMail } from './store/stored-mail.ts'
import { traceOf } from './trace-of.ts'

/**
 * Hands the appointments of an analysed mail to the calendar and notes that it has them. Rejects where the calendar is not there any more (`CAL_TOKEN_REVOKED`,
 * `CAL_NOT_CONNECTED`) or nothing can be stored; after any other failure the next sync tries again.
 */
export async function placeEvents(account: AccountMail, id: string, syncId: string): Promise<void> {
  const { store, parts, userId } = account
  // most mails have none
  const mail = (await store.mails.isUnplaced(id)) ? await store.mails.get(id) : undefined
  if (!mail) return
  try {
    await parts.appointments.place(userId, placed(mail), mail.proposals, syncId)
    await store.save({ id, kind: 'placed' })
  } catch (failure) {
    if (isFinal(failure)) throw failure
    parts.log.warn(traceOf(failure), 'no events were placed')
  }
}

/** Hands all appointments to a calendar again that has lost some. Rejects as `placeEvents` does. */
export async function restoreEvents(account: AccountMail, syncId: string): Promise<void> {
  const { store, parts, userId } = account
  let mails: readonly StoredMail[] = []
  const brought = async () => {
    mails = await store.mails.proposing()
    return mails.map((mail) => ({ mail: placed(mail), proposals: mail.proposals }))
  }
  try {
    await parts.appointments.restore?.(userId, brought, syncId)
  } catch (failure) {
    if (isFinal(failure)) throw failure
    parts.log.warn(traceOf(failure), 'lost events were not restored')
  }
  await account.tellChanged(mails.map(({ row }) => row.id))
}

function placed(mail: StoredMail): MailOfEvents {
  const { id, threadKey, subject, from, date, warnings, isSenderProven, arrivedAt } = mail.row
  return {
    emailId: id,
    threadKey,
    conversation: conversationIds(mail.row),
    subject,
    sender: from,
    date,
    receivedAt: arrivedAt ?? null,
    isSenderDoubted: warnings.includes('sender-unproven'),
    isSenderProven: isSenderProven ?? false,
    doubt: doubtOf(mail),
  }
}

/** The mails that it cites, itself included; one that cites none has its subject and correspondents. */
function conversationIds(row: MailRow): string[] {
  const bare = row.references.length > 0 ? null : conversationOf(row)
  const ids = [row.messageId, ...row.references, bare ?? ''].filter((each) => each !== '')
  return ids.map((each) => hash('sha256', each).slice(0, 16))
}

/** True where the next mail would fail in the same way. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const { code } = failure
  return code === 'CAL_TOKEN_REVOKED' || code === 'CAL_NOT_CONNECTED' || code.startsWith('STORE_')
}

/** Whoever writes such a mail can attach what they like: the user decides about it. */
function doubtOf({ isSuspicious, finding, row }: StoredMail): string | null {
  if (isSuspicious) return 'This email looks like a scam.'
  if (row.isBulk && row.isSenderProven === false) return 'It came with a mail to many.'
  return finding?.category === 'newsletter' ? 'It came with a newsletter.' : null
}

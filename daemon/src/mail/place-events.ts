import { hash, randomUUID } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import { correspondenceOf } from './message/thread-key.ts'
import type { MailOfEvents } from './ports.ts'
import type { MailRow, StoredMail } from './store/mail-records.ts'

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
    account.logFailure('warn', failure, 'no events were placed')
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
    account.logFailure('warn', failure, 'lost events were not restored')
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
  const bare = row.references.length > 0 ? null : correspondenceOf(row)
  const ids = [row.messageId, ...row.references, bare ?? ''].filter((each) => each !== '')
  return ids.map((each) => hash('sha256', each).slice(0, 16))
}

interface DoubtedMail extends Pick<StoredMail, 'isSuspicious' | 'finding'> {
  readonly row: Pick<MailRow, 'isBulk' | 'isSenderProven'>
}

/** True where the next mail would fail in the same way. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const { code } = failure
  return code === 'CAL_TOKEN_REVOKED' || code === 'CAL_NOT_CONNECTED' || code.startsWith('STORE_')
}

/**
 * Why the user decides about the appointments of a mail, in a sentence: whoever writes such a mail can
 * attach what they like. Null where there is no reason.
 */
export function doubtOf({ isSuspicious, finding, row }: DoubtedMail): string | null {
  if (isSuspicious) return 'This email looks like a scam.'
  if (row.isBulk && row.isSenderProven === false) return 'It came with a mail to many.'
  return finding?.category === 'newsletter' ? 'It came with a newsletter.' : null
}

/**
 * Places the appointments of a mail outside of a sync. Where the calendar is not there any more, the
 * next sync places them; its own state says so.
 */
export async function placeNow(account: AccountMail, id: string): Promise<void> {
  const { appointments } = account.parts
  if (!(await appointments.status(account.userId)).connected) return
  try {
    await placeEvents(account, id, randomUUID())
  } catch (failure) {
    const isOfCalendar = failure instanceof AppError && failure.code.startsWith('CAL_')
    if (!isOfCalendar) throw failure
  }
}

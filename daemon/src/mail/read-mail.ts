import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import { headerForm } from './email-of.ts'
import type { ReadMessage } from './ports.ts'

/**
 * What a mail says, as plain text below its sender, receiver, date and subject; read in the mailbox
 * where its text is not stored any more. Throws `NOT_FOUND`, also for a mail that has left the
 * mailbox, and what the mailbox throws.
 */
export async function readMail(account: AccountMail, id: string): Promise<string> {
  const mail = await account.mail(id)
  const message = (await account.store.textOf(id)) ?? (await fetchAgain(account, id))
  if (!message) throw new AppError('NOT_FOUND', 'This email is not in the mailbox any more.')
  const { from, to, subject, text, problem } = message
  const head = [
    `From: ${headerForm(from)}`,
    `To: ${to.map(headerForm).join(', ')}`,
    `Date: ${mail.row.date}`,
    `Subject: ${subject}`,
  ]
  return `${head.join('\n')}\n\n${problem ?? text}\n`
}

/** What a mail says, read in the mailbox; undefined where that does not have it any more. */
export function fetchAgain(account: AccountMail, id: string): Promise<ReadMessage | undefined> {
  const { mailbox, store, parts, closing } = account
  return account.exclusively(async () => {
    const uid = await store.mails.uidOf(id)
    if (!store.cursor || uid === undefined) return undefined
    // as if it were the one mail that is still to be fetched; what is new is left to the next sync
    const since = { ...store.cursor, missing: String(uid) }
    const known = async () => (await store.mails.uids()).filter((each) => each !== uid)
    for await (const { isReset, mails } of mailbox.changes(since, known, closing)) {
      if (isReset || mails.length === 0) return undefined
      const fetched = mails.find((each) => each.uid === uid)
      if (fetched) return parts.reader.read(fetched)
    }
    return undefined
  })
}

import type { AccountMail } from './account-mail.ts'
import { headerForm } from './email-of.ts'

/**
 * What a mail says, as plain text below its sender, receiver, date and subject; read in the mailbox
 * where its text is not stored any more. Throws `NOT_FOUND`, also for a mail that has left the
 * mailbox, and what the mailbox throws.
 */
export async function readMail(account: AccountMail, id: string): Promise<string> {
  const mail = await account.mail(id)
  const { from, to, subject, text, problem } = await account.message(id)
  const head = [
    `From: ${headerForm(from)}`,
    `To: ${to.map(headerForm).join(', ')}`,
    `Date: ${mail.row.date}`,
    `Subject: ${subject}`,
  ]
  return `${head.join('\n')}\n\n${problem ?? text}\n`
}

import { randomUUID } from 'node:crypto'
import type { Email } from '@shortlist/contracts/mail'
import { AppError } from '../../errors.ts'
import type { AccountMail } from '../account-mail.ts'
import type { Address } from '../ports.ts'

/** RFC 2606: a name that nobody can own, for mailboxes whose own name is not known. */
const NO_DOMAIN = 'shortlist.invalid'

/**
 * Puts a reply to a mail into the Drafts folder of its mailbox, in the place of our earlier one.
 * Throws `NOT_FOUND`, and `MAIL_DRAFT` where that is not possible.
 */
export async function saveDraft(account: AccountMail, id: string, body: string): Promise<Email> {
  const { row } = await account.mail(id)
  const to = row.replyTo ?? row.from
  if (to.address === '') {
    throw new AppError('MAIL_DRAFT', 'This email names no address to reply to.')
  }
  await account.savingDrafts(async () => {
    const { mailbox, store, parts } = account
    const { label } = mailbox.health()
    const own = /^[^\s@]+@[^\s@]+$/.test(label) ? label : undefined
    const domain = own?.slice(own.lastIndexOf('@') + 1) ?? NO_DOMAIN
    const messageId = `<${randomUUID()}@${domain}>`
    const { subject, messageId: inReplyTo, references } = row
    const date = parts.now()
    const reply = { from: own, to, subject, inReplyTo, references, body, messageId, date }
    const raw = await composeDraft(reply)
    const previous = (await account.mail(id)).draft?.saved ?? null
    const saved = await mailbox.saveDraft(raw, messageId, previous, account.closing)
    await store.save({ id, kind: 'draft', draft: saved, savedAt: date.toISOString() })
  })
  await account.tellChanged([id])
  return account.email(id)
}

/** A reply that nobody has sent. */
export interface Reply {
  /** The address of the mailbox; undefined where it is not known. */
  readonly from: string | undefined
  readonly to: Address
  /** Subject of the mail that is answered. */
  readonly subject: string
  /** Message-ID of the mail that is answered, with angle brackets; may be empty. */
  readonly inReplyTo: string
  /** Those of the mail that is answered, oldest first. */
  readonly references: readonly string[]
  /** Plain text. */
  readonly body: string
  /** Of the reply itself, with angle brackets. */
  readonly messageId: string
  readonly date: Date
}

/**
 * The raw message (RFC 5322) of a reply in plain text: to one address, as part of the conversation
 * (3.6.4), without copies.
 */
export async function composeDraft(reply: Reply): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { from, to, inReplyTo, references, body, messageId, date } = reply
  const composer = new MailComposer({
    ...(from && { from: { name: '', address: from } }),
    to: { ...to },
    subject: replySubject(reply.subject),
    text: body,
    messageId,
    date,
    ...(inReplyTo !== '' && { inReplyTo, references: [...references, inReplyTo] }),
    // RFC 5322, 2.3: a mailbox takes no bare line feeds
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** "Re: " before the subject, once. */
function replySubject(subject: string): string {
  const bare = subject.trim()
  return /^re\s*:/i.test(bare) ? bare : `Re: ${bare}`.trim()
}

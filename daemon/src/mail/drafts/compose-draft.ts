import type { Address } from '../message-ports.ts'

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

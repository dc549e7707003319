import type { DateTime } from 'luxon'
import { composeInvitation } from './compose-invitation.ts'
import type { SampleMail } from './sample-mail.ts'
import { fillDates, type SampleDays, sentTime } from './sample-time.ts'

/** To whom the sample mails are written. */
const RECIPIENT = 'Ada Lovell'

export interface SampleContext extends SampleDays {
  /** Of the recipient. */
  readonly address: string
}

/** A raw mail (RFC 5322) of its description; `ancestors` are the mails it answers, oldest first. */
export async function composeMail(
  mail: SampleMail,
  ancestors: readonly SampleMail[],
  context: SampleContext,
): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { id, from, replyTo, subject, charset, encoding, attachments, invitation } = mail
  const sentAt = sentTime(mail.at, context)
  const references = ancestors.map(messageId)
  const texts = (['plain', 'html'] as const).flatMap((type) => {
    const text = type === 'plain' ? mail.text : mail.html
    if (text === undefined) return []
    const content = fillDates(text, mail.language, context)
    return {
      contentType: `text/${type}; charset=${charset}`,
      contentTransferEncoding: encoding,
      content: Buffer.from(content, charset === 'iso-8859-1' ? 'latin1' : 'utf8'),
    }
  })
  const ics = invitation && composeInvitation(invitation, sentAt, context)
  const calendar = ics && {
    contentType: `text/calendar; charset=utf-8; method=${invitation.method}`,
    contentTransferEncoding: 'base64' as const,
    content: ics,
  }
  const files = attachments.map(({ name, type, text }) => ({
    filename: name,
    contentType: type,
    content: text,
  }))
  // many programs send an invitation as a file too
  if (ics) files.push({ filename: 'invite.ics', contentType: 'application/ics', content: ics })
  const composer = new MailComposer({
    from,
    ...(replyTo && { replyTo }),
    to: { name: RECIPIENT, address: context.address },
    subject,
    messageId: messageId(mail),
    inReplyTo: references.at(-1),
    references,
    headers: { ...mail.headers, Date: dateOf(sentAt) },
    alternatives: [...texts, ...(calendar ? [calendar] : [])],
    attachments: files,
    baseBoundary: id,
    textEncoding: 'base64',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** With the offset of the sender's clock, which the composer would leave out. */
function dateOf(sentAt: DateTime): string {
  return sentAt.setLocale('en-US').toFormat('ccc, dd LLL yyyy HH:mm:ss ZZZ')
}

function messageId({ id, from }: SampleMail): string {
  return `<${id}@${/@([\w.-]+)/.exec(from)?.[1]}>`
}

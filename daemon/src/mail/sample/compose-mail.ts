import type { DateTime } from 'luxon'
import { composeInvitation } from './compose-invitation.ts'
import { encodeMail } from './encode-mail.ts'
import type { SampleMail } from './sample-mail.ts'
import { fillDates, type SampleDays, sentTime } from './sample-time.ts'

/** To whom the sample mails are written. */
const RECIPIENT = 'Ada Lovell'

export interface SampleContext extends SampleDays {
  /** Of the recipient. */
  readonly address: string
}

/** A part of a mail, readable, with its headers. */
type Part = readonly [headers: readonly string[], body: string]

/** A raw mail (RFC 5322) of its description; `ancestors` are the mails it answers, oldest first. */
export function composeMail(
  mail: SampleMail,
  ancestors: readonly SampleMail[],
  context: SampleContext,
): Buffer {
  const sentAt = sentTime(mail.at, context)
  const [headers, body] = contentOf(mail, sentAt, context)
  const own = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`)
  const all = [
    ...own,
    ...envelopeOf(mail, ancestors, sentAt, context),
    'MIME-Version: 1.0',
    ...headers,
  ]
  return encodeMail(`${all.join('\n')}\n\n${body}`)
}

function envelopeOf(
  mail: SampleMail,
  ancestors: readonly SampleMail[],
  sentAt: DateTime,
  { address }: SampleContext,
): string[] {
  const references = ancestors.map(messageId)
  const parent = references.at(-1)
  return [
    `From: ${mail.from}`,
    ...(mail.replyTo ? [`Reply-To: ${mail.replyTo}`] : []),
    `To: ${RECIPIENT} <${address}>`,
    `Subject: ${mail.subject}`,
    `Date: ${sentAt.setLocale('en-US').toFormat('ccc, dd LLL yyyy HH:mm:ss ZZZ')}`,
    `Message-ID: ${messageId(mail)}`,
    ...(parent ? [`In-Reply-To: ${parent}`, `References: ${references.join(' ')}`] : []),
  ]
}

function messageId({ id, from }: SampleMail): string {
  return `<${id}@${/@([\w.-]+)/.exec(from)?.[1]}>`
}

function contentOf(mail: SampleMail, sentAt: DateTime, context: SampleContext): Part {
  const { charset, encoding, language, invitation } = mail
  const texts = [
    ['plain', mail.text],
    ['html', mail.html],
  ].flatMap(([type, text]): Part[] => {
    if (text === undefined) return []
    const headers = [`Content-Type: text/${type}; charset=${charset}`, transfer(encoding)]
    return [[headers, fillDates(text, language, context)]]
  })
  const ics =
    invitation &&
    composeInvitation(invitation, { sentAt, attendee: context.address, days: context })
  const calendar: Part[] = ics
    ? [
        [
          [
            `Content-Type: text/calendar; charset=utf-8; method=${invitation.method}`,
            transfer('base64'),
          ],
          ics,
        ],
      ]
    : []
  const body = multipart('alternative', mail.id, [...texts, ...calendar])
  const files = mail.attachments.map(({ name, type, text }) => file(name, type, text))
  // Many programs send an invitation as a file too.
  if (ics) files.push(file('invite.ics', 'application/ics', ics))
  return multipart('mixed', mail.id, [body, ...files])
}

function file(name: string, type: string, text: string): Part {
  const disposition = `Content-Disposition: attachment; filename="${name}"`
  return [[`Content-Type: ${type}; name="${name}"`, disposition, transfer('base64')], text]
}

function transfer(encoding: string): string {
  return `Content-Transfer-Encoding: ${encoding}`
}

function multipart(kind: 'alternative' | 'mixed', id: string, parts: readonly Part[]): Part {
  const [first, second] = parts
  if (first && !second) return first
  const boundary = `=_${kind}_${id}`
  const bodies = parts.map(([headers, body]) => `--${boundary}\n${headers.join('\n')}\n\n${body}\n`)
  return [
    [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    `${bodies.join('')}--${boundary}--\n`,
  ]
}

import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { FetchedMail } from '../src/mail/ports.ts'
import type { GoldMail } from './gold-set.ts'

/** Where the reader of the gold set lives. */
export const goldZone = 'Europe/Berlin'

/** A mail of the gold set as a mailbox would hand it over (RFC 5322). */
export async function rawMail(mail: GoldMail): Promise<FetchedMail> {
  const { ics, dmarc } = mail
  const composer = new MailComposer({
    from: mail.from,
    to: 'Alex Weber <alex@weber.example>',
    subject: mail.subject,
    date: mail.date,
    messageId: `<${mail.id}@gold.example>`,
    headers: {
      ...mail.headers,
      ...(mail.bulk && { 'List-Unsubscribe': '<https://list.example/unsubscribe>' }),
      ...(dmarc && { 'Authentication-Results': `mx.weber.example; dmarc=${dmarc}` }),
    },
    ...(mail.reply && {
      inReplyTo: '<earlier@weber.example>',
      references: '<earlier@weber.example>',
    }),
    text: mail.text,
    ...(ics && { icalEvent: { method: ics.method, content: calendar(ics) } }),
  })
  return composedMail(composer, mail.date)
}

/** A mail as its sender wrote it at a time (ISO 8601), whose offset is that of its sender's clock. */
export async function composedMail(composer: MailComposer, date: string): Promise<FetchedMail> {
  // nodemailer writes the date in UTC, the sender wrote it with a zone
  const built = (await composer.compile().build()).toString('latin1')
  const source = built.replace(/^Date: .*$/m, `Date: ${headerDate(date)}`)
  return fetchedMail(Buffer.from(source, 'latin1'), date)
}

/** A whole mail that a mailbox got at a time (ISO 8601). */
export function fetchedMail(source: Uint8Array, receivedAt: string): FetchedMail {
  return {
    uid: 1,
    receivedAt: new Date(receivedAt).toISOString(),
    source,
    isWhole: true,
    parts: [],
  }
}

function headerDate(iso: string): string {
  const offset = iso.replace(/Z$/, '+00:00').slice(-6)
  const wallClock = new Date(`${iso.slice(0, 19)}Z`).toUTCString().replace(' GMT', '')
  return `${wallClock} ${offset.replace(':', '')}`
}

function calendar({ method, uid, start, end, summary }: NonNullable<GoldMail['ics']>): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shortlist//Gold set//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${method === 'CANCEL' ? 1 : 0}`,
    'DTSTAMP:20260301T000000Z',
    `DTSTART:${start}`,
    `DTEND:${end}`,
    `SUMMARY:${summary}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

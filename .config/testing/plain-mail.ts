/** What a made-up mail says; everything has a default. */
export interface PlainMail {
  readonly number: number
  readonly subject?: string
  readonly from?: string
  readonly body?: string
  /** An invitation (RFC 5545). */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string }
  readonly date?: Date
  /** What the receiving server has found about the sender (RFC 8601). */
  readonly authentication?: string
}

/** A raw mail (RFC 5322) with a Message-ID made of its number. */
export function plainMail(mail: PlainMail): Buffer {
  const { number, from = 'Dana Reyes <dana@northwind.example>', date = new Date() } = mail
  const body = mail.body ?? `Thank you for your application, this is letter ${number}.`
  const head = [
    `From: ${from}`,
    'To: ada@example.test',
    `Subject: ${mail.subject ?? `Your application ${number}`}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <mail-${number}@northwind.example>`,
    ...(mail.authentication ? [`Authentication-Results: mx.test; ${mail.authentication}`] : []),
    'MIME-Version: 1.0',
  ]
  const plain = ['Content-Type: text/plain; charset=utf-8', '', body]
  if (!mail.calendar) return lines([...head, ...plain])
  const { method, text } = mail.calendar
  return lines([
    ...head,
    'Content-Type: multipart/alternative; boundary="part"',
    '',
    '--part',
    ...plain,
    '--part',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    '',
    text,
    '--part--',
  ])
}

/** What an invitation says. */
export interface Invitation {
  readonly uid: string
  readonly start: Date
  readonly sequence?: number
  readonly method?: 'REQUEST' | 'CANCEL'
  readonly summary?: string
}

const HOUR = 3_600_000

/** The text of an invitation for one hour. */
export function invitation({ uid, start, sequence = 0, ...rest }: Invitation) {
  const { method = 'REQUEST', summary = 'Technical interview' } = rest
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Northwind//Hiring//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(new Date(Date.UTC(2026, 0, 1, 0, sequence)))}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(new Date(start.getTime() + HOUR))}`,
    `SUMMARY:${summary}`,
    'ORGANIZER:mailto:dana@northwind.example',
    method === 'CANCEL' ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  return { method, text }
}

/** A full hour so many days from now. */
export function inDays(days: number, hour = 10): Date {
  const day = new Date(Date.now() + days * 24 * HOUR)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour))
}

function stamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '')
}

function lines(text: readonly string[]): Buffer {
  return Buffer.from(`${text.join('\r\n')}\r\n`)
}

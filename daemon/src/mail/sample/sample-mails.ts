import { readdir, readFile } from 'node:fs/promises'
import { DateTime } from 'luxon'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { parse } from 'yaml'
import { z } from 'zod'
import { type SourceMail, sourceUid } from '../files/source-mailbox.ts'

/** The day counts from the anchor day; `mails/README.md` says how for which field. */
const moment = z.string().regex(/^[+-]\d+ \d\d:\d\d$/)

/** As nodemailer takes it. */
const Attachment = z.record(z.enum(['filename', 'contentType', 'content']), z.string())

/** A mail of the sample mailbox as its YAML file describes it (`mails/README.md`). */
const SampleMail = z.strictObject({
  id: z.string(),
  at: moment,
  from: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string().optional(),
  html: z.string().optional(),
  language: z.enum(['en', 'de', 'fr']).default('en'),
  answers: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  charset: z.enum(['utf-8', 'iso-8859-1']).default('utf-8'),
  encoding: z.enum(['quoted-printable', 'base64']).default('quoted-printable'),
  attachments: z.array(Attachment).default([]),
  invitation: z.string().optional(),
})
type SampleMail = z.infer<typeof SampleMail>

const folder = new URL('./mails/', import.meta.url)

export interface SampleContext {
  /** What the days of the sample count from. */
  readonly anchor: Date
  /** IANA name of the zone that the anchor's day is of. */
  readonly userZone: string
  /** Of the recipient. */
  readonly address: string
}

/** Every mail of the sample, in no order. */
export async function sampleMails(context: SampleContext): Promise<SourceMail[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const mails = files.flatMap((text) => z.array(SampleMail).parse(parse(text)))
  return mails.map((mail) => {
    const uid = sourceUid(mail.id)
    const receivedAt = sentTime(mail.at, context).toJSDate().toISOString()
    return {
      uid,
      receivedAt: async () => receivedAt,
      async read() {
        const source = await composeMail(mail, ancestorsOf(mail, mails), context)
        return { uid, receivedAt, source, isWhole: true, parts: [] }
      },
    }
  })
}

/** The mails that it answers, oldest first. */
function ancestorsOf({ answers }: SampleMail, mails: readonly SampleMail[]): SampleMail[] {
  const parent = mails.find(({ id }) => id === answers)
  return parent ? [...ancestorsOf(parent, mails), parent] : []
}

/** To whom the sample mails are written. */
const RECIPIENT = 'Ada Lovell'

/** A raw mail (RFC 5322) of its description; `ancestors` are the mails it answers, oldest first. */
async function composeMail(
  mail: SampleMail,
  ancestors: readonly SampleMail[],
  context: SampleContext,
): Promise<Buffer> {
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
  // RFC 5545: a calendar is in lines that end as those of a mail do
  const ics =
    invitation &&
    fillDates(invitation, 'en', context)
      .replace('{stamp}', sentAt.toUTC().toFormat("yyyyLLdd'T'HHmmss'Z'"))
      .replace('{address}', context.address)
      .replaceAll('\n', '\r\n')
  const composer = new MailComposer({
    from,
    ...(replyTo && { replyTo }),
    to: { name: RECIPIENT, address: context.address },
    subject,
    messageId: messageId(mail),
    inReplyTo: references.at(-1),
    references,
    headers: { ...mail.headers, Date: dateOf(sentAt) },
    alternatives: texts,
    // as many programs do it is sent as a file too
    ...(ics && { icalEvent: { method: /^METHOD:(\w+)/m.exec(ics)?.[1], content: ics } }),
    attachments,
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

/** A day and a time such as `-12 09:30`, in the user's zone; counts every day. */
function sentTime(moment: string, days: SampleContext): DateTime {
  const [offset, clock] = moment.split(' ')
  return atClock(anchorDay(days).plus({ days: Number(offset) }), clock)
}

/** The start of the n-th working day, Monday to Friday, after the anchor day. */
function workingDay(count: number, days: SampleContext): DateTime {
  let day = anchorDay(days)
  for (let left = count; left > 0; ) {
    day = day.plus({ days: 1 })
    if (day.weekday <= 5) left--
  }
  return day
}

/** Dates in words, as the mails of each language write them. */
const words = {
  en: ['en-GB', 'cccc, d LLLL yyyy'],
  de: ['de', 'cccc, d. LLLL yyyy'],
  fr: ['fr', 'cccc d LLLL yyyy'],
} as const

/** Fills the placeholders of a text in: `{date +3}`, `{dots +3}`, `{iso +3 10:00}`, `{ics +3}`. */
function fillDates(text: string, language: keyof typeof words, days: SampleContext): string {
  const forms = {
    date: words[language],
    dots: ['de', 'dd.LL.yyyy'],
    iso: ['en', "yyyy-LL-dd'T'HH:mm:ssZZ"],
    ics: ['en', 'yyyyLLdd'],
  } as const
  const placeholder = /\{(date|dots|iso|ics) \+(\d+)(?: (\d\d:\d\d))?\}/g
  return text.replace(
    placeholder,
    (_, form: keyof typeof forms, count: string, clock: string | undefined) => {
      const [locale, format] = forms[form]
      const time = form === 'ics' && clock ? `${format}'T'HHmmss` : format
      return atClock(workingDay(Number(count), days), clock)
        .setLocale(locale)
        .toFormat(time)
    },
  )
}

function anchorDay({ anchor, userZone }: SampleContext): DateTime {
  return DateTime.fromJSDate(anchor, { zone: userZone }).startOf('day')
}

function atClock(day: DateTime, clock = '00:00'): DateTime {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return day.set({ hour, minute })
}

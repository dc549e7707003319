import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Category, Priority } from '@shortlist/contracts/mail'
import { DateTime } from 'luxon'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { z } from 'zod'
import { ianaZone, resolveWallClock } from '../src/mail/dates/zones.ts'
import type { FetchedMail, MailToAnalyze } from '../src/mail/ports.ts'
import { prepareMail } from './prepare-mail.ts'
import { composedMail } from './raw-mail.ts'

export const PersonMail = z.object({
  id: z.string(),
  box: z.enum(['inbox', 'sent']).default('inbox'),
  lang: z.string(),
  date: z.iso.datetime({ offset: true }),
  from: z.string(),
  to: z.string().optional(),
  subject: z.string(),
  headers: z.record(z.string(), z.string().nullish()).default({}),
  text: z.string().nullish(),
  html: z.string().nullish(),
  ics: z.string().nullish(),
  truth: z.object({
    category: Category,
    alsoFine: z.array(Category).default([]),
    priority: Priority,
    priorityAlsoFine: z.array(Priority).default([]),
    hasInterview: z.boolean(),
    hasDeadline: z.boolean(),
    scam: z.boolean(),
    /** It holds orders for programs that read it. */
    injection: z.boolean(),
    /** What a draft may do; "none" where no reply is due. */
    reply: z.string(),
    mustNot: z.array(z.string()).default([]),
    /** What the mail does about a meeting of its reader. */
    act: z.string(),
    /** Which of the applications in `person.json` it is about. */
    application: z.string().nullish(),
    /** Local times; those with `book` may stand in the calendar without a question. */
    events: z.array(
      z.object({
        start: z.string(),
        zone: z.string().nullish(),
        allDay: z.boolean().default(false),
        book: z.boolean(),
      }),
    ),
  }),
})

export type PersonMail = z.output<typeof PersonMail>

/** What somebody wrote, without what is true of it. */
export type WrittenMail = Pick<PersonMail, 'from' | 'subject' | 'date'> &
  Partial<Pick<PersonMail, 'to' | 'headers' | 'text' | 'html' | 'ics'>>

const Person = z.object({ zone: z.string() })

/** An invented job seeker with all that arrived, oldest first. */
export interface Person extends z.output<typeof Person> {
  readonly letter: string
  readonly mails: readonly PersonMail[]
}

const folder = join(import.meta.dirname, 'people')

/** Everybody whose mailbox lies in `people`. */
export function readPeople(): Person[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: letter }) => {
      const read = (file: string) => readFileSync(join(folder, letter, file), 'utf8')
      const lines = read('mails.jsonl').trim().split('\n')
      const mails = lines.map((line) => PersonMail.parse(JSON.parse(line)))
      const inbox = mails.filter(({ box }) => box === 'inbox')
      return { ...Person.parse(JSON.parse(read('person.json'))), letter, mails: inbox }
    })
}

const inHeader = /^(?:from|to|subject|date|message-id|in-reply-to|references)$/i

/** A mail of a person as a mailbox would hand it over (RFC 5322). */
export async function fetchedOf(mail: WrittenMail): Promise<FetchedMail> {
  const { headers = {}, ics } = mail
  const others = Object.entries(headers).filter(([name, value]) => value && !inHeader.test(name))
  const composer = new MailComposer({
    from: mail.from,
    ...(mail.to && { to: mail.to }),
    subject: mail.subject,
    date: mail.date,
    ...(headers['Message-ID'] && { messageId: headers['Message-ID'] }),
    ...(headers['In-Reply-To'] && { inReplyTo: headers['In-Reply-To'] }),
    ...(headers.References && { references: headers.References }),
    headers: Object.fromEntries(others.map(([name, value]) => [name, value ?? ''])),
    ...(mail.text && { text: mail.text }),
    ...(mail.html && { html: mail.html }),
    ...(ics && {
      icalEvent: { method: methodOf(ics), content: ics.replace(/\r?\n/g, '\r\n') },
    }),
  })
  return composedMail(composer, mail.date)
}

function methodOf(ics: string): string {
  return /METHOD:(\w+)/.exec(ics)?.[1] ?? 'REQUEST'
}

/** A mail of a person on the way that every mail takes. */
export async function prepare(mail: WrittenMail, userZone: string): Promise<MailToAnalyze> {
  return prepareMail(await fetchedOf(mail), userZone)
}

/** When the appointments of a mail begin that may stand without a question, or may not; ISO 8601, UTC. */
export function startsOf(
  events: PersonMail['truth']['events'],
  userZone: string,
  mayStand = true,
): string[] {
  return events
    .filter(({ book, allDay }) => book === mayStand && !allDay)
    .map(({ start, zone }) => {
      const wall = DateTime.fromISO(start.slice(0, 16), { zone: 'utc' })
      return new Date(resolveWallClock(wall, ianaZone(zone ?? userZone))).toISOString()
    })
}

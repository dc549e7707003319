import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Category, Priority } from '@shortlist/contracts/mail'
import { parse } from 'yaml'
import { z } from 'zod'

/** A `text/calendar` part; times as in RFC 5545, 3.3.5. */
const Invitation = z.strictObject({
  method: z.enum(['REQUEST', 'PUBLISH', 'CANCEL']),
  uid: z.string(),
  start: z.string(),
  end: z.string(),
  summary: z.string(),
})

/** A mail and what is true of it; see the comments of the files. */
const GoldMail = z.strictObject({
  id: z.string(),
  lang: z.enum(['en', 'de', 'fr']).default('en'),
  from: z.string(),
  subject: z.string(),
  /** With the zone that the sender wrote in. */
  date: z.iso.datetime({ offset: true }),
  /** Carries List-Unsubscribe. */
  bulk: z.boolean().default(false),
  /** Answers a mail of the reader. */
  reply: z.boolean().default(false),
  dmarc: z.enum(['pass', 'fail']).optional(),
  headers: z.record(z.string(), z.string()).default({}),
  text: z.string(),
  ics: Invitation.optional(),
  /** Set aside: no rule was written or changed with a look at it. */
  heldOut: z.boolean().default(false),
  expect: z.strictObject({
    priority: Priority,
    /** An interview of the reader is to take place or to be arranged. */
    interview: z.boolean().default(false),
    /** The reader has to do something by a day that the mail names. */
    deadline: z.boolean().default(false),
    suspicious: z.boolean().default(false),
    /** When the appointments begin, ISO 8601. */
    events: z.array(z.string()).default([]),
  }),
})

const GoldFile = z.strictObject({ category: Category, mails: z.array(GoldMail) })

export type GoldMail = z.output<typeof GoldMail> & { readonly category: Category }

const folder = join(import.meta.dirname, 'gold')

/** The labelled mails, all written for this purpose. */
export function readGoldSet(): GoldMail[] {
  return readdirSync(folder).flatMap((name) => {
    const { category, mails } = GoldFile.parse(parse(readFileSync(join(folder, name), 'utf8')))
    return mails.map((mail) => ({ ...mail, category }))
  })
}

import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

/** The day counts from the anchor day; `mails/README.md` says how for which field. */
const moment = z.string().regex(/^[+-]\d+ \d\d:\d\d$/)

const Attachment = z.strictObject({ name: z.string(), type: z.string(), text: z.string() })

const Invitation = z.strictObject({
  uid: z.string(),
  method: z.enum(['REQUEST', 'CANCEL']),
  sequence: z.number().int(),
  summary: z.string(),
  location: z.string(),
  organizer: z.string(),
  start: moment.optional(),
  end: moment.optional(),
  zone: z.string().optional(),
  day: z.coerce.number().int().optional(),
})
export type SampleInvitation = z.infer<typeof Invitation>

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
  invitation: Invitation.optional(),
})
export type SampleMail = z.infer<typeof SampleMail>

const folder = new URL('./mails/', import.meta.url)

/** Every mail of the sample, in no order. */
export async function readSampleMails(): Promise<SampleMail[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return files.flatMap((text) => z.array(SampleMail).parse(parse(text)))
}

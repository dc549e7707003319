import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
import { expect, it, onTestFinished } from 'vitest'
import { CORPUS_SIZE, corpus } from '../../../../.config/testing/corpus.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { MessageReader } from './message-reader.ts'

const AT_ONCE = 50
/** Each of so many mails is read, and each of so many by another parser, too. */
const EVERY = sized(12, 1)
const EVERY_COMPARED = sized(24, 6)

it('reads real mails', async () => {
  // A computer that has much else to do is no fault of the mail.
  const reader = new MessageReader({ milliseconds: 60_000 })
  onTestFinished(() => reader.close())
  const problems: string[] = []
  let read = 0
  let withText = 0
  const running = new Set<Promise<void>>()

  for (const { name, raw } of corpus(EVERY)) {
    const mail = {
      uid: 1,
      receivedAt: '2002-08-22T12:00:00.000Z',
      source: raw,
      isWhole: true,
      parts: [],
    }
    const reading: Promise<void> = reader.read(mail).then((message) => {
      read++
      if (message.text !== '') withText++
      if (message.problem !== null) problems.push(`${name}: ${message.problem}`)
      running.delete(reading)
    })
    running.add(reading)
    if (running.size >= AT_ONCE) await Promise.race(running)
  }
  await Promise.all(running)

  expect(problems).toEqual([])
  expect(read).toBe(Math.ceil(CORPUS_SIZE / EVERY))
  expect(withText).toBeGreaterThan(read * 0.99)
}, 120_000)

const fields = ['subject', 'text', 'html', 'date', 'attachments'] as const
type Field = (typeof fields)[number]

/** The share of mails on which two parsers agree at least, white space apart. */
const agreement: Record<Field, number> = {
  subject: 1,
  text: 0.991,
  html: 0.993,
  date: 0.993,
  attachments: 0.998,
}

it('reads them as another parser does', async () => {
  const differing = new Map<Field, string[]>(fields.map((field) => [field, []]))
  let mails = 0
  for (const { name, raw } of corpus(EVERY_COMPARED)) {
    mails++
    const [ours, theirs] = await Promise.all([readOurs(raw), readTheirs(raw)])
    for (const field of fields) {
      if (ours[field] !== theirs[field]) differing.get(field)?.push(name)
    }
  }

  expect(mails).toBe(Math.ceil(CORPUS_SIZE / EVERY_COMPARED))
  for (const [field, names] of differing) {
    const differences = `${field} differs in\n${names.join('\n')}`
    // a single mail weighs more in a small sample
    const others = names.length - sized(1, 0)
    expect.soft(1 - others / mails, differences).toBeGreaterThanOrEqual(agreement[field])
  }
}, 120_000)

async function readOurs(raw: Buffer): Promise<Record<Field, string>> {
  const { subject, text, html, date, attachments } = await PostalMime.parse(raw)
  return flat({ subject, text, html, date, attachments: attachments.length })
}

async function readTheirs(raw: Buffer): Promise<Record<Field, string>> {
  const { subject, text, html, date, attachments } = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  return flat({ subject, text, html, date: date?.toISOString(), attachments: attachments.length })
}

function flat(values: Record<Field, string | number | false | undefined>): Record<Field, string> {
  const squeezed = fields.map((field) => [
    field,
    String(values[field] || '')
      .replace(/\s+/g, ' ')
      .trim(),
  ])
  return Object.fromEntries(squeezed)
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { sampled, sized } from '../../.config/testing/test-size.ts'
import { fetchedOf, type Person, readPeople } from '../eval/people.ts'
import { createCalendars } from '../src/calendar/calendars.ts'
import { appointmentsOf } from '../src/composition/open-assistants.ts'
import { createAnalyze } from '../src/mail/analysis/create-analyze.ts'
import { AnalysisPace } from '../src/mail/analysis-pace.ts'
import { createMailAssistant, type MailAssistant } from '../src/mail/mail-assistant.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import type { FetchedMail } from '../src/mail/ports.ts'
import { openMailRecords } from '../src/mail/store/mail-projection.ts'
import { createBackground } from '../src/platform/background.ts'
import { realClock } from '../src/platform/clock.ts'
import { guidesLlm } from '../src/platform/llm/guides/guides-llm.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { imapUnderTest } from './imap-under-test.ts'
import { noMailbox } from './no-mailbox.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** Whole mailboxes in random orders of delivery, cut anywhere, by sync and by IDLE: one calendar. */

const NOW = new Date('2027-03-01T12:00:00Z')
const ORDERS = sized(2, 20)
const under = await imapUnderTest({ users: 400 })
const people = sampled(readPeople(), 16)

describe('the calendar of a mailbox', () => {
  it.each(people)(
    'is one in whatever order its mails come (person $letter)',
    async (person) => {
      const mails = await Promise.all(person.mails.map((mail) => fetchedOf(mail)))
      const orders = Array.from({ length: ORDERS }, (_, at) => seededRandom(at + 1))
      const results: string[] = []
      for (const random of orders) results.push(await calendarAfter(person, mails, random))

      expect(results[0]?.split('\n').length).toBeGreaterThan(5)
      for (const result of results) expect(result).toBe(results[0])
    },
    sized(120_000, 1_800_000),
  )
})

/** Delivers the mails in four parts: two are read by a sync each, the others as the server tells of them. */
async function calendarAfter(
  person: Person,
  mails: readonly FetchedMail[],
  random: () => number,
): Promise<string> {
  const ordered = shuffled(mails, random)
  const cuts = Array.from({ length: 3 }, () => Math.floor(random() * mails.length))
  const ends = [...cuts.sort((one, other) => one - other), mails.length]
  const box = await openMailbox(person)
  for (const [at, end] of ends.entries()) {
    for (const mail of ordered.slice(ends[at - 1] ?? 0, end)) box.deliver(mail)
    if (at < 2) await box.sync()
    else box.watch()
    await box.holds(end)
  }
  const result = await shown(box.assistant)
  await box.close()
  return result
}

/** The mail and the calendar half on a mailbox of their own, at the person's "now". */
async function openMailbox({ zone }: Person) {
  const user = under.freshUser()
  const folder = await freshFolder()
  const heard = new Set<() => void>()
  const hear = () => {
    for (const each of heard) each()
  }
  const background = createBackground((error) => {
    throw error
  })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const data = join(folder, 'data')
  await mkdir(data)
  const store = new RecordStore({ folder: data, report: () => {} })
  const shared = { folder: data, report: () => {}, now: () => NOW, log }
  const ownUrl = () => 'http://localhost:4000'
  let assistant: MailAssistant | undefined
  const calendars = await createCalendars({
    ...shared,
    records: store,
    keyFolder: join(folder, 'keys'),
    google: () => null,
    ownUrl,
    clientUrl: ownUrl,
    zoneOf: () => zone,
    realtime: { publish() {} },
    onEventsChanged: (userId, emailIds) => assistant?.eventsChanged(userId, emailIds),
  })
  await calendars.choose('ada', 'local')
  assistant = await createMailAssistant({
    ...shared,
    records: await openMailRecords(store),
    clock: realClock,
    background,
    realtime: { publish: hear },
    appointments: appointmentsOf(calendars),
    analyze: createAnalyze({ llm: guidesLlm(), log }),
    hasModel: () => false,
    pace: new AnalysisPace(() => 4),
    reader: { read: readMessage, close: () => {} },
    ownUrl,
    zoneOf: () => zone,
    ownerId: async () => 'ada',
    openOwn: async () => undefined,
    ownUsers: () => [],
    openConfigured: () => under.open(under.settings(user)),
    openSample: async () => under.open(under.settings(user)),
    startsWithSample: false,
    noMailbox,
  })
  const opened = assistant
  let isWatching = false
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    await opened.close()
    await calendars.close()
    await store.close()
  }
  const close = () => {
    closed ??= closeAll()
    return closed
  }
  onTestFinished(close)

  function until(isSo: () => Promise<boolean>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = async () => {
      if (!(await isSo())) return
      heard.delete(look)
      resolve()
    }
    heard.add(look)
    look()
    return promise
  }

  return {
    assistant: opened,
    deliver: ({ source, receivedAt }: FetchedMail) =>
      under.deliverRaw(user, source, new Date(receivedAt)),
    watch() {
      if (!isWatching) opened.start()
      isWatching = true
    },
    async sync() {
      await opened.connect('ada')
      await opened.sync('ada')
    },
    /** Resolves once so many mails are analysed and their appointments placed. */
    async holds(count: number) {
      await until(async () => {
        const { emails } = await opened.emails('ada')
        return emails.length === count && emails.every(({ status }) => status !== 'pending')
      })
      await until(async () => (await opened.status('ada', 'none')).sync === null)
      await background.idle()
    },
    close,
  }
}

/** Each appointment as each card shows it, and so the calendar with where it comes from. */
async function shown(assistant: MailAssistant): Promise<string> {
  const { emails } = await assistant.emails('ada')
  const lines = emails.flatMap(({ subject, date, events }) =>
    events.map(({ id: _, link, ...event }) =>
      JSON.stringify({ ...event, isLinked: link !== '', subject, date }),
    ),
  )
  return lines.sort().join('\n')
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MailModel, startMailModel } from '../../.config/testing/mail-model.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type MailClient, mailClient } from './mail-client.ts'
import { inDays, invitation, plainMail } from './plain-mail.ts'

/** A daemon that is killed in the middle of a sync. */

const MAILS = 60
const CONCURRENCY = 4
const KILLS = 4

let room: string
let model: MailModel

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'shortlist-killed-'))
  model = await startMailModel({ delayMs: 20 })
  await mkdir(join(room, 'mails'))
  for (let number = 1; number <= MAILS; number++) {
    const calendar = number % 20 === 0 && {
      calendar: invitation({ uid: `uid-${number}`, start: inDays(number / 20) }),
    }
    const raw = plainMail({ number, date: new Date(Date.UTC(2026, 8, number)), ...calendar })
    await writeFile(join(room, 'mails', `${number}.eml`), raw)
  }
})

afterEach(async () => {
  await model.stop()
  await rm(room, { recursive: true, force: true })
})

function begin(): Promise<RunningDaemon> {
  return startDaemon({
    dataFolder: join(room, 'data'),
    env: {
      MAILBOX_FILE: join(room, 'mails'),
      MAIL_CONCURRENCY: String(CONCURRENCY),
      OPENAI_BASE_URL: model.url,
      CHAT_MODEL: 'scripted',
      USER_TIME_ZONE: 'Europe/Zurich',
    },
  })
}

/** Resolves once so many further mails were told to be analysed. */
async function hears(client: MailClient, times: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < times) {
    const { payload } = await client.next('email-analyzed')
    if ('emailId' in payload) ids.push(payload.emailId)
  }
  return ids
}

it('loses no analysis that was told, and repeats at most those in flight', async () => {
  const told = new Set<string>()
  let daemon = await begin()
  let ada = await mailClient(daemon.url)
  await ada.useLocalCalendar()
  await ada.until(({ connected }) => connected)
  await ada.sync()
  for (let kill = 0; kill < KILLS; kill++) {
    for (const id of await hears(ada, 10)) told.add(id)
    await daemon.kill()
    ada.close()
    daemon = await begin()
    ada = await mailClient(daemon.url, 'ada@example.test', true)
    const { emails } = await ada.status()
    const done = emails.filter(({ analyzed }) => analyzed).map(({ id }) => id)
    expect([...told].filter((id) => !done.includes(id))).toEqual([])
    if (kill < KILLS - 1) void ada.post('/api/gmail/sync')
  }
  await ada.until(({ connected }) => connected)
  await ada.post('/api/gmail/sync')

  const { emails } = await ada.until(
    ({ sync, emails: all }) => sync === null && all.every(({ analyzed }) => analyzed),
  )
  const events = emails.flatMap(({ events: own }) => own.filter(({ state }) => state === 'created'))
  const feed = await (await fetch((await ada.calendar()).feedUrl ?? '')).text()

  expect(emails.length).toBe(MAILS)
  expect(model.calls()).toBeLessThanOrEqual(MAILS + KILLS * CONCURRENCY)
  expect(events.length).toBe(3)
  expect(feed.match(/BEGIN:VEVENT/g)?.length).toBe(3)
  ada.close()
  await daemon.stop()
}, 120_000)

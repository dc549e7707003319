import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../.config/testing/free-port.ts'
import { type Google, startGoogle } from '../../.config/testing/google.ts'
import { type MailModel, startMailModel } from '../../.config/testing/mail-model.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type MailClient, mailClient } from './mail-client.ts'
import { inDays, invitation, plainMail } from './plain-mail.ts'

/** A sync into Google Calendar, with everything that Google does meanwhile. */

const MAILS = 6
const allowedKeys = [
  'description',
  'end',
  'extendedProperties',
  'guestsCanInviteOthers',
  'id',
  'location',
  'start',
  'summary',
  'visibility',
]

let room: string
let google: Google
let model: MailModel
let daemon: RunningDaemon
let ada: MailClient

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'shortlist-google-'))
  await mkdir(join(room, 'mails'))
  await deliver(1, MAILS)
  const port = await freePort()
  google = await startGoogle({
    redirectUris: [`http://localhost:${port}/api/calendar/callback`],
  })
  model = await startMailModel({ delayMs: 30 })
  daemon = await startDaemon({
    port,
    env: {
      MAILBOX_FILE: join(room, 'mails'),
      MAIL_CONCURRENCY: '1',
      OPENAI_BASE_URL: model.url,
      CHAT_MODEL: 'scripted',
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_OAUTH_BASE_URL: google.url,
      GOOGLE_API_BASE_URL: google.url,
      USER_TIME_ZONE: 'Europe/Zurich',
    },
  })
  ada = await mailClient(daemon.url)
}, 30_000)

afterEach(async () => {
  ada?.close()
  await daemon?.stop()
  await model?.stop()
  await google?.stop()
  await rm(room, { recursive: true, force: true })
})

async function deliver(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) {
    const calendar = invitation({ uid: `uid-${number}`, start: inDays(number) })
    const raw = plainMail({ number, date: new Date(Date.UTC(2026, 9, number)), calendar })
    await writeFile(join(room, 'mails', `${number}.eml`), raw)
  }
}

/** Does what the popup does; resolves to where it ends. */
async function signInAtGoogle(): Promise<string> {
  const asked = await ada.post('/api/calendar/connect')
  const { authUrl } = (await asked.json()) as { authUrl: string }
  const transaction = asked.headers.getSetCookie()[0]?.split(';')[0]
  const back = await google.consent(authUrl)
  const answer = await fetch(back, {
    headers: { cookie: `${ada.caller.cookie}; ${transaction}` },
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? ''
}

function inserts() {
  return google.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/calendars/primary/events'),
  )
}

describe('a sync into Google Calendar', { timeout: 60_000 }, () => {
  it('creates each appointment once, however often it runs', async () => {
    expect(await signInAtGoogle()).toBe(`${daemon.url}/oauth-success.html?calendar_connected=true`)
    expect(await ada.calendar()).toMatchObject({ connected: true, kind: 'google', error: null })
    await ada.until(({ connected }) => connected)

    for (let round = 0; round < 10; round++) {
      expect((await ada.syncToEnd()).name).toBe('sync-complete')
    }

    expect(inserts().length).toBe(MAILS)
    for (const { body, query } of inserts()) {
      expect(Object.keys(body ?? {}).sort()).toEqual(allowedKeys)
      expect(query.sendUpdates).toBe('none')
    }
    const { emails } = await ada.status()
    expect(emails.flatMap(({ events }) => events.map(({ state }) => state))).toEqual(
      Array(MAILS).fill('created'),
    )
    expect(emails[0]?.analysis?.calendarEvents[0]?.link).toContain('https://www.google.com/')
  })

  it('goes on when the access token expires in the middle', async () => {
    await signInAtGoogle()
    await ada.until(({ connected }) => connected)
    const end = ada.next('sync-complete', 'sync-error')
    const first = ada.next('email-analyzed')
    await ada.sync()
    await first
    google.expireAccessTokens()

    expect((await end).name).toBe('sync-complete')
    expect(inserts().length).toBeGreaterThanOrEqual(MAILS)
    expect(google.events.size).toBe(MAILS)
    expect(await ada.calendar()).toMatchObject({ connected: true })
  })

  it('ends as disconnected when the access is taken away, and is complete after a reconnect', async () => {
    await signInAtGoogle()
    await ada.until(({ connected }) => connected)
    const end = ada.next('sync-complete', 'sync-error')
    const first = ada.next('email-analyzed')
    await ada.sync()
    await first
    await google.revokeAccess()

    const { name, payload } = await end
    expect(name).toBe('sync-error')
    expect(payload).toMatchObject({ error: expect.stringContaining('Google Calendar tokens') })
    expect(await ada.calendar()).toMatchObject({
      connected: false,
      error: 'Google Calendar token has expired. Please reconnect.',
    })
    const refused = await ada.post('/api/gmail/sync')
    expect(refused.status).toBe(409)

    await signInAtGoogle()
    expect((await ada.syncToEnd()).name).toBe('sync-complete')
    expect(google.events.size).toBe(MAILS)
    expect(model.calls()).toBeLessThanOrEqual(MAILS)
  })

  it('leaves alone what the user deleted in the calendar', async () => {
    await signInAtGoogle()
    await ada.until(({ connected }) => connected)
    await ada.syncToEnd()
    const [id = ''] = google.events.keys()
    google.deleteEvent(id)

    await ada.syncToEnd()

    expect(google.events.get(id)?.status).toBe('cancelled')
    expect(inserts().length).toBe(MAILS)
  })
})

it('refuses a callback that nobody has begun', async () => {
  const answer = await fetch(`${daemon.url}/api/calendar/callback?code=stolen&state=guessed`, {
    headers: { cookie: ada.caller.cookie },
    redirect: 'manual',
  })

  expect(answer.headers.get('location')).toBe(`${daemon.url}/oauth-success.html?error=oauth_failed`)
  expect(await ada.calendar()).toMatchObject({ connected: false })
})

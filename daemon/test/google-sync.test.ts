import { beforeEach, describe, expect, it } from 'vitest'
import type { Google } from '../../.config/testing/google.ts'
import { type MailModel, startMailModel } from '../../.config/testing/mail-model.ts'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import {
  eventKeys,
  type GoogleUnderTest,
  googleUnderTest,
  insertsAt,
  signInAtGoogle,
} from './google-under-test.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** A sync into Google Calendar, with everything that Google does meanwhile. */

const MAILS = 5

let under: GoogleUnderTest
let google: Google
let model: MailModel
let ada: MailClient

beforeEach(async () => {
  model = await startMailModel({ delayMs: 30 })
  under = await googleUnderTest({
    MAIL_CONCURRENCY: '1',
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'scripted',
  })
  google = under.google
  for (let number = 1; number <= MAILS; number++) {
    const calendar = invitation({ uid: `uid-${number}`, start: inDays(number) })
    const date = new Date(Date.UTC(2026, 9, number))
    await under.deliver(`${number}`, plainMail({ number, date, calendar }))
  }
  ada = await mailClient(under.daemon.url)
})

/** A sync whose first mail has come to its end. */
async function halfSynced() {
  await signInAtGoogle(under, ada)
  await ada.until(({ connected }) => connected)
  const end = ada.next('sync-complete', 'sync-error')
  const first = ada.next('email-analyzed')
  await ada.sync()
  await first
  return { end }
}

describe('a sync into Google Calendar', { timeout: 60_000 }, () => {
  it('creates each appointment once, however often it runs', async () => {
    expect(await signInAtGoogle(under, ada)).toBe(
      `${under.daemon.url}/oauth-success.html?calendar_connected=true`,
    )
    expect(await ada.calendar()).toMatchObject({ connected: true, kind: 'google', error: null })
    await ada.until(({ connected }) => connected)

    for (let round = 0; round < 10; round++) {
      expect((await ada.syncToEnd()).name).toBe('sync-complete')
    }

    expect(insertsAt(google).length).toBe(MAILS)
    for (const { body, query } of insertsAt(google)) {
      expect(Object.keys(body ?? {}).sort()).toEqual(eventKeys)
      expect(query.sendUpdates).toBe('none')
    }
    const { emails } = await ada.status()
    expect(emails.flatMap(({ events }) => events.map(({ state }) => state))).toEqual(
      Array(MAILS).fill('created'),
    )
    expect(emails[0]?.analysis?.calendarEvents[0]?.link).toContain('https://www.google.com/')
  })

  it('goes on when the access token expires in the middle', async () => {
    const { end } = await halfSynced()
    google.expireAccessTokens()

    expect((await end).name).toBe('sync-complete')
    expect(insertsAt(google).length).toBeGreaterThanOrEqual(MAILS)
    expect(google.events.size).toBe(MAILS)
    expect(await ada.calendar()).toMatchObject({ connected: true })
  })

  it('ends as disconnected when the access is taken away, and is complete after a reconnect', async () => {
    const { end } = await halfSynced()
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

    await signInAtGoogle(under, ada)
    expect((await ada.syncToEnd()).name).toBe('sync-complete')
    expect(google.events.size).toBe(MAILS)
    expect(model.calls()).toBeLessThanOrEqual(MAILS)
  })

  it('leaves alone what the user deleted in the calendar', async () => {
    await signInAtGoogle(under, ada)
    await ada.until(({ connected }) => connected)
    await ada.syncToEnd()
    const [id = ''] = google.events.keys()
    google.deleteEvent(id)

    await ada.syncToEnd()

    expect(google.events.get(id)?.status).toBe('cancelled')
    expect(insertsAt(google).length).toBe(MAILS)
  })

  it('holds each event once, however many syncs and undos are asked for at once', async () => {
    await signInAtGoogle(under, ada)
    await ada.until(({ connected }) => connected)
    const undone = new Set<string>()
    const end = ada.next('sync-complete', 'sync-error')
    const syncs = await Promise.all(Array.from({ length: 5 }, () => ada.sync()))
    for (let seen = 0; seen < 3; seen++) {
      await ada.hears('email-analyzed', seen + 1)
      const created = (await ada.status()).emails.flatMap(({ events }) =>
        events.filter(({ state, id }) => state === 'created' && !undone.has(id)),
      )
      const [first] = created
      if (!first) continue
      undone.add(first.id)
      const path = `/api/calendar/events/${ada.caller.account.id}/${first.id}`
      await Promise.all([ada.caller.call('DELETE', path), ada.sync()])
    }
    expect((await end).name).toBe('sync-complete')
    await ada.syncToEnd()

    const events = (await ada.status()).emails.flatMap((email) => email.events)
    const there = [...google.events.values()].filter(({ status }) => status !== 'cancelled')
    expect(syncs.every(({ emails }) => emails.length === MAILS)).toBe(true)
    expect(undone.size).toBeGreaterThan(0)
    expect(insertsAt(google).length).toBe(MAILS)
    expect(events.filter(({ state }) => state === 'undone').length).toBe(undone.size)
    expect(there.length).toBe(MAILS - undone.size)
  })
})

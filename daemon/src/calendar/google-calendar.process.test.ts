import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calendarContract } from '../../test/calendar-contract.ts'
import type { GoogleSettings } from './google-oauth.ts'
import type { NewEvent } from './ports.ts'
import { freshGoogle, signedIn } from './testing/google-account.ts'
import { halfHour } from './testing/proposals.ts'

const EVENTS = '/calendar/v3/calendars/primary/events'
const event: NewEvent = {
  id: 'a'.repeat(52),
  summary: 'Interview',
  location: 'https://meet.acme.example/abc',
  description: 'Created by Shortlist.',
  time: halfHour('2026-11-24T09:00Z'),
  emailId: 'mail-1',
}

async function open(changes: Partial<GoogleSettings> = {}) {
  const google = await freshGoogle()
  return { google, ...(await signedIn(google, changes)) }
}

calendarContract(() => open())

it('can be used', async () => {
  const { calendar } = await open()

  await expect(calendar.check()).resolves.toBeUndefined()
})

describe('what Google is told', () => {
  it('is exactly what the policy allows, and nobody is invited', async () => {
    const { calendar, google } = await open()
    await calendar.insert(event)

    expect(google.requests.filter(({ path }) => path === EVENTS)).toEqual([
      {
        method: 'POST',
        token: expect.any(String),
        path: EVENTS,
        query: { sendUpdates: 'none' },
        body: {
          id: event.id,
          summary: 'Interview',
          location: 'https://meet.acme.example/abc',
          description: 'Created by Shortlist.',
          start: { dateTime: '2026-11-24T09:00:00.000Z', timeZone: 'Europe/Berlin' },
          end: { dateTime: '2026-11-24T09:30:00.000Z', timeZone: 'Europe/Berlin' },
          visibility: 'private',
          guestsCanInviteOthers: false,
          extendedProperties: { private: { src: 'shortlist', mid: 'mail-1' } },
        },
      },
    ])
  })

  it('sends no word to anybody when an event moves or goes', async () => {
    const { calendar, google } = await open()
    await calendar.insert(event)
    await calendar.update(event)
    await calendar.remove(event.id)
    await calendar.restore(event)

    const changes = google.requests.filter(
      ({ method, path }) => path.startsWith(EVENTS) && method !== 'GET',
    )
    expect(changes).toHaveLength(4)
    expect(new Set(changes.map(({ query }) => query.sendUpdates))).toEqual(new Set(['none']))
    expect(JSON.stringify(changes)).not.toContain('attendees')
  })

  it('has the link that Google gives', async () => {
    const { calendar } = await open()

    expect(await calendar.insert(event)).toMatch(/^https:\/\/www\.google\.com\/calendar\//)
  })
})

describe('what may pass', () => {
  it.each([
    [403, 'rateLimitExceeded'],
    [403, 'userRateLimitExceeded'],
    [429, 'rateLimitExceeded'],
    [500, 'backendError'],
    [503, 'backendError'],
  ])('is tried again: %i %s', async (status, reason) => {
    const { calendar, google, waits } = await open()
    google.failNext(status, reason, 5)

    expect(await calendar.insert(event)).not.toBeNull()

    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000])
    expect(google.events.size).toBe(1)
  })

  const later = { 'half a minute is over': 30_000, 'the clock was set back': -86_400_000 }
  it.each(Object.entries(later))('is given up after five more times until %s', async (_, step) => {
    const { calendar, google, waits, clock } = await open()
    const asked = () => google.requests.filter(({ path }) => path === EVENTS).length
    google.failNext(503, 'backendError', 6)
    await expect(calendar.insert(event)).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    expect([waits.length, asked()]).toEqual([5, 6])

    await expect(calendar.insert(event)).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    expect([waits.length, asked()]).toEqual([5, 6])

    clock.now = new Date(clock.now.getTime() + step)
    expect(await calendar.insert(event)).not.toBeNull()
    expect([waits.length, asked()]).toEqual([5, 7])
  })

  it.each([
    [503, 'backendError', 'Google Calendar cannot be reached.'],
    [429, 'rateLimitExceeded', 'Google Calendar takes no more requests for now.'],
    [403, 'quotaExceeded', 'Google Calendar takes no more requests for now.'],
  ])('is said as what it is: %i %s', async (status, reason, message) => {
    const { calendar, google } = await open()
    google.failNext(status, reason, 6)

    await expect(calendar.insert(event)).rejects.toMatchObject({ message })
    await expect(calendar.insert(event)).rejects.toMatchObject({ message })
  })

  it('is asked for again as soon as Google is known to be back', async () => {
    const { calendar, google } = await open()
    google.failNext(503, 'backendError', 6)
    await expect(calendar.insert(event)).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })

    await calendar.check()

    expect(await calendar.insert(event)).not.toBeNull()
  })

  it('is not waited for when the daemon ends', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const { calendar, waits, end } = await open({ apiBaseUrl: `http://127.0.0.1:${port}` })

    const insert = calendar.insert(event)
    await once(server, 'request')
    end.abort()

    await expect(insert).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    await expect(calendar.insert(event)).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    expect(waits.length).toBeLessThan(3)
  })

  it('is not waited for when only asked whether it works', async () => {
    const { calendar, google, waits } = await open()
    google.failNext(503, 'backendError')

    await expect(calendar.check()).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    expect(waits).toEqual([])
    expect(await calendar.insert(event)).not.toBeNull()
  })

  it('is a Google that is not there', async () => {
    const { calendar, google } = await open()
    await google.stop()

    await expect(calendar.get(event.id)).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
  })
})

describe('what will not pass', () => {
  it('is a calendar that does not exist', async () => {
    const { calendar } = await open({ calendarId: 'nobody@example.test' })

    for (const call of [calendar.insert(event), calendar.busy(NOON, EVENING), calendar.check()]) {
      await expect(call).rejects.toMatchObject({
        code: 'CAL_REFUSED',
        message: 'Google does not know this calendar; check GOOGLE_CALENDAR_ID.',
      })
    }
  })

  it.each([
    [400, 'invalid', 'Google Calendar refuses this event.'],
    [
      403,
      'requiredAccessLevel',
      'Google does not let you write to this calendar; check GOOGLE_CALENDAR_ID.',
    ],
    [403, 'accessNotConfigured', 'The Google Calendar API is not enabled for this Google client.'],
  ])('is %i %s', async (status, reason, message) => {
    const { calendar, google, waits } = await open()
    google.failNext(status, reason)

    await expect(calendar.insert(event)).rejects.toMatchObject({ code: 'CAL_REFUSED', message })
    expect(waits).toEqual([])
  })
})

const [NOON, EVENING] = ['2026-11-24T12:00:00.000Z', '2026-11-24T18:00:00.000Z']

describe('the access token', () => {
  it('is replaced once when Google does not take it, and the call repeated', async () => {
    const { calendar, google, stored } = await open()
    const before = stored.tokens
    google.expireAccessTokens()

    expect(await calendar.insert(event)).not.toBeNull()

    expect(stored.tokens?.accessToken).not.toBe(before?.accessToken)
    expect(stored.tokens?.refreshToken).toBe(before?.refreshToken)
    expect(google.requests.filter(({ path }) => path === EVENTS)).toHaveLength(2)
  })

  it('is worth nothing where Google takes no other either', async () => {
    const { calendar, google, stored } = await open()
    google.failNext(401, 'authError', 2)

    await expect(calendar.insert(event)).rejects.toMatchObject({ code: 'CAL_TOKEN_REVOKED' })
    expect(stored.tokens).toBeUndefined()
  })

  it.each([
    ['the user has taken the access away', 'revoke'],
    ['the grant is too small', 'scope'],
  ])('ends where %s', async (_, how) => {
    const { calendar, google, stored } = await open()
    if (how === 'revoke') await google.revokeAccess()
    else google.failNext(403, 'insufficientPermissions')

    await expect(calendar.insert(event)).rejects.toMatchObject({
      code: 'CAL_TOKEN_REVOKED',
      message: expect.stringContaining('Google Calendar tokens'),
    })
    expect(stored.tokens).toBeUndefined()
    await expect(calendar.check()).rejects.toMatchObject({ code: 'CAL_TOKEN_REVOKED' })
  })

  it('is renewed before it ends, once for all calls', async () => {
    const { calendar, google, clock } = await open()
    clock.now = new Date(clock.now.getTime() + 3_540_001)

    await Promise.all([1, 2, 3, 4].map(() => calendar.busy(NOON, EVENING)))

    const renewals = google.requests.filter(
      ({ body }) => body && 'grant_type' in body && body.grant_type === 'refresh_token',
    )
    expect(renewals).toHaveLength(1)
  })
})

it('loads nothing of the vendor but its calendar', async () => {
  const { calendar } = await open()
  await calendar.check()

  const { createRequire } = await import('node:module')
  const loaded = Object.keys(createRequire(import.meta.url).cache)
    .flatMap((path) => path.split('googleapis/build/src/apis/')[1] ?? [])
    .sort()
  expect(loaded).toEqual(['calendar/index.js', 'calendar/v3.js'])
})

import { OpenAPIHono } from '@hono/zod-openapi'
import { CalendarConnection, CalendarStatus } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { answerError } from '../platform/http/json.ts'
import type { Session, SignedIn } from '../platform/http/session.ts'
import type { OwnGoogleClient } from './google-client.ts'
import { calendarRoutes } from './routes.ts'
import type { CalendarsUnderTest } from './testing/calendars-under-test.ts'
import { calendarsUnderTest } from './testing/calendars-under-test.ts'
import { googleCalendars } from './testing/google-calendars.ts'
import { invitation, mail } from './testing/proposals.ts'
import type { WorkingTimes } from './working-times.ts'

const ada: Session = { id: 'session', user: { id: 'ada', email: 'ada@example.test' } }

/** Nothing here asks for them. */
const [google, times] = [{} as OwnGoogleClient, {} as WorkingTimes]

/** The routes of somebody who is signed in, or of nobody. */
function appOf({ calendars }: CalendarsUnderTest, session: Session | undefined = ada) {
  const app = new OpenAPIHono<SignedIn>()
  app.onError(
    answerError((error) => {
      throw error
    }),
  )
  app.use(async (c, next) => {
    c.set('requestId', 'request')
    if (session) c.set('session', session)
    await next()
  })
  const origins = new Set(['http://localhost:3000', 'http://localhost:4000'])
  app.route(
    '/',
    calendarRoutes(calendars, google, times, () => origins),
  )
  return app
}

function post(body: object, headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

const USER = { userId: 'ada' }

describe('a sign-in over HTTP', () => {
  it('leads from the client to Google and back to the same client', async () => {
    const parts = await googleCalendars()
    const app = appOf(parts.under)
    const headers = { referer: 'http://localhost:3000/chat', origin: 'http://localhost:4000' }

    const begun = await app.request('/api/calendar/connect', post(USER, headers))
    const { authUrl } = CalendarConnection.parse(await begun.json())
    const cookie = begun.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(
      /^shortlist_calendar=[\w-]{43}; Max-Age=600; Path=\/api\/calendar; HttpOnly; SameSite=Lax$/,
    )

    const back = new URL(await parts.google.consent(authUrl))
    const answer = await app.request(back.pathname + back.search, {
      headers: { cookie: cookie.split(';', 1)[0] ?? '' },
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe(
      'http://localhost:3000/oauth-success.html?calendar_connected=true',
    )
    expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=0')
    const status = await app.request('/api/calendar/status/ada')
    expect(await status.json()).toMatchObject({ connected: true, kind: 'google' })
  })

  it.each([
    ['state=y', 'no_code'],
    ['code=x', 'no_user_id'],
    ['code=x&state=y', 'oauth_failed'],
  ])('says what the way back with %s lacks, also without Google', async (query, error) => {
    const app = appOf(await calendarsUnderTest())

    const answer = await app.request(`/api/calendar/callback?${query}`)

    expect(answer.headers.get('Location')).toMatch(new RegExp(`\\?error=${error}$`))
  })
})

describe('the local calendar over HTTP', () => {
  it('is a feed that anybody with its secret can read, until it is renewed', async () => {
    const under = await calendarsUnderTest()
    const app = appOf(under)
    const stranger = appOf(under, undefined)
    const chosen = await app.request('/api/calendar/local', post(USER))
    const feedUrl = CalendarStatus.parse(await chosen.json()).feedUrl ?? ''
    await (await under.calendars.eventsFor('ada')).place(mail(), [invitation()], 'sync')

    const feed = await stranger.request(feedUrl)
    expect(feed.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(await feed.text()).toContain('SUMMARY:Interview at Acme')

    await app.request('/api/calendar/feed', post(USER))
    expect((await stranger.request(feedUrl)).status).toBe(404)
  })

  it('is no feed any more once no calendar is chosen', async () => {
    const under = await calendarsUnderTest()
    const app = appOf(under)
    const chosen = await app.request('/api/calendar/local', post(USER))
    const feedUrl = CalendarStatus.parse(await chosen.json()).feedUrl ?? ''

    const answer = await app.request('/api/calendar/none', post(USER))

    expect(await answer.json()).toMatchObject({ connected: false, kind: null, feedUrl: null })
    expect((await app.request(feedUrl)).status).toBe(404)
    expect((await app.request('/api/calendar/elsewhere', post(USER))).status).toBe(404)
  })

  it('gives each event as a file, and takes it out and in again', async () => {
    const under = await calendarsUnderTest()
    const app = appOf(under)
    await under.calendars.choose('ada', 'local')
    const [event] = await (await under.calendars.eventsFor('ada')).place(
      mail(),
      [invitation()],
      'sync',
    )
    const path = `/api/calendar/events/ada/${event?.id}`

    const file = await app.request(new URL(event?.link ?? '').pathname)
    expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="event.ics"')
    expect(await file.text()).toContain('DTSTART:20261124T090000Z')

    const undone = await app.request(path, { method: 'DELETE' })
    expect(await undone.json()).toMatchObject({ id: event?.id, state: 'undone' })
    const added = await app.request(path, post(USER))
    expect(await added.json()).toMatchObject({ id: event?.id, state: 'created' })
  })
})

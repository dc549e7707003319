import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { OfUser, UserPath } from '@shortlist/contracts/accounts'
import {
  AddEvent,
  Agenda,
  type CalendarChoice,
  CalendarConnection,
  CalendarStatus,
  CallbackQuery,
  EventPath,
  FeedPath,
  MailEvent,
  WorkingTime,
  WorkingTimeChange,
} from '@shortlist/contracts/calendar'
import {
  GoogleClient,
  GoogleClientForm,
  GoogleEntered,
  GoogleTest,
} from '@shortlist/contracts/machine'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { etag } from 'hono/etag'
import { AppError } from '../errors.ts'
import { jsonBody, refusal, refuseInvalid, replies } from '../platform/http/json.ts'
import { checkConfirmed, ownId, type Session, type SignedIn } from '../platform/http/session.ts'
import type { Calendars } from './calendars.ts'
import type { OwnGoogleClient } from './google-client.ts'
import type { WorkingTimes } from './working-times.ts'

/** An iCalendar file (RFC 5545). */
const calendarFile = {
  200: {
    description: 'An iCalendar file',
    content: { 'text/calendar': { schema: z.string() } },
  },
  default: refusal,
} as const

const readCalendarStatus = createRoute({
  method: 'get',
  path: '/api/calendar/status/{userId}',
  request: { params: UserPath },
  responses: replies(CalendarStatus, 'Whether events can be created'),
})

const connectCalendar = createRoute({
  method: 'post',
  path: '/api/calendar/connect',
  request: jsonBody(OfUser),
  responses: replies(CalendarConnection, 'Where the popup is to go'),
})

const finishConnection = createRoute({
  method: 'get',
  path: '/api/calendar/callback',
  request: { query: CallbackQuery },
  responses: { 302: { description: 'To the result page of the client' }, default: refusal },
})

const chooseCalendar = <const Kind extends CalendarChoice>(kind: Kind) =>
  createRoute({
    method: 'post',
    path: `/api/calendar/${kind}` as `/api/calendar/${Kind}`,
    request: jsonBody(OfUser),
    responses: replies(CalendarStatus, 'In use from now on; what stands in a calendar stays'),
  })

const readAgenda = createRoute({
  method: 'get',
  path: '/api/calendar/agenda/{userId}',
  request: { params: UserPath },
  responses: replies(Agenda, 'The coming days of the local calendar'),
})

const disconnectCalendar = createRoute({
  method: 'delete',
  path: '/api/calendar/connection/{userId}',
  request: { params: UserPath },
  responses: replies(CalendarStatus, 'Google has its permission back; created events stay'),
})

const renewFeed = createRoute({
  method: 'post',
  path: '/api/calendar/feed',
  request: jsonBody(OfUser),
  responses: replies(CalendarStatus, 'The feed has another address'),
})

const readFeed = createRoute({
  method: 'get',
  path: '/api/calendar/feed/{token}',
  // programs ask every hour, and it seldom differs
  middleware: etag(),
  request: { params: FeedPath },
  responses: calendarFile,
})

const addEvent = createRoute({
  method: 'post',
  path: '/api/calendar/events/{userId}/{eventId}',
  request: { params: EventPath, ...jsonBody(AddEvent) },
  responses: replies(MailEvent, 'The event is in the calendar'),
})

const undoEvent = createRoute({
  method: 'delete',
  path: '/api/calendar/events/{userId}/{eventId}',
  request: { params: EventPath },
  responses: replies(MailEvent, 'The event is removed and never created again by itself'),
})

const downloadEvent = createRoute({
  method: 'get',
  path: '/api/calendar/events/{userId}/{eventId}/ics',
  request: { params: EventPath },
  responses: calendarFile,
})

const readTimes = createRoute({
  method: 'get',
  path: '/api/settings/{userId}/times',
  request: { params: UserPath },
  responses: replies(WorkingTime, 'Where and when the account works'),
})

const changeTimes = createRoute({
  method: 'patch',
  path: '/api/settings/{userId}/times',
  request: { params: UserPath, ...jsonBody(WorkingTimeChange) },
  responses: replies(WorkingTime, 'It holds from now on'),
})

const readGoogleClient = createRoute({
  method: 'get',
  path: '/api/settings/machine/google',
  responses: replies(GoogleClient, 'The Google client of this computer; no secret'),
})

const testGoogleClient = createRoute({
  method: 'post',
  path: '/api/settings/machine/google/test',
  request: jsonBody(GoogleClientForm),
  responses: replies(GoogleTest, 'Whether Google knows it; nothing was stored'),
})

const enterGoogleClient = createRoute({
  method: 'put',
  path: '/api/settings/machine/google',
  request: jsonBody(GoogleClientForm),
  responses: replies(GoogleEntered, 'The same, and in force for all where Google knows it'),
})

const removeGoogleClient = createRoute({
  method: 'delete',
  path: '/api/settings/machine/google',
  responses: replies(GoogleClient, 'The client and its secret are gone'),
})

const TRANSACTION_COOKIE = 'shortlist_calendar'
const TRANSACTION_SECONDS = 600
const cookiePath = { path: '/api/calendar' } as const

/**
 * The calendar of an account, and the Google client of the computer; who asks says the session. A
 * sign-in may return to the `origins` alone.
 */
export function calendarRoutes(
  calendars: Calendars,
  google: OwnGoogleClient,
  times: WorkingTimes,
  origins: () => ReadonlySet<string>,
) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(readCalendarStatus, async (c) => {
      return c.json(await calendars.askStatus(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(connectCalendar, async (c) => {
      const userId = ownId(c, c.req.valid('json').userId)
      const origin = clientOrigin([c.req.header('referer'), c.req.header('origin')], origins())
      const { authUrl, transaction } = await calendars.connect({
        userId,
        sessionId: c.var.session.id,
        origin,
      })
      // Strict would be absent on the way back from the provider
      setCookie(c, TRANSACTION_COOKIE, transaction, {
        ...cookiePath,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: TRANSACTION_SECONDS,
      })
      return c.json({ authUrl }, 200)
    })
    .openapi(finishConnection, async (c) => {
      const { code, state } = c.req.valid('query')
      const transaction = getCookie(c, TRANSACTION_COOKIE)
      // a popup without a session gets the result page, too, which says that it failed
      const session: Session | undefined = c.var.session
      const [userId, sessionId] = [session?.user.id, session?.id]
      const back = { userId, sessionId, transaction, code, state }
      deleteCookie(c, TRANSACTION_COOKIE, cookiePath)
      return c.redirect(await calendars.finishConnection(back), 302)
    })
    .openapi(readAgenda, async (c) => {
      return c.json(await calendars.agenda(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(disconnectCalendar, async (c) => {
      return c.json(await calendars.disconnect(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(renewFeed, async (c) => {
      return c.json(await calendars.renewFeed(ownId(c, c.req.valid('json').userId)), 200)
    })
    .openapi(chooseCalendar('google'), async (c) => {
      return c.json(await calendars.choose(ownId(c, c.req.valid('json').userId), 'google'), 200)
    })
    .openapi(chooseCalendar('local'), async (c) => {
      return c.json(await calendars.choose(ownId(c, c.req.valid('json').userId), 'local'), 200)
    })
    .openapi(chooseCalendar('none'), async (c) => {
      return c.json(await calendars.choose(ownId(c, c.req.valid('json').userId), 'none'), 200)
    })
    .openapi(readFeed, async (c) => {
      const text = await calendars.feed(c.req.valid('param').token.replace(/\.ics$/, ''))
      if (text === undefined) throw new AppError('NOT_FOUND', 'Calendar not found')
      const headers = { 'Cache-Control': 'private, no-cache' }
      return c.text(text, 200, { 'Content-Type': 'text/calendar; charset=utf-8', ...headers })
    })
    .openapi(readTimes, async (c) => {
      return c.json(times.read(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(changeTimes, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      return c.json(await times.change(userId, c.req.valid('json')), 200)
    })
    .openapi(readGoogleClient, async (c) => c.json(await google.read(c.var.session.user.id), 200))
    .openapi(testGoogleClient, async (c) => {
      checkConfirmed(c)
      const { id } = c.var.session.user
      return c.json(await google.test(id, c.req.valid('json'), c.req.raw.signal), 200)
    })
    .openapi(enterGoogleClient, async (c) => {
      checkConfirmed(c)
      const { id } = c.var.session.user
      return c.json(await google.enter(id, c.req.valid('json'), c.req.raw.signal), 200)
    })
    .openapi(removeGoogleClient, async (c) => {
      checkConfirmed(c)
      return c.json(await google.remove(c.var.session.user.id), 200)
    })
    .openapi(addEvent, async (c) => {
      const { userId, eventId } = c.req.valid('param')
      const { userId: named, start, end } = c.req.valid('json')
      ownId(c, named)
      if ((start === undefined) !== (end === undefined)) {
        throw new AppError('VALIDATION', 'start and end belong together')
      }
      const times = start !== undefined && end !== undefined ? { start, end } : undefined
      const events = await calendars.eventsFor(ownId(c, userId))
      return c.json(await events.add(eventId, times), 200)
    })
    .openapi(undoEvent, async (c) => {
      const { userId, eventId } = c.req.valid('param')
      const events = await calendars.eventsFor(ownId(c, userId))
      return c.json(await events.undo(eventId), 200)
    })
    .openapi(downloadEvent, async (c) => {
      const { userId, eventId } = c.req.valid('param')
      const text = await calendars.ics(ownId(c, userId), eventId)
      return c.text(text, 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="event.ics"',
      })
    })
}

/**
 * The origin that a sign-in returns to: that of the Referer, else the Origin. A proxy may have
 * rewritten the Origin, so the Referer comes first; only allowed ones count (wire contract, section 8).
 */
function clientOrigin(
  addresses: readonly (string | undefined)[],
  allowed: ReadonlySet<string>,
): string | undefined {
  const named = addresses.map((address) => address && URL.parse(address)?.origin)
  return named.find((origin) => origin !== undefined && allowed.has(origin))
}

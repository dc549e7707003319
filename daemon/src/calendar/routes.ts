import { OpenAPIHono } from '@hono/zod-openapi'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { AppError } from '../errors.ts'
import { ownId, type Session, type SignedIn } from '../platform/http/session.ts'
import { refuseInvalid } from '../platform/http/validate.ts'
import {
  addEvent,
  connectCalendar,
  disconnectCalendar,
  downloadEvent,
  finishConnection,
  readCalendarStatus,
  readFeed,
  renewFeed,
  undoEvent,
  useLocalCalendar,
} from './calendar-calls.ts'
import type { Calendars } from './calendars.ts'

const TRANSACTION_COOKIE = 'shortlist_calendar'
const TRANSACTION_SECONDS = 600
const cookiePath = { path: '/api/calendar' } as const

export interface CalendarRouteParts {
  readonly calendars: Calendars
  /** Origins that a sign-in may return to. */
  readonly origins: () => ReadonlySet<string>
  /** Where it returns to when the request does not say; an origin. */
  readonly clientUrl: () => string
}

/** The calendar of an account; whose it is says the session. */
export function calendarRoutes({ calendars, origins, clientUrl }: CalendarRouteParts) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(readCalendarStatus, async (c) => {
      return c.json(await calendars.askStatus(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(connectCalendar, async (c) => {
      const userId = ownId(c, c.req.valid('json').userId)
      const origin = clientOrigin((name) => c.req.header(name), origins(), clientUrl())
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
    .openapi(useLocalCalendar, async (c) => {
      const userId = ownId(c, c.req.valid('json').userId)
      await calendars.useLocal(userId)
      return c.json(await calendars.status(userId), 200)
    })
    .openapi(disconnectCalendar, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      await calendars.disconnect(userId)
      return c.json(await calendars.status(userId), 200)
    })
    .openapi(renewFeed, async (c) => {
      const userId = ownId(c, c.req.valid('json').userId)
      await calendars.renewFeed(userId)
      return c.json(await calendars.status(userId), 200)
    })
    .openapi(readFeed, async (c) => {
      const text = await calendars.feed(c.req.valid('param').token.replace(/\.ics$/, ''))
      if (text === undefined) throw new AppError('NOT_FOUND', 'Calendar not found')
      return c.text(text, 200, { 'Content-Type': 'text/calendar; charset=utf-8' })
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
 * The origin that a sign-in returns to: that of the Referer, else the Origin, else `fallback`. A
 * proxy may have rewritten the Origin, so the Referer comes first; only allowed ones count (wire
 * contract, section 8).
 */
function clientOrigin(
  header: (name: string) => string | undefined,
  allowed: ReadonlySet<string>,
  fallback: string,
): string {
  const named = [originOf(header('referer')), originOf(header('origin'))]
  return named.find((origin) => origin !== undefined && allowed.has(origin)) ?? fallback
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

import { randomUUID } from 'node:crypto'
import type { CalendarParts } from './calendar-parts.ts'
import { calendarStatus, notConfigured, requireConnected } from './calendar-status.ts'
import type { Calendars } from './calendars.ts'
import type { AccountEvents } from './events/account-events.ts'
import { EventsByAccount } from './events-by-account.ts'
import { finishConnection, missing } from './finish-connection.ts'
import { GoogleAccounts } from './google-accounts.ts'
import { googleOAuth } from './google-oauth.ts'
import type { LocalCalendar } from './local-calendar.ts'
import { type CalendarStores, openCalendarStores } from './open-calendar-stores.ts'
import { SignIns } from './sign-ins.ts'
import { writeIcs } from './write-ics.ts'

const CALENDAR_NAME = 'Shortlist'
/** An hour (RFC 5545, 3.3.6). */
const REFRESH_INTERVAL = 'PT1H'

/** Opens the calendars of a data folder; throws an `AppError` fit to be shown. */
export async function createCalendars(parts: CalendarParts): Promise<Calendars> {
  const stores = await openCalendarStores(parts)
  const google = openGoogle(parts, stores)
  const events = new EventsByAccount((userId) => openEvents(parts, stores, google, userId))
  const userIds = await stores.connections.userIds()
  await Promise.all(userIds.map((userId) => events.of(userId)))
  return {
    ...connectionCalls(parts, stores, google),
    async feed(token) {
      const { connections } = stores
      const userId = await connections.accountOfFeed(token)
      if (userId === undefined) return undefined
      if ((await connections.kind(userId)) !== 'local') return undefined
      const events = (await localCalendar(parts, stores, userId)).events()
      return writeIcs(CALENDAR_NAME, events, REFRESH_INTERVAL)
    },
    ics: async (userId, id) => writeIcs(CALENDAR_NAME, [await (await events.of(userId)).icsOf(id)]),
    add: async (userId, id, times) => (await events.of(userId)).add(id, times),
    undo: async (userId, id) => (await events.of(userId)).undo(id),
    place: async (userId, mail, proposals, syncId) =>
      (await events.of(userId)).place(mail, proposals, syncId),
    eventsOf: async (userId, emailIds) => (await events.of(userId)).eventsOf(emailIds),
    retryFailed: async (userId, syncId) => (await events.of(userId)).retryFailed(syncId),
    createdIn: async (userId, syncId) => (await events.of(userId)).createdIn(syncId),
    forgetMails: async (userId, emailIds) => (await events.of(userId)).forget(emailIds),
    start() {
      for (const each of events.all()) {
        each.resume(randomUUID()).catch((error: unknown) => {
          parts.log.warn({ err: error }, 'an interrupted event could not be finished')
        })
      }
    },
    stop: () => google?.stop.abort(),
    async close() {
      google?.stop.abort()
      await Promise.all(events.all().map((each) => each.idle()))
    },
  }
}

function connectionCalls(
  parts: CalendarParts,
  { connections }: CalendarStores,
  google: OpenGoogle | null,
) {
  const tell = (userId: string) => parts.realtime.publish(userId, 'calendar-changed', {})
  const accounts = google?.accounts ?? null
  const status: Calendars['status'] = (userId) =>
    calendarStatus({ ...parts, connections, google: accounts }, userId)

  async function askStatus(userId: string) {
    if ((await connections.kind(userId)) === 'google') await accounts?.verify(userId)
    return status(userId)
  }

  return {
    status,
    askStatus,
    check: async (userId) => requireConnected(await askStatus(userId)),
    async connect(start) {
      if (!google) throw notConfigured()
      const redirectUri = parts.redirectUri()
      const { state, transaction, verifier } = google.signIns.begin(start, redirectUri)
      return { authUrl: google.oauth.authUrl({ state, verifier, redirectUri }), transaction }
    },
    async finishConnection(back) {
      if (!google)
        return `${parts.clientUrl()}/oauth-success.html?${missing(back) ?? 'error=oauth_failed'}`
      const { address, connected } = await finishConnection(
        { ...parts, ...google, connections },
        back,
      )
      if (connected !== undefined) {
        google.accounts.forget(connected)
        tell(connected)
      }
      return address
    },
    async useLocal(userId) {
      if ((await connections.feedSecret(userId)) === undefined) await connections.renewFeed(userId)
      await connections.use(userId, 'local')
      tell(userId)
    },
    async disconnect(userId) {
      await connections.use(userId, null)
      if (accounts) await accounts.disconnect(userId)
      else await connections.forgetTokens(userId)
      tell(userId)
    },
    async renewFeed(userId) {
      await connections.renewFeed(userId)
      tell(userId)
    },
  } satisfies Partial<Calendars>
}

interface OpenGoogle {
  readonly oauth: ReturnType<typeof googleOAuth>
  readonly signIns: SignIns
  readonly accounts: GoogleAccounts
  readonly stop: AbortController
}

function openGoogle(parts: CalendarParts, { connections }: CalendarStores): OpenGoogle | null {
  const { google: settings, realtime } = parts
  if (!settings) return null
  const stop = new AbortController()
  const oauth = googleOAuth(settings, stop.signal)
  const onLost = (userId: string) => realtime.publish(userId, 'calendar-changed', {})
  const own = { settings, oauth, connections, onLost, stop: stop.signal }
  const accounts = new GoogleAccounts({ ...parts, ...own })
  return { oauth, signIns: new SignIns(parts.now), accounts, stop }
}

async function localCalendar(
  { now, userZone }: CalendarParts,
  { localEvents }: CalendarStores,
  userId: string,
): Promise<LocalCalendar> {
  const { LocalCalendar } = await import('./local-calendar.ts')
  return new LocalCalendar({ userId, events: localEvents, now, userZone })
}

async function openEvents(
  parts: CalendarParts,
  stores: CalendarStores,
  google: OpenGoogle | null,
  userId: string,
): Promise<AccountEvents> {
  const { now, userZone, log, onEventsChanged, ownUrl } = parts
  const { AccountEvents } = await import('./events/account-events.ts')
  const local = await localCalendar(parts, stores, userId)
  return new AccountEvents({
    userId,
    ledger: stores.ledgerOf(userId),
    inUse: () => stores.connections.kind(userId),
    async calendar(kind) {
      if (kind === 'local') return local
      if (!google) throw notConfigured()
      return google.accounts.calendar(userId)
    },
    now,
    userZone,
    record: (event, eventId) => log.info({ event, eventId }, 'calendar'),
    icsAddress: (id) => `${ownUrl()}/api/calendar/events/${userId}/${id}/ics`,
    onChanged: (emailIds) => onEventsChanged(userId, emailIds),
  })
}

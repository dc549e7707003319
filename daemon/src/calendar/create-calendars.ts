import { randomUUID } from 'node:crypto'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { AppError } from '../errors.ts'
import type { CalendarParts } from './calendar-parts.ts'
import type { Calendars } from './calendars.ts'
import { AccountEvents } from './events/account-events.ts'
import type { CalendarKind } from './events/settle-row.ts'
import { EventsByAccount } from './events-by-account.ts'
import { LocalCalendar } from './local-calendar.ts'
import { type CalendarStores, openCalendarStores } from './open-calendar-stores.ts'
import { writeIcs } from './write-ics.ts'

const NOT_CONFIGURED =
  'Google Calendar is not configured: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or use the local calendar.'
const NOT_CONNECTED =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'

/** Opens the calendars of a data folder; throws an `AppError` fit to be shown. */
export async function createCalendars(parts: CalendarParts): Promise<Calendars> {
  const stores = await openCalendarStores(parts)
  const { connections } = stores
  const events = new EventsByAccount((userId) => openEvents(parts, stores, userId))
  await Promise.all(connections.userIds().map((userId) => events.of(userId)))
  const tell = (userId: string) => parts.realtime.publish(userId, 'calendar-changed', {})

  function status(userId: string): CalendarStatus {
    const kind = connections.kind(userId)
    const secret = kind === 'local' ? connections.feedSecret(userId) : undefined
    return {
      connected: kind === 'local',
      error: null,
      kind,
      canUseGoogle: parts.google !== null,
      feedUrl: secret === undefined ? null : `${parts.ownUrl()}/api/calendar/feed/${secret}.ics`,
      timeZone: parts.userZone,
    }
  }

  return {
    status,
    askStatus: async (userId) => status(userId),
    async check(userId) {
      if (!status(userId).connected) throw new AppError('CAL_NOT_CONNECTED', NOT_CONNECTED)
    },
    async connect() {
      throw new AppError('CAL_NOT_CONFIGURED', NOT_CONFIGURED)
    },
    async finishConnection() {
      return `${parts.clientUrl()}/oauth-success.html?error=oauth_failed`
    },
    async useLocal(userId) {
      if (connections.feedSecret(userId) === undefined) await connections.renewFeed(userId)
      await connections.use(userId, 'local')
      tell(userId)
    },
    async disconnect(userId) {
      await connections.use(userId, null)
      tell(userId)
    },
    async renewFeed(userId) {
      if (connections.kind(userId) !== 'local') {
        throw new AppError('CAL_NOT_CONNECTED', 'The local calendar is not in use.')
      }
      await connections.renewFeed(userId)
      tell(userId)
    },
    async feed(token) {
      const userId = connections.accountOfFeed(token)
      if (userId === undefined || connections.kind(userId) !== 'local') return undefined
      return writeIcs('Shortlist', localCalendar(parts, stores, userId).events())
    },
    add: async (userId, eventId, times) => (await events.of(userId)).add(eventId, times),
    undo: async (userId, eventId) => (await events.of(userId)).undo(eventId),
    ics: async (userId, eventId) => {
      const event = (await events.of(userId)).icsOf(eventId)
      return writeIcs('Shortlist', [event])
    },
    place: async (userId, mail, proposals, syncId) =>
      (await events.of(userId)).place(mail, proposals, syncId),
    eventsOf: (userId, emailId) => events.peek(userId)?.eventsOf(emailId) ?? [],
    retryFailed: async (userId, syncId) => (await events.of(userId)).retryFailed(syncId),
    forgetMails: async (userId, emailIds) => (await events.of(userId)).forget(emailIds),
    async close() {
      await Promise.all(events.all().map((each) => each.idle()))
      await stores.close()
    },
  }
}

function localCalendar(
  { now, userZone }: CalendarParts,
  { localEvents }: CalendarStores,
  userId: string,
): LocalCalendar {
  return new LocalCalendar({ userId, events: localEvents, now, userZone })
}

async function openEvents(
  parts: CalendarParts,
  stores: CalendarStores,
  userId: string,
): Promise<AccountEvents> {
  const { now, userZone, log, onEventsChanged, ownUrl } = parts
  const events = new AccountEvents({
    userId,
    ledger: await stores.openLedger(userId),
    inUse: () => stores.connections.kind(userId),
    calendar: (kind: CalendarKind) => {
      if (kind === 'local') return localCalendar(parts, stores, userId)
      throw new AppError('CAL_NOT_CONNECTED', 'Google Calendar is not connected.')
    },
    now,
    userZone,
    record: (event, eventId) => log.info({ event, eventId }, 'calendar'),
    icsAddress: (id) => `${ownUrl()}/api/calendar/events/${userId}/${id}/ics`,
    onChanged: (emailIds) => onEventsChanged(userId, emailIds),
  })
  // what a crash has interrupted
  events.retryFailed(randomUUID()).catch((error) => log.warn({ err: error }, 'calendar'))
  return events
}

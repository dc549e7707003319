import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  AGENDA_DAYS,
  type Agenda,
  type CalendarChoice,
  type CalendarStatus,
} from '@shortlist/contracts/calendar'
import { AppError } from '../errors.ts'
import type { Log } from '../platform/log.ts'
import type { Records } from '../platform/projection/projected-logs.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { secretBox } from '../platform/secret-box.ts'
import { openCollection, openCollectionFile, type Rows } from '../platform/storage/collection.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'
import { ConnectionRow, openConnections } from './connection-store.ts'
import type { AccountEvents } from './events/account-events.ts'
import { appointments, holdsLocal, Ledger, ledgerLog } from './events/ledger.ts'
import { GoogleAccounts } from './google-calendar.ts'
import { redirectUriOf } from './google-client.ts'
import { type GoogleSettings, revoked } from './google-oauth.ts'
import {
  AppointmentImport,
  type BroughtAppointments,
  takeBackAppointments,
} from './import-appointments.ts'
import { type LocalCalendar, LocalEvent, localCalendar } from './local-calendar.ts'
import { finishConnection, type SignInReturn, type SignInStart } from './sign-ins.ts'
import { writeIcs } from './write-ics.ts'

const CALENDAR_NAME = 'Shortlist'
/** An hour (RFC 5545, 3.3.6). */
const REFRESH_INTERVAL = 'PT1H'
const CONNECTIONS_VERSION = 1
const EVENTS_VERSION = 1
const LOCKED =
  'The key of the secrets is missing or another one: Google has to be connected again, and a feed gets a new address.'

/** Texts of the specification (sections 4 and 5). */
const NOT_CONNECTED =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'
const EXPIRED = 'Google Calendar token has expired. Please reconnect.'
const UNREADABLE =
  'The stored access to Google Calendar was sealed with another key. Please reconnect.'
const OTHER_CLIENT =
  'Google Calendar was connected through another Google client. Please reconnect.'

/** What the calendars of a daemon are made of. */
export interface CalendarParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** What is kept beside the documents. */
  readonly records: Records
  /** Where the key of secrets lies; outside the data folder. */
  readonly keyFolder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly log: Log
  /** The Google client that counts, the same object until it is another one; null where there is none. */
  readonly google: () => GoogleSettings | null
  /** Origin of the daemon, for addresses that other programs ask. */
  readonly ownUrl: () => string
  /** Origin of the client that a sign-in returns to where it is not known. */
  readonly clientUrl: () => string
  /** IANA name of the zone that an account reads times without one in. */
  readonly zoneOf: (userId: string) => string
  readonly realtime: Pick<Realtime, 'publish'>
  /** Hears of mails whose appointments differ, apart from the one being placed. */
  readonly onEventsChanged: (userId: string, emailIds: readonly string[]) => void
  /** Waits so many milliseconds; for tests. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

type Stores = Awaited<ReturnType<typeof openCalendarStores>>

/** Opens the calendars of a data folder; throws `STORE_NEWER` or `INTERNAL`. */
export async function createCalendars(parts: CalendarParts): Promise<Calendars> {
  const stores = await openCalendarStores(parts)
  const calendars = new Calendars(parts, stores)
  await Promise.all(stores.connections.userIds().map((userId) => calendars.eventsFor(userId)))
  return calendars
}

/** The calendar half of the product, by account. Unknown event ids are `NOT_FOUND`. */
export class Calendars {
  readonly #parts: CalendarParts
  readonly #stores: Stores
  readonly #stopping = new AbortController()
  #made: GoogleAccounts | null = null
  readonly #events = new Map<string, Promise<AccountEvents>>()

  constructor(parts: CalendarParts, stores: Stores) {
    this.#parts = parts
    this.#stores = stores
  }

  /** How the calendar is doing, without asking its provider. */
  async status(userId: string): Promise<CalendarStatus> {
    const { ownUrl, zoneOf } = this.#parts
    const { connections } = this.#stores
    const kind = connections.kind(userId)
    const canUseGoogle = this.#google !== null
    const isSignedIn = this.#google?.isSignedIn(userId) ?? false
    const secret = kind === 'local' ? connections.feedSecret(userId) : undefined
    return {
      connected: kind === 'local' || (kind === 'google' && isSignedIn),
      error: kind === 'google' ? this.#googleError(userId, isSignedIn) : null,
      kind,
      canUseGoogle,
      isGoogleSignedIn: isSignedIn,
      wasChosen: connections.wasChosen(userId),
      feedUrl: secret === undefined ? null : `${ownUrl()}/api/calendar/feed/${secret}.ics`,
      timeZone: zoneOf(userId),
    }
  }

  /** As `status`, after the provider was asked where it has not been for a while. */
  async askStatus(userId: string): Promise<CalendarStatus> {
    if (this.#stores.connections.kind(userId) === 'google') await this.#google?.verify(userId)
    return this.status(userId)
  }

  /** Throws `CAL_NOT_CONNECTED`, or `CAL_TOKEN_REVOKED` once a sign-in was lost. */
  async check(userId: string): Promise<void> {
    const { connected, kind, canUseGoogle } = await this.askStatus(userId)
    if (connected) return
    if (kind === 'google' && canUseGoogle) throw revoked()
    throw new AppError('CAL_NOT_CONNECTED', NOT_CONNECTED)
  }

  /** The address of the popup and the transaction cookie that binds it to this browser. */
  async connect(start: SignInStart): Promise<{ authUrl: string; transaction: string }> {
    const { signIns, oauth } = this.#usedGoogle()
    const redirectUri = redirectUriOf(this.#parts.ownUrl())
    const { state, transaction, verifier } = signIns.begin(start, redirectUri)
    return { authUrl: oauth.authUrl({ state, verifier, redirectUri }), transaction }
  }

  /**
   * Ends a sign-in; resolves to the address of the result page, whatever has happened. A session that
   * is missing or another one counts as a failed sign-in.
   */
  async finishConnection(back: SignInReturn): Promise<string> {
    const parts = { ...this.#parts, ...this.#stores, google: this.#google }
    const { address, connected } = await finishConnection(parts, back)
    if (connected !== undefined) {
      this.#google?.forget(connected)
      await this.#changed(connected)
    }
    return address
  }

  /**
   * What is found from now on goes there; what stands in a calendar stays, and no sign-in and no feed
   * is forgotten. Throws `CAL_NOT_CONFIGURED`, or `CAL_NOT_CONNECTED` where nobody has signed in.
   */
  async choose(userId: string, choice: CalendarChoice): Promise<CalendarStatus> {
    const { connections } = this.#stores
    if (choice === 'google') this.#usedGoogle().calendar(userId)
    if (choice === 'local' && connections.feedSecret(userId) === undefined)
      await connections.renewFeed(userId)
    await connections.use(userId, choice === 'none' ? null : choice)
    return this.#changed(userId)
  }

  /** Google's permission is given back and forgotten; a local calendar stays in use. */
  async disconnect(userId: string): Promise<CalendarStatus> {
    const { connections } = this.#stores
    if (connections.kind(userId) === 'google') await connections.use(userId, null)
    await (this.#google?.disconnect(userId) ?? connections.forgetTokens(userId))
    return this.#changed(userId)
  }

  async renewFeed(userId: string): Promise<CalendarStatus> {
    await this.#stores.connections.renewFeed(userId)
    return this.#changed(userId)
  }

  /** How many appointments an account has, and how many of them stand in Google Calendar. */
  async counts(userId: string) {
    const rows = await this.#ledger(userId).everything()
    const inGoogle = rows.filter(({ placed }) => placed?.calendar === 'google')
    return { appointments: rows.length, inGoogle: inGoogle.length }
  }

  /**
   * Every version of every appointment of an account, and what its local calendar holds; those that
   * only these mails speak of are left out.
   */
  async records(userId: string, leftOut: ReadonlySet<string>) {
    const { ledgers, localEvents } = this.#stores
    const head = { userId }
    const rows = await ledgers.rows(ledgerLog(userId), head)
    const events = [...localEvents.values()].filter((event) => event.userId === userId)
    const isWanted = ({ emailId }: { readonly emailId: string }) => !leftOut.has(emailId)
    return {
      head,
      rows: rows.filter((record) => 'gone' in record || record.row.claims.some(isWanted)),
      events: events.filter(isWanted),
    }
  }

  /** Reads exported appointments into an account. */
  async import<Result>(
    userId: string,
    work: (appointments: AppointmentImport) => Promise<Result>,
  ): Promise<Result> {
    const appointments = new AppointmentImport(this.#imported(userId))
    const result = await work(appointments)
    if (appointments.hasBrought) await this.#changed(userId)
    return result
  }

  /** As `takeBackAppointments`. */
  async takeBack(userId: string, brought: BroughtAppointments): Promise<void> {
    await takeBackAppointments(this.#imported(userId), brought)
    await this.#changed(userId)
  }

  /** Takes all that stands in Google Calendar out of it. Throws what the calendar says. */
  async takeOutEvents(userId: string): Promise<void> {
    const events = await this.eventsFor(userId)
    for (const { id, placed } of await this.#ledger(userId).everything())
      if (placed?.calendar === 'google') await events.undo(id)
  }

  /** Withdraws the grant; nothing of the appointments and the calendars of an account is left here. */
  async forgetAccount(userId: string): Promise<void> {
    const { connections, localEvents, ledgers } = this.#stores
    await connections.use(userId, null)
    await (await this.#events.get(userId)?.catch(() => undefined))?.idle()
    this.#events.delete(userId)
    await this.#google?.disconnect(userId)
    await localEvents.change((rows) => {
      for (const [key, event] of rows) if (event.userId === userId) rows.delete(key)
    })
    await ledgers.remove([ledgerLog(userId)])
    await connections.remove(userId)
  }

  /** The iCalendar text of a feed; undefined for an unknown secret. */
  async feed(token: string): Promise<string | undefined> {
    const { connections } = this.#stores
    const userId = connections.accountOfFeed(token)
    if (userId === undefined || connections.kind(userId) !== 'local') return undefined
    return writeIcs(CALENDAR_NAME, this.#local(userId).events(), REFRESH_INTERVAL)
  }

  /** What the local calendar holds from now to the end of the last day. */
  async agenda(userId: string): Promise<Agenda> {
    const { now, zoneOf } = this.#parts
    const userZone = zoneOf(userId)
    const [{ DateTime }, { stretchOf }] = await Promise.all([
      import('luxon'),
      import('./events/decide-events.ts'),
    ])
    const here = DateTime.fromJSDate(now(), { zone: userZone })
    const end = here.startOf('day').plus({ days: AGENDA_DAYS })
    const events = this.#local(userId)
      .events()
      .map((event) => ({ event, ...stretchOf(event.time, userZone) }))
      .filter(({ from, to }) => to > here.toMillis() && from < end.toMillis())
      .sort((one, other) => one.from - other.from)
    return {
      events: events.map(({ event: { id, summary, location, time, emailId } }) => {
        return { id, summary, location, time, emailId }
      }),
    }
  }

  /** The iCalendar text of one event. */
  async ics(userId: string, eventId: string): Promise<string> {
    const event = await (await this.eventsFor(userId)).icsOf(eventId)
    return writeIcs(CALENDAR_NAME, [event])
  }

  /** The appointments of an account. */
  eventsFor(userId: string): Promise<AccountEvents> {
    const known = this.#events.get(userId)
    if (known) return known
    const opening = this.#open(userId)
    this.#events.set(userId, opening)
    opening.catch(() => this.#events.delete(userId))
    return opening
  }

  /** Goes on with what a crash has interrupted, in the background. */
  start(): void {
    const { log } = this.#parts
    for (const opening of this.#events.values()) {
      opening
        .then((events) => events.resume(randomUUID()))
        .catch((err) => log.warn({ err }, 'an interrupted event could not be finished'))
    }
  }

  /** Waits for no provider any more; what is still open then is done after the next start. */
  stop(): void {
    this.#stopping.abort()
  }

  async close(): Promise<void> {
    this.stop()
    const opened = await Promise.allSettled(this.#events.values())
    await Promise.all(opened.map((each) => each.status === 'fulfilled' && each.value.idle()))
  }

  #changed(userId: string): Promise<CalendarStatus> {
    this.#parts.realtime.publish(userId, 'calendar-changed', {})
    return this.status(userId)
  }

  #googleError(userId: string, isSignedIn: boolean): string | null {
    if (!this.#google) return notConfigured().message
    if (isSignedIn) return this.#google.problem(userId)
    if (this.#stores.connections.tokens(userId)) return OTHER_CLIENT
    return this.#stores.connections.isUnreadable(userId) ? UNREADABLE : EXPIRED
  }

  /** What is asked of Google with the client that counts now; null where there is none. */
  get #google(): GoogleAccounts | null {
    const settings = this.#parts.google()
    if (settings === (this.#made?.settings ?? null)) return this.#made
    const { realtime } = this.#parts
    const { connections } = this.#stores
    const onLost = (userId: string) => realtime.publish(userId, 'calendar-changed', {})
    const stop = this.#stopping.signal
    this.#made =
      settings && new GoogleAccounts({ ...this.#parts, settings, connections, onLost, stop })
    return this.#made
  }

  #usedGoogle(): GoogleAccounts {
    const google = this.#google
    if (google) return google
    throw notConfigured()
  }

  #ledger(userId: string): Ledger {
    return new Ledger(this.#stores.ledgers, userId, this.#parts.now, this.#stores.lost)
  }

  #imported(userId: string) {
    return { userId, ledger: this.#ledger(userId), localEvents: this.#stores.localEvents }
  }

  #local(userId: string): LocalCalendar {
    const { now, zoneOf } = this.#parts
    const userZone = () => zoneOf(userId)
    return localCalendar({ userId, events: this.#stores.localEvents, now, userZone })
  }

  async #open(userId: string): Promise<AccountEvents> {
    const { now, zoneOf, log, onEventsChanged, ownUrl } = this.#parts
    const { AccountEvents } = await import('./events/account-events.ts')
    const local = this.#local(userId)
    return new AccountEvents({
      userId,
      ledger: this.#ledger(userId),
      inUse: () => this.#stores.connections.kind(userId),
      calendar: (kind) => {
        if (kind === 'local') return local
        return this.#usedGoogle().calendar(userId)
      },
      now,
      // another one may be chosen while it is open
      get userZone() {
        return zoneOf(userId)
      },
      record: (event, eventId) => log.info({ event, eventId }, 'calendar'),
      icsAddress: (id) => `${ownUrl()}/api/calendar/events/${userId}/${id}/ics`,
      onChanged: (emailIds) => onEventsChanged(userId, emailIds),
    })
  }
}

/** What is stored about calendars; throws `STORE_NEWER` or `INTERNAL`. */
async function openCalendarStores(parts: CalendarParts) {
  const { records, report } = parts
  const folder = join(parts.folder, 'calendar')
  /** Ledgers in which records are missing. */
  const lost = new Set<string>()
  const ledgers = await records.open({ ...appointments, onLoss: (log) => void lost.add(log) })
  const events = durableJsonFile<Rows<LocalEvent>>(join(folder, 'events.json'), {
    version: EVENTS_VERSION,
    report,
    lost: 'Without it the local calendar begins empty.',
    isExpected: () => ledgers.query(holdsLocal),
  })
  const rows = await openCollectionFile(join(folder, 'connections.json'), ConnectionRow, {
    version: CONNECTIONS_VERSION,
    report,
    lost: 'Calendars have to be connected again, and a feed gets a new address.',
  })
  const localEvents = await openCollection(events, LocalEvent)
  const connections = await openConnections(rows, secretBox(parts.keyFolder))
  if (connections.isLocked) report(LOCKED)
  return { connections, localEvents, ledgers, lost }
}

function notConfigured(): AppError {
  const sentence =
    'Google Calendar is not configured: the owner of this computer enters a Google client in Settings, or by GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. A local calendar needs none.'
  return new AppError('CAL_NOT_CONFIGURED', sentence)
}

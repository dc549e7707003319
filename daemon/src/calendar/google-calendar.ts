import { setTimeout } from 'node:timers/promises'
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Log } from '../platform/log.ts'
import type { ConnectionStore, GoogleTokens } from './connection-store.ts'
import {
  GoogleAccess,
  GoogleOAuth,
  type GoogleSettings,
  revoked,
  unreachable,
} from './google-oauth.ts'
import type { BusyTime, Calendar, ExactTime, NewEvent, StoredEvent } from './ports.ts'
import { SignIns } from './sign-ins.ts'

export interface GoogleAccountsParts {
  readonly now: () => Date
  readonly log: Log
  readonly wait?: (milliseconds: number) => Promise<void>
  readonly settings: GoogleSettings
  readonly connections: ConnectionStore
  /** Hears whose connection was lost. */
  readonly onLost: (userId: string) => void
  /** Aborted when the daemon ends: nothing is waited for any more. */
  readonly stop: AbortSignal
}

interface GoogleAccount {
  readonly calendar: GoogleCalendar
  /** Epoch milliseconds of the last answer. */
  checkedAt: number
  checking: Promise<void> | undefined
  /** What keeps events out although the sign-in is in order; null otherwise. */
  problem: string | null
}

/** Shorter than the screens' polls, so that each of them and each check by hand asks Google. */
const CHECK_MS = 5_000

/** The Google calendars of all accounts. */
export class GoogleAccounts {
  readonly settings: GoogleSettings
  readonly oauth: GoogleOAuth
  readonly signIns: SignIns
  readonly #parts: GoogleAccountsParts
  readonly #accounts = new Map<string, GoogleAccount>()

  constructor(parts: GoogleAccountsParts) {
    this.#parts = parts
    this.settings = parts.settings
    this.oauth = new GoogleOAuth(parts.settings, parts.stop)
    this.signIns = new SignIns(parts.now)
  }

  /** Whether the account has tokens of this client, which no other one can renew. */
  isSignedIn(userId: string): boolean {
    return this.#tokens(userId) !== undefined
  }

  /** Throws `CAL_NOT_CONNECTED`, or `CAL_TOKEN_REVOKED` after the connection was lost. */
  calendar(userId: string): Calendar {
    const { connections } = this.#parts
    if (this.isSignedIn(userId)) return this.#account(userId).calendar
    if (connections.kind(userId) === 'google') throw revoked()
    throw new AppError('CAL_NOT_CONNECTED', 'Google Calendar is not connected.')
  }

  problem(userId: string): string | null {
    return this.#accounts.get(userId)?.problem ?? null
  }

  /** Asks Google where it has not been asked for 5 s; resolves also where it cannot be reached. */
  async verify(userId: string): Promise<void> {
    const { now } = this.#parts
    if (!this.isSignedIn(userId)) return
    const account = this.#account(userId)
    // a clock that was set back makes it old as well
    if (Math.abs(now().getTime() - account.checkedAt) < CHECK_MS) return
    account.checking ??= this.#check(account).finally(() => {
      account.checking = undefined
    })
    await account.checking
  }

  /** Ends the grant at Google, and forgets it here whatever Google says. */
  async disconnect(userId: string): Promise<void> {
    const { connections, log } = this.#parts
    const tokens = connections.tokens(userId)
    this.forget(userId)
    const revoking = tokens && this.oauth.revoke(tokens.refreshToken)
    await revoking?.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      log.warn({ code: error.code }, 'the access to a calendar was forgotten, but not revoked')
    })
    await connections.forgetTokens(userId)
  }

  /** Begins anew, as after another sign-in. */
  forget(userId: string): void {
    this.#accounts.delete(userId)
  }

  async #check(account: GoogleAccount): Promise<void> {
    try {
      await account.calendar.check()
      account.problem = null
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'CAL_REFUSED') account.problem = error.message
    }
    account.checkedAt = this.#parts.now().getTime()
  }

  #tokens(userId: string): GoogleTokens | undefined {
    const { connections, settings } = this.#parts
    const tokens = connections.tokens(userId)
    return (tokens?.clientId ?? settings.clientId) === settings.clientId ? tokens : undefined
  }

  #account(userId: string): GoogleAccount {
    const account = this.#accounts.get(userId) ?? {
      calendar: this.#open(userId),
      checkedAt: Number.NEGATIVE_INFINITY,
      checking: undefined,
      problem: null,
    }
    this.#accounts.set(userId, account)
    return account
  }

  #open(userId: string): GoogleCalendar {
    const { settings, connections, now, log, onLost, stop } = this.#parts
    const access = new GoogleAccess({
      oauth: this.oauth,
      tokens: () => this.#tokens(userId),
      keep: (tokens) => connections.renewTokens(userId, { ...tokens, clientId: settings.clientId }),
      end: async () => {
        await connections.forgetTokens(userId)
        log.warn({ event: 'revoked' }, 'calendar')
        onLost(userId)
      },
      now,
    })
    // an end before its time is no failure: the caller looks at the signal
    const pause = (milliseconds: number) =>
      setTimeout(milliseconds, undefined, { signal: stop }).catch(() => undefined)
    const { wait = pause } = this.#parts
    return new GoogleCalendar({ settings, access, now, wait, stop, random: Math.random })
  }
}

const TIMEOUT_MS = 10_000
const MARK = 'shortlist'
const DELAYS_MS = [1000, 2000, 4000, 8000, 16_000]
const REST_MS = 30_000

export interface GoogleCalendarParts
  extends Pick<GoogleAccountsParts, 'settings' | 'now' | 'stop'> {
  readonly access: GoogleAccess
  /** Waits so many milliseconds; ends early where `stop` is aborted. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** From 0 to 1, for jitter. */
  readonly random: () => number
}

type Work<Answer> = (api: calendar_v3.Calendar, calendarId: string) => Promise<{ data: Answer }>

/** Refusals that say that there is no such event, or that there is one already. */
type Absence = 'missing' | 'taken' | 'gone'

/** An account's Google calendar. The vendor's client is loaded by the first call. */
export class GoogleCalendar implements Calendar {
  readonly #parts: GoogleCalendarParts
  #restsUntil = Number.NEGATIVE_INFINITY
  /** Why the last call did not pass. */
  #why: 'unreachable' | 'throttled' = 'unreachable'

  constructor(parts: GoogleCalendarParts) {
    this.#parts = parts
  }

  async insert(event: NewEvent): Promise<string | null> {
    // nobody is ever invited
    const policy = { visibility: 'private', guestsCanInviteOthers: false }
    const requestBody = { id: event.id, ...fields(event), ...policy }
    const answer = await this.#call(
      ({ events }, calendarId) => events.insert({ calendarId, requestBody, sendUpdates: 'none' }),
      ['taken'],
    )
    return answer && linkOf(answer)
  }

  async get(id: string): Promise<StoredEvent | null> {
    const answer = await this.#call(
      ({ events }, calendarId) => events.get({ calendarId, eventId: id }),
      ['missing'],
    )
    return answer && readEvent(id, answer)
  }

  async update(event: NewEvent): Promise<boolean> {
    const answer = await this.#patch(event)
    return answer !== null && answer.status !== 'cancelled'
  }

  async restore(event: NewEvent): Promise<string | null> {
    const answer = await this.#patch(event, { status: 'confirmed' })
    return answer && linkOf(answer)
  }

  async remove(id: string): Promise<void> {
    await this.#call(
      ({ events }, calendarId) => events.delete({ calendarId, eventId: id, sendUpdates: 'none' }),
      ['missing', 'gone'],
    )
  }

  busy(from: string, to: string): Promise<readonly BusyTime[]> {
    return this.#freeBusy(from, to, true)
  }

  /** Throws where the calendar could not be used now. */
  async check(): Promise<void> {
    const from = this.#parts.now()
    const to = new Date(from.getTime() + 1000)
    await this.#freeBusy(from.toISOString(), to.toISOString(), false)
  }

  async #freeBusy(timeMin: string, timeMax: string, isPatient: boolean): Promise<BusyTime[]> {
    const answer = await this.#call(
      ({ freebusy }, id) => freebusy.query({ requestBody: { timeMin, timeMax, items: [{ id }] } }),
      [],
      isPatient,
    )
    const found = answer?.calendars?.[this.#parts.settings.calendarId]
    if (!found || found.errors?.length) throw refused('missing')
    return (found.busy ?? []).flatMap(({ start, end }) => (start && end ? [{ start, end }] : []))
  }

  #patch(event: NewEvent, more: calendar_v3.Schema$Event = {}) {
    // a day that becomes an instant, or the other way round, has to lose its other form
    const none = event.time.kind === 'day' ? { dateTime: null, timeZone: null } : { date: null }
    const requestBody = { ...fields(event, none), ...more }
    return this.#call(
      ({ events }, calendarId) =>
        events.patch({ calendarId, eventId: event.id, requestBody, sendUpdates: 'none' }),
      ['missing', 'gone'],
    )
  }

  /**
   * Resolves to null where Google answers with one of `absences`. The token is replaced once where
   * Google does not take it; what may pass is tried again after 1, 2, 4, 8 and 16 seconds, each cut by
   * up to a half, or never where `isPatient` is false; after that Google is left alone for half a
   * minute, so that a sync does not wait for each of its mails. Throws `CAL_TOKEN_REVOKED`,
   * `CAL_UNREACHABLE` or `CAL_REFUSED`.
   */
  async #call<Answer>(
    work: Work<Answer>,
    absences: readonly Absence[],
    isPatient = true,
  ): Promise<Answer | null> {
    const { now, wait, random, stop } = this.#parts
    if (isPatient && this.#isResting) throw unreachable(this.#why)
    for (const delay of isPatient ? [...DELAYS_MS, null] : [null]) {
      try {
        const answer = await this.#once(work)
        this.#restsUntil = Number.NEGATIVE_INFINITY
        return answer
      } catch (error) {
        if (await this.#isAbsence(error, absences)) return null
      }
      if (delay !== null) await wait(delay * (1 - random() / 2))
      if (stop.aborted) throw unreachable(this.#why)
    }
    // one call that failed once says little about the next one
    if (isPatient) this.#restsUntil = now().getTime() + REST_MS
    throw unreachable(this.#why)
  }

  /** A clock that is set back in the meantime makes no longer rest. */
  get #isResting(): boolean {
    const left = this.#restsUntil - this.#parts.now().getTime()
    return left > 0 && left <= REST_MS
  }

  async #once<Answer>(work: Work<Answer>): Promise<Answer> {
    const { access, settings, stop } = this.#parts
    const ask = async (token: string) => {
      const api = await openApi(token, settings.apiBaseUrl, stop)
      return (await work(api, settings.calendarId)).data
    }
    const token = await access.token()
    return ask(token).catch(async (error) => {
      if (googleFailure(error) !== 'unauthorized') throw error
      return ask(await access.replace(token))
    })
  }

  /** Whether a failure is one of `absences`; false for what may pass. Throws what will not. */
  async #isAbsence(error: unknown, absences: readonly Absence[]): Promise<boolean> {
    if (error instanceof AppError && error.code !== 'CAL_UNREACHABLE') throw error
    const failure = googleFailure(error)
    switch (failure) {
      case 'unreachable':
      case 'throttled':
        this.#why = failure
        return false
      case 'unauthorized':
      case 'scope':
        return this.#parts.access.giveUp()
      default:
        if (absences.some((absence) => absence === failure)) return true
        throw refused(failure, error)
    }
  }
}

async function openApi(
  token: string,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Promise<calendar_v3.Calendar> {
  const { auth, calendar } = await import('googleapis/build/src/apis/calendar/index.js')
  const client = new auth.OAuth2()
  // with nothing else the client neither renews nor repeats by itself
  client.setCredentials({ access_token: token })
  const rootUrl = baseUrl === undefined ? {} : { rootUrl: `${baseUrl}/` }
  // the client's own fetch ends the process where it is handed a signal that is aborted already
  const sending = { fetchImplementation: fetch, timeout: TIMEOUT_MS, signal, retry: false }
  const options = { ...sending, ...rootUrl }
  return calendar({ version: 'v3', auth: client, ...options })
}

/**
 * What a change may touch: with the policy of `insert` all that leaves the daemon (security design,
 * 12.3). `none` stands in both times.
 */
function fields(
  { summary, location, description, time, emailId }: NewEvent,
  none: calendar_v3.Schema$EventDateTime = {},
) {
  const at = (text: string) =>
    time.kind === 'day' ? { date: text } : { dateTime: text, timeZone: time.timeZone }
  const times = { start: { ...none, ...at(time.start) }, end: { ...none, ...at(time.end) } }
  const extendedProperties = { private: { src: MARK, mid: emailId } }
  return { summary, location, description, ...times, extendedProperties }
}

function readEvent(id: string, answer: calendar_v3.Schema$Event): StoredEvent {
  const { summary, location, description, extendedProperties, status } = answer
  return {
    id,
    summary: summary ?? '',
    location: location ?? '',
    description: description ?? '',
    time: readTime(answer),
    emailId: extendedProperties?.private?.mid ?? '',
    link: linkOf(answer),
    isCancelled: status === 'cancelled',
  }
}

/** A deleted event may have no time any more. */
function readTime({ start, end }: calendar_v3.Schema$Event): ExactTime {
  if (start?.date && end?.date) return { kind: 'day', start: start.date, end: end.date }
  return {
    kind: 'instant',
    start: start?.dateTime ?? '',
    end: end?.dateTime ?? '',
    timeZone: start?.timeZone ?? 'UTC',
  }
}

function linkOf({ htmlLink }: calendar_v3.Schema$Event): string {
  return htmlLink?.startsWith('https://') ? htmlLink : ''
}

/** As the vendor's client throws it; only status and reason are to be relied on. */
const Thrown = z.object({
  response: z.object({
    status: z.number(),
    data: z
      .object({
        error: z.object({ errors: z.array(z.object({ reason: z.string() })) }).optional(),
      })
      .optional()
      .catch(undefined),
  }),
})

const byStatus = new Map<number, GoogleFailure>([
  [401, 'unauthorized'],
  [404, 'missing'],
  [408, 'unreachable'],
  [409, 'taken'],
  [410, 'gone'],
  [429, 'throttled'],
])

/** Of what is forbidden (403). */
const byReason = new Map<string, GoogleFailure>([
  ['rateLimitExceeded', 'throttled'],
  ['userRateLimitExceeded', 'throttled'],
  ['quotaExceeded', 'throttled'],
  ['dailyLimitExceeded', 'throttled'],
  ['insufficientPermissions', 'scope'],
  ['accessNotConfigured', 'disabled'],
])

const REFUSED = 'Google Calendar refuses this event.'

/** What will not pass, as it is told. */
const refusals = {
  refused: REFUSED,
  taken: REFUSED,
  gone: REFUSED,
  missing: 'Google does not know this calendar; check GOOGLE_CALENDAR_ID.',
  disabled: 'The Google Calendar API is not enabled for this Google client.',
  forbidden: 'Google does not let you write to this calendar; check GOOGLE_CALENDAR_ID.',
} as const

/**
 * What a call of the Calendar API failed with: `unauthorized` (the token), `unreachable` and
 * `throttled` (may pass), `scope` (the grant is too small), an absence, or a refusal.
 */
type GoogleFailure = 'unauthorized' | 'unreachable' | 'throttled' | 'scope' | keyof typeof refusals

/** The failure of a call; what had no answer from Google may pass. */
function googleFailure(error: unknown): GoogleFailure {
  const thrown = Thrown.safeParse(error)
  if (!thrown.success) return 'unreachable'
  const { status, data } = thrown.data.response
  if (status >= 500) return 'unreachable'
  if (status !== 403) return byStatus.get(status) ?? 'refused'
  return byReason.get(data?.error?.errors[0]?.reason ?? '') ?? 'forbidden'
}

function refused(why: keyof typeof refusals, cause?: unknown): AppError {
  return new AppError('CAL_REFUSED', refusals[why], { cause })
}

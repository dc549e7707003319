import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import { AppError } from '../errors.ts'
import { type GoogleCalls, GoogleRefusal } from './google-call.ts'
import { noSuchCalendar } from './google-failure.ts'
import type { GoogleSettings } from './google-oauth.ts'
import type { BusyTime, Calendar, ExactTime, NewEvent, StoredEvent } from './ports.ts'

const TIMEOUT_MS = 10_000
const MARK = 'shortlist'

export interface GoogleCalendarParts {
  readonly settings: Pick<GoogleSettings, 'calendarId' | 'apiBaseUrl'>
  readonly calls: GoogleCalls
  readonly now: () => Date
  /** Aborted when the daemon ends. */
  readonly stop: AbortSignal
}

/** An account's Google calendar. The vendor's client is loaded by the first call. */
export class GoogleCalendar implements Calendar {
  readonly #parts: GoogleCalendarParts

  constructor(parts: GoogleCalendarParts) {
    this.#parts = parts
  }

  insert(event: NewEvent): Promise<StoredEvent | null> {
    const requestBody = { ...insertBody(event), id: event.id }
    return this.#call(({ events }, calendarId) =>
      events.insert({ calendarId, requestBody, sendUpdates: 'none' }),
    ).then((answer) => stored(event, answer), whereRefused({ taken: () => null }))
  }

  get(id: string): Promise<StoredEvent | null> {
    return this.#call(({ events }, calendarId) => events.get({ calendarId, eventId: id })).then(
      (answer) => readEvent(id, answer),
      whereRefused({ missing: () => null }),
    )
  }

  update(event: NewEvent): Promise<boolean> {
    return this.#patch(event, changedFields(event)).then(
      ({ status }) => status !== 'cancelled',
      whereRefused({ missing: () => false, gone: () => false }),
    )
  }

  restore(event: NewEvent): Promise<StoredEvent | null> {
    return this.#patch(event, { ...changedFields(event), status: 'confirmed' }).then(
      (answer) => stored(event, answer),
      whereRefused({ missing: () => null, gone: () => null }),
    )
  }

  async remove(id: string): Promise<void> {
    await this.#call(({ events }, calendarId) =>
      events.delete({ calendarId, eventId: id, sendUpdates: 'none' }),
    ).catch(whereRefused({ missing: () => null, gone: () => null }))
  }

  busy(from: string, to: string): Promise<readonly BusyTime[]> {
    return this.#freeBusy(from, to, true)
  }

  async check(): Promise<void> {
    const from = this.#parts.now()
    const to = new Date(from.getTime() + 1000)
    await this.#freeBusy(from.toISOString(), to.toISOString(), false)
  }

  async #freeBusy(timeMin: string, timeMax: string, isPatient: boolean): Promise<BusyTime[]> {
    const answer = await this.#call(
      ({ freebusy }, id) => freebusy.query({ requestBody: { timeMin, timeMax, items: [{ id }] } }),
      { isPatient },
    ).catch(whereRefused<never>({}))
    const found = answer.calendars?.[this.#parts.settings.calendarId]
    if (!found || found.errors?.length) throw noSuchCalendar()
    return (found.busy ?? []).flatMap(({ start, end }) => (start && end ? [{ start, end }] : []))
  }

  #patch({ id }: NewEvent, requestBody: calendar_v3.Schema$Event) {
    return this.#call(({ events }, calendarId) =>
      events.patch({ calendarId, eventId: id, requestBody, sendUpdates: 'none' }),
    )
  }

  #call<Answer>(
    work: (api: calendar_v3.Calendar, calendarId: string) => Promise<{ data: Answer }>,
    options?: { isPatient: boolean },
  ): Promise<Answer> {
    const { calls, settings, stop } = this.#parts
    return calls.call(async (token) => {
      const api = await openApi(token, settings.apiBaseUrl, stop)
      return (await work(api, settings.calendarId)).data
    }, options)
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

/** What a change may touch: with `insertBody` all that leaves the daemon (security design, 12.3). */
function fields({ summary, location, description, time, emailId }: NewEvent) {
  const extendedProperties = { private: { src: MARK, mid: emailId } }
  return { summary, location, description, ...timeFields(time), extendedProperties }
}

/** Nobody is ever invited. */
function insertBody(event: NewEvent): calendar_v3.Schema$Event {
  return { ...fields(event), visibility: 'private', guestsCanInviteOthers: false }
}

/** A day that becomes an instant, or the other way round, has to lose its other form. */
function changedFields(event: NewEvent): calendar_v3.Schema$Event {
  const { start, end, ...others } = fields(event)
  const none = event.time.kind === 'day' ? { dateTime: null, timeZone: null } : { date: null }
  return { ...others, start: { ...none, ...start }, end: { ...none, ...end } }
}

function timeFields(time: ExactTime): Pick<calendar_v3.Schema$Event, 'start' | 'end'> {
  if (time.kind === 'day') return { start: { date: time.start }, end: { date: time.end } }
  const { start, end, timeZone } = time
  return { start: { dateTime: start, timeZone }, end: { dateTime: end, timeZone } }
}

function stored(event: NewEvent, { htmlLink, status }: calendar_v3.Schema$Event): StoredEvent {
  return { ...event, link: linkOf(htmlLink), isCancelled: status === 'cancelled' }
}

function readEvent(id: string, answer: calendar_v3.Schema$Event): StoredEvent {
  const { summary, location, description, start, end, extendedProperties } = answer
  const event: NewEvent = {
    id,
    summary: summary ?? '',
    location: location ?? '',
    description: description ?? '',
    time: readTime(start, end),
    emailId: extendedProperties?.private?.mid ?? '',
  }
  return stored(event, answer)
}

/** A deleted event may have no time any more. */
function readTime(
  start: calendar_v3.Schema$EventDateTime | undefined,
  end: calendar_v3.Schema$EventDateTime | undefined,
): ExactTime {
  if (start?.date && end?.date) return { kind: 'day', start: start.date, end: end.date }
  return {
    kind: 'instant',
    start: start?.dateTime ?? '',
    end: end?.dateTime ?? '',
    timeZone: start?.timeZone ?? 'UTC',
  }
}

function linkOf(htmlLink: string | null | undefined): string {
  return htmlLink?.startsWith('https://') ? htmlLink : ''
}

/** Turns refusals that mean something here into answers; any other is Google's last word. */
function whereRefused<Answer>(
  answers: Partial<Record<GoogleRefusal['failure'], () => Answer>>,
): (error: unknown) => Answer {
  return (error) => {
    if (!(error instanceof GoogleRefusal)) throw error
    const answer = answers[error.failure]
    if (answer) return answer()
    if (error.failure === 'missing') throw noSuchCalendar()
    throw new AppError('CAL_REFUSED', 'Google Calendar refuses this event.', { cause: error })
  }
}

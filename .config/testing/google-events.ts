import type { Context, Hono } from 'hono'
import { refusal } from './google-refusal.ts'

/** An event of the Calendar API (v3), as it was sent. */
export interface StoredEvent {
  readonly id: string
  status: string
  readonly htmlLink: string
  readonly start?: EventInstant
  readonly end?: EventInstant
  readonly [field: string]: unknown
}

interface EventInstant {
  readonly dateTime?: string | null
  readonly date?: string | null
}

export type EventStore = Map<string, StoredEvent>

/** RFC 3339. */
interface BusyTime {
  readonly start: string
  readonly end: string
}

interface FreeBusyRequest {
  readonly timeMin: string
  readonly timeMax: string
  readonly items: readonly { readonly id: string }[]
}

const EVENTS = '/calendar/v3/calendars/:calendar/events'
const KNOWN_CALENDAR = 'primary'

/** Answers the calls about events and free/busy; the user has one calendar, `primary`. */
export function answerEvents(app: Hono, events: EventStore): void {
  app.use(`${EVENTS}/*`, refuseOtherCalendars)
  app.post(EVENTS, async (c) => insert(events, await c.req.json()))
  app.get(EVENTS, (c) => c.json({ items: [...events.values()].filter(isThere) }))
  app.on(['GET', 'PATCH', 'PUT', 'DELETE'], `${EVENTS}/:id`, (c) => answerOne(c, events))
  app.post('/calendar/v3/freeBusy', async (c) => {
    const { timeMin, timeMax, items } = await c.req.json<FreeBusyRequest>()
    const taken = [...events.values()]
      .filter(isThere)
      .flatMap(timeOf)
      .filter(
        ({ start, end }) =>
          Date.parse(start) < Date.parse(timeMax) && Date.parse(end) > Date.parse(timeMin),
      )
    const calendars = items.map(({ id }) => [
      id,
      id === KNOWN_CALENDAR
        ? { busy: taken }
        : { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
    ])
    return c.json({ timeMin, timeMax, calendars: Object.fromEntries(calendars) })
  })
}

async function refuseOtherCalendars(c: Context, next: () => Promise<void>) {
  if (c.req.param('calendar') === KNOWN_CALENDAR) return next()
  return refusal(404, 'notFound', 'Not Found')
}

/** An id is taken for good, also by an event that was deleted. */
function insert(events: EventStore, body: Partial<StoredEvent>): Response {
  const id = body.id ?? crypto.randomUUID().replaceAll('-', '')
  if (!/^[a-v0-9]{5,1024}$/.test(id)) return refusal(400, 'invalid', 'Invalid resource id value.')
  if (events.has(id)) {
    return refusal(409, 'duplicate', 'The requested identifier already exists.')
  }
  const htmlLink = `https://www.google.com/calendar/event?eid=${id}`
  const event = { status: 'confirmed', htmlLink, ...body, id }
  events.set(id, event)
  return Response.json(event)
}

async function answerOne(c: Context, events: EventStore): Promise<Response> {
  const event = events.get(c.req.param('id') ?? '')
  if (!event) return refusal(404, 'notFound', 'Not Found')
  if (c.req.method === 'DELETE') {
    if (!isThere(event)) return refusal(410, 'deleted', 'Resource has been deleted')
    event.status = 'cancelled'
    return c.body(null, 204)
  }
  if (c.req.method === 'GET') return c.json(event)
  const changed = { ...event, ...(await c.req.json<object>()), id: event.id }
  events.set(event.id, changed)
  return c.json(changed)
}

function isThere({ status }: StoredEvent): boolean {
  return status !== 'cancelled'
}

/** Days are taken from midnight to midnight, here in UTC. */
function timeOf({ start, end }: StoredEvent): BusyTime[] {
  const [from, to] = [start?.dateTime ?? start?.date, end?.dateTime ?? end?.date]
  if (!from || !to) return []
  return [{ start: new Date(from).toISOString(), end: new Date(to).toISOString() }]
}

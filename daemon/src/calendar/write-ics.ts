import type { NewEvent } from './ports.ts'

/** An event as iCalendar writes it. */
export interface IcsEvent extends Omit<NewEvent, 'emailId'> {
  /** Last change, ISO 8601 in UTC. */
  readonly changedAt: string
  readonly sequence: number
}

/** The octets that ical.js puts on a line, beside the space that a continuation begins with. */
const FOLD_LENGTH = 74

const PRODUCT = '-//Shortlist//Shortlist//EN'

/**
 * Events as an iCalendar file (RFC 5545): instants in UTC, days as dates, lines of at most 75 octets,
 * folded and ended by CRLF. `refreshInterval` is how often a feed is to be read again (RFC 7986, 5.7).
 * The same events give the same text.
 */
export async function writeIcs(
  name: string,
  events: readonly IcsEvent[],
  refreshInterval?: string,
): Promise<string> {
  const { default: ICAL } = await import('ical.js')
  ICAL.foldLength = FOLD_LENGTH
  const component = (kind: string, values: Readonly<Record<string, unknown>>) => {
    const made = new ICAL.Component(kind)
    for (const [field, value] of Object.entries(values)) {
      if (value !== '') made.updatePropertyWithValue(field, value)
    }
    return made
  }
  const calendar = component('vcalendar', {
    version: '2.0',
    prodid: PRODUCT,
    calscale: 'GREGORIAN',
    method: 'PUBLISH',
    'x-wr-calname': name,
  })
  if (refreshInterval !== undefined) {
    const interval = new ICAL.Property('refresh-interval')
    interval.resetType('duration')
    interval.setValue(ICAL.Duration.fromString(refreshInterval))
    calendar.addProperty(interval)
    calendar.updatePropertyWithValue('x-published-ttl', refreshInterval)
  }
  for (const { id, summary, location, description, time, changedAt, sequence } of events) {
    const instant = (text: string) => ICAL.Time.fromJSDate(new Date(text), true)
    const moment = time.kind === 'day' ? ICAL.Time.fromDateString : instant
    const event = component('vevent', {
      uid: `${id}@shortlist`,
      dtstamp: instant(changedAt),
      'last-modified': instant(changedAt),
      sequence,
      dtstart: moment(time.start),
      dtend: moment(time.end),
      summary,
      location,
      description,
      status: 'CONFIRMED',
    })
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}

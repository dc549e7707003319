import type { ExactTime } from './ports.ts'

/** An event as iCalendar writes it. */
export interface IcsEvent {
  readonly id: string
  readonly summary: string
  readonly location: string
  readonly description: string
  readonly time: ExactTime
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
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', PRODUCT)
  calendar.updatePropertyWithValue('calscale', 'GREGORIAN')
  calendar.updatePropertyWithValue('method', 'PUBLISH')
  calendar.updatePropertyWithValue('x-wr-calname', name)
  if (refreshInterval !== undefined) {
    const interval = new ICAL.Property('refresh-interval')
    interval.resetType('duration')
    interval.setValue(ICAL.Duration.fromString(refreshInterval))
    calendar.addProperty(interval)
    calendar.updatePropertyWithValue('x-published-ttl', refreshInterval)
  }
  for (const event of events) {
    const { id, summary, location, description, time, changedAt, sequence } = event
    const entry = new ICAL.Component('vevent')
    const changed = ICAL.Time.fromJSDate(new Date(changedAt), true)
    const moment = (text: string) =>
      time.kind === 'day'
        ? ICAL.Time.fromDateString(text)
        : ICAL.Time.fromJSDate(new Date(text), true)
    entry.updatePropertyWithValue('uid', `${id}@shortlist`)
    entry.updatePropertyWithValue('dtstamp', changed)
    entry.updatePropertyWithValue('last-modified', changed)
    entry.updatePropertyWithValue('sequence', sequence)
    entry.updatePropertyWithValue('dtstart', moment(time.start))
    entry.updatePropertyWithValue('dtend', moment(time.end))
    entry.updatePropertyWithValue('summary', summary)
    if (location !== '') entry.updatePropertyWithValue('location', location)
    if (description !== '') entry.updatePropertyWithValue('description', description)
    entry.updatePropertyWithValue('status', 'CONFIRMED')
    calendar.addSubcomponent(entry)
  }
  return `${calendar.toString()}\r\n`
}

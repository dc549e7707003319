import ICAL from 'ical.js'
import type { DateTime } from 'luxon'
import { findIana } from 'windows-iana'
import type { SampleInvitation } from './sample-mail.ts'
import { appointmentTime, type SampleDays, workingDay } from './sample-time.ts'

/**
 * An invitation as a calendar program writes it (RFC 5545). The zone of its times comes with it, as
 * the clock stands there on that day.
 */
export function composeInvitation(
  { uid, method, sequence, summary, location, organizer, zone, ...when }: SampleInvitation,
  sentAt: DateTime,
  { address, ...days }: SampleDays & { readonly address: string },
): string {
  const [start, end] = timesOf({ zone, ...when }, days)
  const attendance = { role: 'REQ-PARTICIPANT', partstat: 'NEEDS-ACTION', rsvp: 'TRUE' }
  const event = [
    ['uid', {}, 'text', uid],
    ['dtstamp', {}, 'date-time', sentAt.toUTC().toFormat("yyyy-LL-dd'T'HH:mm:ss'Z'")],
    ['dtstart', ...timeValue(start, zone)],
    ['dtend', ...timeValue(end, zone)],
    ['sequence', {}, 'integer', sequence],
    ['status', {}, 'text', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
    ['summary', {}, 'text', summary],
    ['location', {}, 'text', location],
    ['organizer', {}, 'cal-address', `mailto:${organizer}`],
    ['attendee', attendance, 'cal-address', `mailto:${address}`],
  ]
  const calendar = [
    ['prodid', {}, 'text', '-//Example Calendars//Invitations 4.2//EN'],
    ['version', {}, 'text', '2.0'],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['method', {}, 'text', method],
  ]
  const zones = zone === undefined ? [] : [zoneAt(start, zone)]
  return `${ICAL.stringify(['vcalendar', calendar, [...zones, ['vevent', event, []]]])}\r\n`
}

function timesOf(
  { start, end, zone, day }: Pick<SampleInvitation, 'start' | 'end' | 'zone' | 'day'>,
  days: SampleDays,
): readonly [DateTime, DateTime] {
  if (day !== undefined) {
    const first = workingDay(day, days)
    return [first, first.plus({ days: 1 })]
  }
  if (!start || !end || !zone) throw new Error('An invitation needs a day, or start, end and zone')
  const iana = findIana(zone)[0] ?? zone
  return [appointmentTime(start, iana, days), appointmentTime(end, iana, days)]
}

function timeValue(time: DateTime, zone: string | undefined) {
  return zone === undefined
    ? [{}, 'date', time.toFormat('yyyy-LL-dd')]
    : [{ tzid: zone }, 'date-time', time.toFormat("yyyy-LL-dd'T'HH:mm:ss")]
}

function zoneAt(time: DateTime, zone: string) {
  const offset = time.toFormat('ZZ')
  const observance = [
    ['dtstart', {}, 'date-time', '1970-01-01T00:00:00'],
    ['tzoffsetfrom', {}, 'utc-offset', offset],
    ['tzoffsetto', {}, 'utc-offset', offset],
  ]
  return ['vtimezone', [['tzid', {}, 'text', zone]], [['standard', observance, []]]]
}

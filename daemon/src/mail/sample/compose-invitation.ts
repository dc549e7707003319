import type { DateTime } from 'luxon'
import { findIana } from 'windows-iana'
import type { SampleInvitation } from './sample-mail.ts'
import { appointmentTime, type SampleDays, workingDay } from './sample-time.ts'
import { vtimezone } from './vtimezone.ts'

/** An invitation as a calendar program writes it (RFC 5545), with `\n` as line ends. */
export function composeInvitation(
  invitation: SampleInvitation,
  { sentAt, attendee, days }: { sentAt: DateTime; attendee: string; days: SampleDays },
): string {
  const { uid, method, sequence, summary, location, organizer, zone } = invitation
  const rules = zone === undefined ? [] : [vtimezone(zone, findIana(zone)[0] ?? zone, days.anchor)]
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//Example Calendars//Invitations 4.2//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...rules
      .join('\n')
      .split('\n')
      .filter((line) => line !== ''),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${sentAt.toUTC().toFormat("yyyyLLdd'T'HHmmss'Z'")}`,
    ...timesOf(invitation, days),
    `SEQUENCE:${sequence}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(location)}`,
    `ORGANIZER:mailto:${organizer}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${attendee}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\n')}\n`
}

function timesOf({ start, end, zone, day }: SampleInvitation, days: SampleDays): string[] {
  if (day !== undefined) {
    const first = workingDay(day, days)
    const [from, to] = [first, first.plus({ days: 1 })].map((date) => date.toFormat('yyyyLLdd'))
    return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`]
  }
  if (!start || !end || !zone) throw new Error('An invitation needs a day, or start, end and zone')
  const iana = findIana(zone)[0] ?? zone
  const [from, to] = [start, end].map((moment) =>
    appointmentTime(moment, iana, days).toFormat("yyyyLLdd'T'HHmmss"),
  )
  return [`DTSTART;TZID=${quoteZone(zone)}:${from}`, `DTEND;TZID=${quoteZone(zone)}:${to}`]
}

/** RFC 5545, 3.2: a parameter with a comma, colon or semicolon stands in quotes; names may. */
function quoteZone(zone: string): string {
  return zone.includes(' ') ? `"${zone}"` : zone
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&')
}

/** RFC 5545, 3.1: lines of at most 75 octets. */
function fold(line: string): string {
  return line.match(/.{1,72}/gu)?.join('\n ') ?? line
}

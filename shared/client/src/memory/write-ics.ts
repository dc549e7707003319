import type { MailEvent } from '@shortlist/contracts/calendar'

/** The events as one iCalendar file (RFC 5545); those without a clear time are left out. */
export function writeIcs(events: readonly MailEvent[], now: number): Blob {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shortlist//Demo//EN',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
    '',
  ]
  return new Blob([lines.join('\r\n')], { type: 'text/calendar;charset=utf-8' })
}

function eventLines({ id, time, summary, location }: MailEvent, now: number): string[] {
  if (time.kind !== 'instant') return []
  return [
    'BEGIN:VEVENT',
    `UID:${id}@shortlist.demo`,
    `DTSTAMP:${dateTime(now)}`,
    `DTSTART:${dateTime(Date.parse(time.start))}`,
    `DTEND:${dateTime(Date.parse(time.end))}`,
    `SUMMARY:${textValue(summary)}`,
    `LOCATION:${textValue(location)}`,
    'END:VEVENT',
  ]
}

/** Form 2 of a date with time: UTC (section 3.3.5). */
function dateTime(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** A text value (section 3.3.11). */
function textValue(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
}

import type { CalendarEvent, EventTime } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'

/** An event in the calendar and when it takes place. */
export interface CreatedEvent {
  /** The same for the same appointment in another mail, as far as that is known. */
  readonly key: string
  readonly event: CalendarEvent
  readonly time: EventTime
}

/** The events that an email has put into the calendar. */
export function createdEvents(email: Email): readonly CreatedEvent[] {
  const known = email.events.filter(({ state }) => state === 'created')
  return [
    ...known.map((event) => ({ key: event.id, event, time: event.time })),
    ...bareEvents(email).map((event) => ({ key: keyOf(event), event, time: timeOf(event) })),
  ]
}

/** Created events that an analysis names and of which nothing else is known. */
export function bareEvents({ analysis, events }: Email): readonly CalendarEvent[] {
  const known = new Set(events.map(keyOf))
  return analysis?.calendarEvents.filter((event) => !known.has(keyOf(event))) ?? []
}

/** The time of an event of which only the two texts are known. */
export function timeOf({ startTime: start, endTime: end }: CalendarEvent): EventTime {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(start)
  return isDay ? { kind: 'day', start, end } : { kind: 'instant', start, end, timeZone: '' }
}

function keyOf({ startTime, summary }: CalendarEvent): string {
  return `${startTime} ${summary}`
}

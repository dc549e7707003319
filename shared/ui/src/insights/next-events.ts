import type { CalendarEvent, EventTime } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import { addDays, startOfDay } from 'date-fns'
import { createdEvents } from '../mail/card/created-events.ts'

/** How many days ahead are shown, today included. */
export const DAYS_AHEAD = 14

/** An event in the calendar that lies ahead. */
export interface NextEvent {
  readonly key: string
  readonly emailId: string
  readonly event: CalendarEvent
  readonly time: EventTime
  readonly start: Date
  readonly end: Date
  readonly isAllDay: boolean
  /** Whether it takes place at the same time as another one. */
  readonly isClash: boolean
}

/** The events of emails that are not over and begin within `DAYS_AHEAD`, earliest first. */
export function nextEvents(emails: readonly Email[], now: Date): readonly NextEvent[] {
  const until = addDays(startOfDay(now), DAYS_AHEAD)
  const found = new Map<string, NextEvent>()
  for (const email of emails) {
    for (const created of createdEvents(email)) {
      const next = { ...created, ...timesOf(created.time), emailId: email.id }
      if (!(next.end > now && next.start < until) || found.has(created.key)) continue
      found.set(created.key, { ...next, isClash: false })
    }
  }
  const ordered = [...found.values()].sort((a, b) => Number(a.start) - Number(b.start))
  return ordered.map((event) => ({ ...event, isClash: clashes(event, ordered) }))
}

/** Days are those of the user's zone; what is unclear lies nowhere. */
function timesOf(time: EventTime): { start: Date; end: Date; isAllDay: boolean } {
  if (time.kind === 'unclear') return { start: never, end: never, isAllDay: false }
  const isAllDay = time.kind === 'day'
  const read = (text: string) => new Date(isAllDay ? `${text}T00:00` : text)
  const [start, end] = [read(time.start), read(time.end)]
  // what has no end, or one before its start, is over as it begins
  return { start, end: new Date(Math.max(Number(start), Number(end) || 0)), isAllDay }
}

const never = new Date(Number.NaN)

/** Whole days clash with nothing: most of them are notes. */
function clashes(event: NextEvent, all: readonly NextEvent[]): boolean {
  if (event.isAllDay) return false
  return all.some(
    (other) =>
      other !== event && !other.isAllDay && other.start < event.end && event.start < other.end,
  )
}

import type { Today } from '@shortlist/contracts/today'
import { shortTime } from '../today/interview-times.ts'
import { notificationCopy } from './notification-copy.ts'

/** What a browser can be told of while it shows something else. */
export const notificationKinds = ['appointment', 'soon', 'deadline'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Something to tell of, in plain text; mails have written some of it. */
export interface Due {
  /** The same for the same thing at the same time, whenever it is looked at. */
  readonly id: string
  readonly kind: NotificationKind
  readonly title: string
  /** What it is about; left out where details are hidden. */
  readonly details: string
  readonly emailId: string
}

const MINUTE = 60_000
/** So long before it begins an interview is told of. */
const BEFORE = 15 * MINUTE
/** The hour of the day before at which a deadline is told of. */
const MORNING = 8

/** What there is to tell of at a moment; `since`: what was entered before is not new. */
export function dueAt(today: Today, now: Date, since: Date): readonly Due[] {
  const at = now.getTime()
  const appointments = today.since.changes
    .filter(({ act, at: entered }) => act === 'entered' && Date.parse(entered) > since.getTime())
    .map(({ eventId, summary, time, emailId }) => ({
      id: `appointment ${eventId}`,
      kind: 'appointment' as const,
      title: notificationCopy.entered,
      details: `${summary}, ${shortTime(time)}`,
      emailId,
    }))
  const soon = timed(today)
    .filter(({ start }) => at >= start - BEFORE && at < start)
    .map(({ eventId, summary, time, start, emailId }) => ({
      id: `soon ${eventId} ${start}`,
      kind: 'soon' as const,
      title: notificationCopy.begins(Math.ceil((start - at) / MINUTE)),
      details: `${summary}, ${shortTime(time)}`,
      emailId,
    }))
  const deadlines = today.deadlines
    .filter(({ due }) => at >= morningBefore(due) && at < startOfDay(due))
    .map(({ emailId, subject, from, due }) => ({
      id: `deadline ${emailId} ${due}`,
      kind: 'deadline' as const,
      title: notificationCopy.tomorrow,
      details: `${subject}, ${from}`,
      emailId,
    }))
  return [...soon, ...deadlines, ...appointments]
}

/** When there may be something new to tell of, in milliseconds since 1970; undefined for never. */
export function nextDue(today: Today, now: Date): number | undefined {
  const moments = [
    ...timed(today).map(({ start }) => start - BEFORE),
    ...today.deadlines.map(({ due }) => morningBefore(due)),
  ]
  const ahead = moments.filter((moment) => moment > now.getTime())
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

/** The interviews that begin at a moment. */
function timed({ interviews }: Today) {
  return interviews.flatMap((each) =>
    each.time.kind === 'instant' ? [{ ...each, start: Date.parse(each.time.start) }] : [],
  )
}

/** Days begin in the zone of this browser. */
function startOfDay(moment: string): number {
  return new Date(moment).setHours(0, 0, 0, 0)
}

function morningBefore(moment: string): number {
  const day = new Date(startOfDay(moment))
  day.setDate(day.getDate() - 1)
  return day.setHours(MORNING)
}

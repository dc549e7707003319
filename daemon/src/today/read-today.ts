import type { EventTime, MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import {
  CHANGES_SHOWN,
  type Change,
  DEADLINES_SHOWN,
  INTERVIEWS_SHOWN,
  type Interview,
  NEEDS_SHOWN,
  type Today,
} from '@shortlist/contracts/today'
import { DateTime } from 'luxon'
import { cleanLine } from '../platform/clean-text.ts'
import type { TodayParts } from './ports.ts'

const DAY_MS = 86_400_000
/** What was done earlier is not told any more. */
const TOLD_DAYS = 14

/** Longest text of a mail that is told, in characters. */
const TEXT_MAX = 120

/** What an account looks at in the morning: what is next, what needs it and what is due. */
export async function readToday(parts: TodayParts, userId: string): Promise<Today> {
  const now = parts.now()
  const zone = parts.zoneOf(userId)
  const mail = await parts.mailOf(userId)
  const from = parts.visits.endOfLast(userId, now)
  const [changes, mails, needs, ahead] = await Promise.all([
    changesOf(parts, userId),
    mail?.countRead(from),
    mail?.needs(NEEDS_SHOWN),
    readAhead(parts, userId, DEADLINES_SHOWN),
  ])
  const { rows = [], total = 0, next = null } = needs ?? {}
  const turns = [next, ...ahead.interviews.map(({ time }) => endOf(time, zone).toISOString())]
  return {
    ...ahead,
    needs: { rows: rows.map((row) => ({ ...row, subject: inShort(row.subject) })), total },
    since: {
      ...{ from, mails: mails ?? 0, total: changes.length },
      changes: changes.slice(0, CHANGES_SHOWN),
    },
    next: turns.filter((turn) => turn !== null).sort()[0] ?? null,
  }
}

/** What is ahead of an account: its next interviews, and so many deadlines. */
export async function readAhead(
  parts: Pick<TodayParts, 'now' | 'zoneOf' | 'mailOf'>,
  userId: string,
  limit: number,
): Promise<Pick<Today, 'asOf' | 'mailbox' | 'interviews' | 'deadlines'>> {
  const now = parts.now()
  const mail = await parts.mailOf(userId)
  const [deadlines = [], ahead = []] = await Promise.all([mail?.deadlines(limit), mail?.ahead()])
  return {
    asOf: now.toISOString(),
    mailbox: mail ? { error: mail.error } : null,
    interviews: interviewsAmong(ahead, now, parts.zoneOf(userId)),
    deadlines: deadlines.map((due) => {
      return { ...due, subject: inShort(due.subject), from: inShort(due.from) }
    }),
  }
}

/** What was done by itself since the end of the last visit, the newest first. */
export async function changesOf(parts: TodayParts, userId: string): Promise<Change[]> {
  const now = parts.now()
  const from = parts.visits.endOfLast(userId, now)
  const since = from === null ? now.getTime() - TOLD_DAYS * DAY_MS : Date.parse(from)
  const calendar = await parts.calendarOf(userId)
  const changes = await calendar.doneSince(new Date(since))
  return changes.map((change) => {
    return { ...change, summary: inShort(change.summary), sentence: inShort(change.sentence) }
  })
}

/** What stands in the calendar, with the mails that brought it, the newest first. */
interface Standing {
  readonly event: MailEvent
  readonly emails: readonly Email[]
}

/** The interviews that are not over, soonest first. */
function interviewsAmong(emails: readonly Email[], now: Date, zone: string): Interview[] {
  const standing = standingIn(emails).filter(({ event }) => endOf(event.time, zone) > now)
  const ahead = standing.toSorted(
    (one, other) => startOf(one.event.time, zone) - startOf(other.event.time, zone),
  )
  const interviews = ahead.filter((each) => each.emails.some(isOfInterview))
  return interviews.slice(0, INTERVIEWS_SHOWN).map((each) => {
    const { id, location, link, reason } = each.event
    const from = each.emails.find(isOfInterview)?.from ?? ''
    const meets = ahead.filter((other) => other !== each && isAtOnce(other, each, zone))
    return {
      ...inBrief(each),
      ...{ eventId: id, from: inShort(from.replace(/\s*<[^<>]*>$/, '')), location, link, reason },
      meets: meets.slice(0, INTERVIEWS_SHOWN).map(inBrief),
    }
  })
}

function standingIn(emails: readonly Email[]): Standing[] {
  const newest = emails.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
  const found = newest.flatMap((email) =>
    email.events
      .filter(({ state, time }) => state === 'created' && time.kind !== 'unclear')
      .map((event) => ({ event, email })),
  )
  return [...Map.groupBy(found, ({ event }) => event.id).values()].flatMap((all) =>
    all.slice(0, 1).map(({ event }) => ({ event, emails: all.map(({ email }) => email) })),
  )
}

function isOfInterview({ category, analysis }: Email): boolean {
  return category === 'job_interview' || analysis?.hasInterview === true
}

function inBrief({ event: { summary, time }, emails }: Standing) {
  const newest = emails.find(isOfInterview) ?? emails[0]
  return { summary: inShort(summary), time, emailId: newest?.id ?? '' }
}

/** Whole days meet nothing: most of them are notes. */
function isAtOnce({ event: one }: Standing, { event: other }: Standing, zone: string): boolean {
  if (one.time.kind === 'day' || other.time.kind === 'day') return false
  return (
    startOf(one.time, zone) < endOf(other.time, zone).getTime() &&
    startOf(other.time, zone) < endOf(one.time, zone).getTime()
  )
}

/** In epoch milliseconds; whole days begin in the user's zone. */
function startOf(time: EventTime, zone: string): number {
  return time.kind === 'unclear' ? 0 : instant(time.start, time.kind === 'day' ? zone : 'utc')
}

/** What has no end, or one before its start, is over as it begins. */
function endOf(time: EventTime, zone: string): Date {
  const end = time.kind === 'unclear' ? 0 : instant(time.end, time.kind === 'day' ? zone : 'utc')
  return new Date(Math.max(startOf(time, zone), end || 0))
}

function instant(text: string, zone: string): number {
  return DateTime.fromISO(text, { zone }).toMillis()
}

function inShort(text: string): string {
  return cleanLine(text, TEXT_MAX)
}

import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import {
  CHANGES_SHOWN,
  type Change,
  type Deadline,
  INTERVIEWS_SHOWN,
  type Interview,
  NEEDS_SHOWN,
  type Today,
} from '@shortlist/contracts/today'
import type { MemoryMail } from './memory-mail.ts'
import type { MemoryRows } from './memory-rows.ts'

interface MemoryTodayParts {
  readonly mail: MemoryMail
  readonly rows: MemoryRows
  /** Epoch milliseconds. */
  readonly now: number
}

/** What is next, what needs its user and what is due, in a world in memory. */
export function memoryToday({ mail, rows, now }: MemoryTodayParts): Today {
  const { emails, error, mailbox } = mail.status
  const { rows: needs, total } = rows.page({ view: 'needs-you', limit: NEEDS_SHOWN })
  const interviews = emails.filter(isOfInterview).flatMap((email) => interviewsOf(email, now))
  const deadlines = needs.flatMap(({ id, subject, from, due }): Deadline[] =>
    due === null ? [] : [{ emailId: id, subject, from: from.name || from.address, due }],
  )
  return {
    asOf: new Date(now).toISOString(),
    mailbox: mailbox.kind === 'none' ? null : { error },
    interviews: interviews.toSorted(byStart).slice(0, INTERVIEWS_SHOWN),
    needs: { rows: needs, total },
    deadlines,
    since: {
      from: null,
      mails: emails.filter(({ analyzed }) => analyzed).length,
      total: changesOf(emails).length,
      changes: changesOf(emails).slice(0, CHANGES_SHOWN),
    },
    next: null,
  }
}

/** What stands in the calendar of a world in memory has been entered with its mail. */
export function changesOf(emails: readonly Email[]): Change[] {
  return emails.flatMap(({ id: emailId, date: at, events }) =>
    events
      .filter(({ state }) => state === 'created')
      .map(({ id: eventId, summary, time, evidence: sentence }) => {
        return { eventId, act: 'entered' as const, at, emailId, summary, time, was: null, sentence }
      }),
  )
}

function isOfInterview({ category, analysis }: Email): boolean {
  return category === 'job_interview' || analysis?.hasInterview === true
}

function interviewsOf({ id: emailId, from, events }: Email, now: number): Interview[] {
  const isAhead = ({ state, time }: MailEvent) =>
    state === 'created' && time.kind !== 'unclear' && Date.parse(time.end) > now
  return events.filter(isAhead).map(({ id, summary, time, location, link, reason }) => {
    const name = from.replace(/\s*<[^<>]*>$/, '')
    return {
      ...{ eventId: id, emailId, from: name, summary, time, location, link, reason },
      meets: [],
    }
  })
}

function byStart({ time: one }: Interview, { time: other }: Interview): number {
  const startOf = (time: Interview['time']) =>
    time.kind === 'unclear' ? 0 : Date.parse(time.start)
  return startOf(one) - startOf(other)
}

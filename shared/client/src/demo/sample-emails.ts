import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Category, Email, Finding } from '@shortlist/contracts/mail'
import { analyzed } from '../memory/memory-mail.ts'

/** An email as a visitor finds it, and what its analysis says of it. */
export interface SampleEmail {
  readonly email: Email
  readonly finding: Finding
  /** By when it wants something; ISO 8601, UTC. */
  readonly due?: string
}

interface SampleParts {
  /** Epoch milliseconds. */
  readonly now: number
  /** IANA name. */
  readonly timeZone: string
  /** Where "View Gmail" and "Event Link" lead; null where they lead nowhere. */
  readonly pages: string | null
}

/**
 * The three emails of the specification (section 3), newest first: an application with an interview
 * that is in the calendar, the inquiry of a client whose call is not, and a newsletter that waits
 * for its analysis. Their days lie around `now`.
 */
export function sampleEmails(parts: SampleParts): readonly SampleEmail[] {
  return [interview(parts), inquiry(parts), newsletter(parts)]
}

function interview(parts: SampleParts): SampleEmail {
  const start = workingDay(parts.now, 3, 10)
  const event = eventOf(parts, start, 60, {
    id: 'demo00interview',
    summary: 'Technical interview: Northwind Labs',
    location: 'Video call',
    evidence: `We would like to invite you to a technical interview on ${inWords(start)}.`,
    source: 'invitation',
    state: 'created',
    reason: null,
  })
  const sample = sampleOf(parts, {
    id: 'demo-mail-interview',
    from: 'Dana Reyes <dana@northwind.example>',
    subject: 'Your application as Senior Front-end Developer: interview',
    minutesAgo: 35,
    body: `Hello,\n\nthank you for applying as Senior Front-end Developer. ${event.evidence} It takes an hour: thirty minutes about a project of yours, thirty minutes of live coding.\n\nPlease confirm by tomorrow and send us a link to the project.\n\nDana Reyes, Northwind Labs`,
    events: [event],
    categories: ['job_application', 'job_interview', 'networking'],
    priority: 'high',
    sentiment: 'positive',
    hasInterview: true,
    hasDeadline: true,
    summary: `Northwind Labs liked your application for Senior Front-end Developer and invites you to a technical interview on ${inWords(start)}.`,
    actionItems: ['Confirm the time', 'Send a link to a project of yours', 'Prepare live coding'],
    draftResponse: `Hello Dana,\n\nthank you for the invitation. [Write here whether ${inWords(start)} suits you, and name a project.]\n\nKind regards`,
  })
  // "by tomorrow" ends with that day
  const due = iso(dayAfter(parts.now, 2) - 1)
  return { ...sample, email: analyzed(sample.email, sample.finding), due }
}

function inquiry(parts: SampleParts): SampleEmail {
  const start = workingDay(parts.now, 5, 15)
  const event = eventOf(parts, start, 30, {
    id: 'demo00call',
    summary: 'Call with Bluebird Studio',
    location: 'Phone',
    evidence: `Could we talk on ${inWords(start)}, for half an hour?`,
    source: 'model',
    state: 'waiting',
    reason: 'The calendar was not connected. The next sync adds it.',
  })
  const sample = sampleOf(parts, {
    id: 'demo-mail-inquiry',
    from: 'Sam Okafor <sam@bluebird.example>',
    subject: 'Booking page in React: are you free in January?',
    minutesAgo: 5 * 60,
    body: `Hi,\n\na friend passed me your name. One of our clients needs a new booking page in React, about four weeks of work, starting in January. ${event.evidence}\n\nPlease tell me your day rate as well.\n\nSam, Bluebird Studio`,
    events: [event],
    categories: ['freelance', 'networking', 'job_application'],
    priority: 'medium',
    sentiment: 'positive',
    summary:
      'A studio asks whether you could rebuild the booking page of a client in January, and proposes a call.',
    actionItems: ['Answer with your day rate', 'Confirm the call'],
    draftResponse:
      'Hello Sam,\n\nthank you for asking. [Write here whether January and the call suit you, and your day rate.]\n\nKind regards',
  })
  return { ...sample, email: analyzed(sample.email, sample.finding) }
}

function newsletter(parts: SampleParts): SampleEmail {
  return sampleOf(parts, {
    id: 'demo-mail-newsletter',
    from: 'Frontend Friday <news@frontendfriday.example>',
    subject: 'Frontend Friday #118: container queries in practice',
    minutesAgo: 26 * 60,
    body: 'This week: what is new in the TypeScript compiler, container queries that replaced forty media queries in a real product, and a small tool that finds the code nobody uses. Read online or unsubscribe at the end of this mail.',
    events: [],
    categories: ['newsletter', 'learning', 'community'],
    priority: 'low',
    sentiment: 'neutral',
    summary:
      'The weekly round-up: what is new in the TypeScript compiler, container queries in practice, and a tool that finds unused code.',
    actionItems: [],
    draftResponse: '',
  })
}

interface Sample
  extends Pick<Email, 'id' | 'from' | 'subject' | 'events'>,
    Pick<Finding, 'priority' | 'sentiment' | 'summary' | 'actionItems' | 'draftResponse'>,
    Partial<Pick<Finding, 'hasInterview' | 'hasDeadline'>> {
  readonly minutesAgo: number
  readonly body: string
  /** What its analysis chooses, then what it may be instead. */
  readonly categories: readonly [Category, ...Category[]]
}

/** An email that waits for its analysis, and what a model would say of it. */
function sampleOf({ now, pages }: SampleParts, sample: Sample): SampleEmail {
  const { id, from, subject, events, minutesAgo, body, categories, ...said } = sample
  const text = body.replace(/\s+/g, ' ')
  const email: Email = {
    ...{ id, from, subject, events },
    replyTo: from.replace(/^.*<|>$/g, ''),
    date: iso(now - minutesAgo * MINUTE),
    snippet: text.slice(0, 100),
    bodyPreview: text,
    webLink: pages === null ? '' : `${pages}demo-elsewhere.html#mail`,
    analyzed: false,
    status: 'pending',
    failure: null,
    analysis: null,
    summary: null,
    category: null,
    priority: null,
    corrected: [],
    isNewSinceLastSync: true,
    warnings: [],
    draftSavedAt: null,
  }
  const explanation = { facts: [], words: [], categories: [...categories] }
  const finding: Finding = {
    ...{ hasInterview: false, hasDeadline: false, analyzer: 'model', ...said },
    category: categories[0],
    explanation,
  }
  return { email, finding }
}

function eventOf(
  { pages, timeZone }: SampleParts,
  begin: number,
  minutes: number,
  appointment: Omit<MailEvent, 'startTime' | 'endTime' | 'link' | 'time' | 'hasIcs'>,
): MailEvent {
  const start = iso(begin)
  const end = iso(begin + minutes * MINUTE)
  return {
    ...appointment,
    startTime: start,
    endTime: end,
    link: pages === null ? '' : `${pages}demo-elsewhere.html#event`,
    time: { kind: 'instant', start, end, timeZone },
    hasIcs: true,
  }
}

const MINUTE = 60_000

/** Where a day begins, so many days ahead; epoch milliseconds. */
function dayAfter(now: number, daysAhead: number): number {
  const today = new Date(now)
  return Number(new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysAhead))
}

/** An hour of a working day, so many days ahead or on the next one after it; epoch milliseconds. */
function workingDay(now: number, daysAhead: number, hour: number): number {
  const today = new Date(now)
  const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysAhead, hour)
  while (at.getDay() === 0 || at.getDay() === 6) at.setDate(at.getDate() + 1)
  return Number(at)
}

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A day and an hour as mails write them, such as "Tuesday, 24 November 2026, 10:00". */
function inWords(time: number): string {
  return `${days.format(time).replace(/^(\w+) /, '$1, ')}, ${hours.format(time)}`
}

/** ISO 8601, UTC. */
function iso(time: number): string {
  return new Date(time).toISOString()
}

import type { CalendarEvent, MailEvent } from '@shortlist/contracts/calendar'
import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'
import type { Analysis, Email, MailWarning } from '@shortlist/contracts/mail'
import type { Address } from './message-ports.ts'
import type { StoredMail } from './store/mail-records.ts'

interface EmailContext {
  readonly events: readonly MailEvent[]
  readonly webLink: string
  /** ISO 8601, or null before the first sync has come to its end. */
  readonly lastSync: string | null
}

/** A stored mail as a card shows it. */
export function emailOf(mail: StoredMail, { events, webLink, lastSync }: EmailContext): Email {
  const { row, finding, failure, correction, draft } = mail
  const analysis = analysisOf(mail, events)
  const { priority = null, category = null } = { ...finding, ...correction }
  return {
    id: row.id,
    subject: row.subject,
    from: headerForm(row.from),
    replyTo: (row.replyTo ?? row.from).address,
    date: row.date,
    snippet: snippet(row.preview),
    bodyPreview: row.preview,
    webLink,
    analyzed: analysis !== null,
    status: analysis ? 'analyzed' : failure === null ? 'pending' : 'failed',
    failure: analysis ? null : failure,
    analysis,
    summary: finding?.summary ?? null,
    category,
    priority,
    corrected: (['priority', 'category'] as const).filter((field) => correction[field]),
    isNewSinceLastSync: lastSync === null || row.storedAt > lastSync,
    events: [...events],
    warnings: warningsOf(mail),
    draftSavedAt: draft?.savedAt ?? null,
  }
}

/** What to be careful about in a mail, the worst first. */
export function warningsOf({ row, isSuspicious }: StoredMail): MailWarning[] {
  return isSuspicious ? ['suspicious', ...row.warnings] : row.warnings
}

/** What is known of a mail, corrected by the user; null where it is not analysed. */
export function analysisOf(
  { finding, correction }: StoredMail,
  events: readonly MailEvent[],
): Analysis | null {
  if (!finding) return null
  const created = events.filter(({ state }) => state === 'created')
  return { ...finding, ...correction, calendarEvents: created.map(calendarEvent) }
}

function calendarEvent(event: MailEvent): CalendarEvent {
  const { summary, startTime, endTime, location, link } = event
  return { summary, startTime, endTime, location, link }
}

/** Name and address as a header shows them. */
export function headerForm({ name, address }: Address): string {
  if (name === '' || name === address) return address
  return address === '' ? name : `${name} <${address}>`
}

const SNIPPET_CHARACTERS = 100
const DOTS = '...'

/** What a card shows of a text: one line of 200 characters, then "..." (specification, section 9). */
export function previewBody(text: string): string {
  return shorten(text, BODY_PREVIEW_CHARACTERS)
}

/** The first words of a text, one line of 100 characters, then "...". */
export function snippet(text: string): string {
  return shorten(text, SNIPPET_CHARACTERS)
}

/**
 * Counts code units, as the specification's screens do, but never splits a character nor adds to dots
 * that are there. White space is not looked for in all of a text.
 */
function shorten(text: string, characters: number): string {
  const line = text
    .slice(0, characters * 20)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= (line.endsWith(DOTS) ? characters + DOTS.length : characters)) return line
  return line.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '') + DOTS
}

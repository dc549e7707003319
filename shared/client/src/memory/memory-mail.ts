import { CalendarEvent, type MailEvent } from '@shortlist/contracts/calendar'
import type { Analysis, Email, Finding, MailStatus } from '@shortlist/contracts/mail'
import type { OwnMailbox } from '@shortlist/contracts/settings'
import { CallFailed } from '../call-failed.ts'

/** A mailbox in memory, and what is known of its mails. */
export class MemoryMail {
  status: MailStatus
  #own: MailStatus

  constructor(status: MailStatus) {
    this.status = status
    this.#own = status
  }

  /** Throws `CallFailed` 404 for a mail that is not there. */
  find(emailId: string): Email {
    const email = this.status.emails.find(({ id }) => id === emailId)
    if (!email) throw new CallFailed(404, 'Email not found')
    return email
  }

  /** The mail afterwards. */
  change(emailId: string, parts: Partial<Email>): Email {
    const changed = { ...this.find(emailId), ...parts }
    const emails = this.status.emails.map((email) => (email.id === emailId ? changed : email))
    this.status = { ...this.status, emails }
    return changed
  }

  /** The mail after an analysis. */
  analyze(emailId: string, finding: Finding): Email {
    return this.change(emailId, analyzed(this.find(emailId), finding))
  }

  /** Puts the built-in sample in the place of the mailbox; the mails stay what they are. */
  useSample(): void {
    if (this.status.mailbox.kind === 'sample') return
    this.#own = this.status
    const sample = { kind: 'sample', label: 'Sample mail', provider: null } as const
    const can = { state: 'ready', canSaveDrafts: false } as const
    const mailbox = { ...this.status.mailbox, ...sample, ...can }
    this.status = { ...this.status, connected: true, error: null, mailbox }
  }

  leaveSample(): void {
    const { connected, error, mailbox } = this.#own
    this.status = { ...this.status, connected, error, mailbox }
  }

  /** Puts a mailbox that was connected in the place of the one before, and null none; the mails stay. */
  use(own: OwnMailbox | null): void {
    const { isPaused: _, ...before } = this.status.mailbox
    const isReady = own !== null && !own.isPaused
    const mailbox = {
      ...before,
      kind: own ? ('imap' as const) : ('none' as const),
      state: isReady ? ('ready' as const) : own ? ('unreachable' as const) : 'not-configured',
      label: own?.address ?? '',
      ...(own?.isPaused && { isPaused: true }),
    } as const
    const error = isReady ? null : own ? PAUSED : 'IMAP credentials not configured'
    this.status = { ...this.status, connected: isReady, error, mailbox }
  }

  get events(): readonly MailEvent[] {
    return this.status.emails.flatMap(({ events }) => events)
  }

  /** The events that are in the calendar. */
  get created(): readonly MailEvent[] {
    return this.events.filter(({ state }) => state === 'created')
  }

  /** Throws `CallFailed` 404 for an event that is not there. */
  findEvent(eventId: string): MailEvent {
    const event = this.events.find(({ id }) => id === eventId)
    if (!event) throw new CallFailed(404, 'Event not found')
    return event
  }

  /** The event afterwards. */
  changeEvent(eventId: string, parts: Partial<MailEvent>): MailEvent {
    const changed = { ...this.findEvent(eventId), ...parts }
    for (const { id, events, analysis } of this.status.emails) {
      if (!events.some((event) => event.id === eventId)) continue
      const all = events.map((event) => (event.id === eventId ? changed : event))
      const said = analysis && { ...analysis, calendarEvents: createdOf(all) }
      this.change(id, { events: all, analysis: said })
    }
    return changed
  }
}

const PAUSED = 'The mailbox is paused. Nothing is read until you resume it.'

/** A mail after its analysis; what the user has set by hand stays. */
export function analyzed(email: Email, finding: Finding): Email {
  const { corrected, events } = email
  return {
    ...email,
    analyzed: true,
    status: 'analyzed',
    failure: null,
    analysis: { ...finding, calendarEvents: createdOf(events) },
    summary: finding.summary,
    priority: corrected.includes('priority') ? email.priority : finding.priority,
    category: corrected.includes('category') ? email.category : finding.category,
    isNewSinceLastSync: false,
  }
}

function createdOf(events: readonly MailEvent[]): Analysis['calendarEvents'] {
  const created = events.filter(({ state }) => state === 'created')
  return created.map((event) => CalendarEvent.parse(event))
}

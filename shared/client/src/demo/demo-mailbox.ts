import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Analysis, Email, MailStatus, SyncProgress } from '@shortlist/contracts/mail'
import { CallFailed } from '../assistant-client.ts'
import type { SampleEmail } from './sample-emails.ts'

/** The mailbox of the demo: three emails and what is known of them. */
export class DemoMailbox {
  lastSync: string
  sync: SyncProgress | null = null
  /** Whether a visitor has chosen the built-in sample mail on top. */
  isSample = false
  readonly #composeUrl: string
  readonly #samples: readonly SampleEmail[]
  #emails: readonly Email[]

  constructor(samples: readonly SampleEmail[], lastSync: string, composeUrl: string) {
    this.#samples = samples
    this.#emails = samples.map(({ email }) => email)
    this.lastSync = lastSync
    this.#composeUrl = composeUrl
    for (const { email, isKnown } of samples) if (isKnown) this.analyze(email.id)
  }

  /** Newest first. */
  get emails(): readonly Email[] {
    return this.#emails
  }

  status(label: string): MailStatus {
    const mailbox = this.isSample
      ? ({ kind: 'sample', label: 'Sample mail', provider: null } as const)
      : ({ kind: 'imap', label, provider: 'Gmail' } as const)
    return {
      connected: true,
      error: null,
      emails: [...this.#emails],
      lastSync: this.lastSync,
      sync: this.sync,
      mailbox: {
        ...mailbox,
        state: 'ready',
        appPasswordUrl: null,
        retryAt: null,
        canSaveDrafts: !this.isSample,
        composeUrl: this.#composeUrl,
      },
    }
  }

  /** Throws `CallFailed` 404 for an email that is not there. */
  find(emailId: string): Email {
    const email = this.#emails.find(({ id }) => id === emailId)
    if (!email) throw new CallFailed(404, 'Email not found')
    return email
  }

  /** The email afterwards. */
  change(emailId: string, parts: Partial<Email>): Email {
    const changed = { ...this.find(emailId), ...parts }
    this.#emails = this.#emails.map((email) => (email.id === emailId ? changed : email))
    return changed
  }

  /** Says about an email what its analysis finds; what the visitor has set by hand stays. */
  analyze(emailId: string): Email {
    const email = this.find(emailId)
    const finding = this.#samples.find((sample) => sample.email.id === emailId)?.finding
    if (!finding) throw new CallFailed(404, 'Email not found')
    const { corrected } = email
    return this.change(emailId, {
      analyzed: true,
      status: 'analyzed',
      failure: null,
      analysis: { ...finding, calendarEvents: createdOf(email.events) },
      summary: finding.summary,
      priority: corrected.includes('priority') ? email.priority : finding.priority,
      category: corrected.includes('category') ? email.category : finding.category,
      isNewSinceLastSync: false,
    })
  }

  get events(): readonly MailEvent[] {
    return this.#emails.flatMap(({ events }) => events)
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
    for (const { id, events, analysis } of this.#emails) {
      if (!events.some((event) => event.id === eventId)) continue
      const all = events.map((event) => (event.id === eventId ? changed : event))
      const said = analysis && { ...analysis, calendarEvents: createdOf(all) }
      this.change(id, { events: all, analysis: said })
    }
    return changed
  }
}

function createdOf(events: readonly MailEvent[]): Analysis['calendarEvents'] {
  return events
    .filter(({ state }) => state === 'created')
    .map(({ summary, startTime, endTime, location, link }) => ({
      summary,
      startTime,
      endTime,
      location,
      link,
    }))
}

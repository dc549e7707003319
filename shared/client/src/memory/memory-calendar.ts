import type { CalendarStatus, MailEvent } from '@shortlist/contracts/calendar'
import type { MemoryMail } from './memory-mail.ts'

/** Where the events of a local calendar can be read. */
export interface Feed {
  /** A new address of a calendar with these events. */
  publish(events: readonly MailEvent[]): string
  end(address: string): void
}

/** A calendar in memory, which is connected or not; its events stand in the mails. */
export class MemoryCalendar {
  status: CalendarStatus
  readonly #feed: Feed
  readonly #mail: MemoryMail

  constructor(status: CalendarStatus, feed: Feed, mail: MemoryMail) {
    this.status = status
    this.#feed = feed
    this.#mail = mail
  }

  turnTo(kind: CalendarStatus['kind']): void {
    if (this.status.feedUrl !== null) this.#feed.end(this.status.feedUrl)
    const feedUrl = kind === 'local' ? this.#feed.publish(this.#mail.created) : null
    const isGoogleSignedIn = this.status.isGoogleSignedIn || kind === 'google'
    const connected = kind !== null
    const now = { connected, error: null, kind, feedUrl, isGoogleSignedIn, wasChosen: true }
    this.status = { ...this.status, ...now }
  }

  /** Google is forgotten; a local calendar stays in use. */
  leaveGoogle(): void {
    if (this.status.kind === 'google') this.turnTo(null)
    this.status = { ...this.status, isGoogleSignedIn: false }
  }

  /** Publishes the events as they are, where there is a feed; says whether there is one. */
  refresh(): boolean {
    if (this.status.kind !== 'local') return false
    this.turnTo('local')
    return true
  }
}

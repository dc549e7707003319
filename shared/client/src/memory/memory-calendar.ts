import type { CalendarStatus } from '@shortlist/contracts/calendar'

/** Where the events of a local calendar can be read. */
export interface Feed {
  /** A new address with the events as they are. */
  publish(): string
  end(address: string): void
}

/** A calendar in memory, which is connected or not. */
export class MemoryCalendar {
  status: CalendarStatus
  /** Where the popup is to go; null where none can be opened. */
  readonly authUrl: string | null
  readonly #feed: Feed

  constructor(status: CalendarStatus, authUrl: string | null, feed: Feed) {
    this.status = status
    this.authUrl = authUrl
    this.#feed = feed
  }

  turnTo(kind: CalendarStatus['kind']): void {
    if (this.status.feedUrl !== null) this.#feed.end(this.status.feedUrl)
    const feedUrl = kind === 'local' ? this.#feed.publish() : null
    this.status = { ...this.status, connected: kind !== null, error: null, kind, feedUrl }
  }

  /** Publishes the events as they are, where there is a feed; says whether there is one. */
  refresh(): boolean {
    if (this.status.kind !== 'local') return false
    this.turnTo('local')
    return true
  }
}

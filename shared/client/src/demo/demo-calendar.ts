import type { CalendarStatus } from '@shortlist/contracts/calendar'

interface CalendarParts {
  readonly kind: CalendarStatus['kind']
  /** IANA name. */
  readonly timeZone: string
  /** The events of the calendar as a file. */
  readonly writeFeed: () => Blob
}

/** The calendar of the demo, which is connected or not. */
export class DemoCalendar {
  readonly #parts: CalendarParts
  #kind: CalendarStatus['kind']
  #feedUrl: string | null = null

  constructor(parts: CalendarParts) {
    this.#parts = parts
    this.#kind = parts.kind
  }

  get isConnected(): boolean {
    return this.#kind !== null
  }

  get status(): CalendarStatus {
    return {
      connected: this.isConnected,
      error: null,
      kind: this.#kind,
      canUseGoogle: true,
      feedUrl: this.#feedUrl,
      timeZone: this.#parts.timeZone,
    }
  }

  useGoogle(): void {
    this.#turnTo('google')
  }

  /** The feed lies inside of this page, each time at an address that nobody else knows. */
  useLocal(): void {
    this.#turnTo('local')
    this.#feedUrl = URL.createObjectURL(this.#parts.writeFeed())
  }

  /** Publishes the events as they are now, where there is a feed; says whether there is one. */
  refresh(): boolean {
    if (this.#kind !== 'local') return false
    this.useLocal()
    return true
  }

  disconnect(): void {
    this.#turnTo(null)
  }

  #turnTo(kind: CalendarStatus['kind']): void {
    if (this.#feedUrl !== null) URL.revokeObjectURL(this.#feedUrl)
    this.#feedUrl = null
    this.#kind = kind
  }
}

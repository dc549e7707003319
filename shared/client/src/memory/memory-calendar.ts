import type {
  CalendarStatus,
  MailEvent,
  WorkingTime,
  WorkingTimeChange,
} from '@shortlist/contracts/calendar'
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
  #hours: WorkingTime['hours'] = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
  readonly #zoneSetBy: string | null
  readonly #feed: Feed
  readonly #mail: MemoryMail

  constructor(status: CalendarStatus, feed: Feed, mail: MemoryMail, zoneSetBy?: string) {
    this.status = status
    this.#feed = feed
    this.#mail = mail
    this.#zoneSetBy = zoneSetBy ?? null
  }

  get times(): WorkingTime {
    return { zone: this.status.timeZone, setBy: this.#zoneSetBy, hours: this.#hours }
  }

  changeTimes({ zone = this.status.timeZone, hours = this.#hours }: WorkingTimeChange): void {
    this.status = { ...this.status, timeZone: zone }
    this.#hours = hours
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

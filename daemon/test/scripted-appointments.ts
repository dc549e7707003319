import type { CalendarStatus, EventProposal, MailEvent } from '@shortlist/contracts/calendar'
import { AppError } from '../src/errors.ts'
import type { Appointments, MailOfEvents } from '../src/mail/ports.ts'

/** As the calendar says it. */
const NOT_CONNECTED =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'

/** A calendar that takes every appointment, until a test tells it otherwise. */
export class ScriptedAppointments implements Appointments {
  /** Mails whose appointments were placed, in order, repeated calls included. */
  readonly placed: string[] = []
  /** What spoke against each of them. */
  readonly doubts: (string | null)[] = []
  /** Mails whose appointments were forgotten. */
  readonly forgotten: string[] = []
  isConnected = true
  /** Mails with an appointment that waits for its user. */
  undecided: string[] = []
  /** What `place` rejects with; undefined: it works. */
  failure: unknown
  /** Mails whose refused appointments go in at the next retry. */
  refused: string[] = []
  readonly #events = new Map<string, readonly MailEvent[]>()
  /** The sync that has brought each event. */
  readonly #syncs = new Map<string, string>()

  async status(): Promise<CalendarStatus> {
    return {
      connected: this.isConnected,
      error: null,
      kind: 'local',
      canUseGoogle: false,
      isGoogleSignedIn: false,
      wasChosen: true,
      feedUrl: null,
      timeZone: 'Europe/Zurich',
    }
  }

  async check(): Promise<void> {
    if (!this.isConnected) throw new AppError('CAL_NOT_CONNECTED', NOT_CONNECTED)
  }

  async place(
    _userId: string,
    { emailId, doubt }: MailOfEvents,
    proposals: readonly EventProposal[],
    syncId: string,
  ): Promise<readonly MailEvent[]> {
    if (this.failure) throw this.failure
    this.placed.push(emailId)
    this.doubts.push(doubt)
    const events = proposals.map(eventOf)
    this.#events.set(emailId, events)
    for (const { id } of events) if (!this.#syncs.has(id)) this.#syncs.set(id, syncId)
    return events
  }

  async eventsOf(_userId: string, emailIds: readonly string[]) {
    return new Map(emailIds.map((id) => [id, this.#events.get(id) ?? []]))
  }

  async ahead() {
    const waiting = [{ state: 'waiting' } as MailEvent]
    return new Map(this.undecided.map((id) => [id, waiting]))
  }

  async retryFailed(): Promise<readonly string[]> {
    return this.refused.splice(0)
  }

  async createdIn(_userId: string, syncId: string): Promise<number> {
    return [...this.#syncs.values()].filter((each) => each === syncId).length
  }

  async forgetMails(_userId: string, emailIds: readonly string[]): Promise<void> {
    this.forgotten.push(...emailIds)
    for (const id of emailIds) this.#events.delete(id)
  }
}

function eventOf({ summary, location, time, source, evidence }: EventProposal): MailEvent {
  const { start, end } = time.kind === 'unclear' ? { start: '', end: '' } : time
  const shown = { summary, startTime: start, endTime: end, location, link: '' }
  const id = `event${start.replace(/\D/g, '')}`
  return { ...shown, id, time, state: 'created', reason: null, source, evidence, hasIcs: true }
}

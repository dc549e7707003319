import type { ClientEvents } from '../assistant-client.ts'
import type { EventHub } from '../event-hub.ts'
import type { Plans } from './clock.ts'
import type { DemoCalendar } from './demo-calendar.ts'
import type { DemoMailbox } from './demo-mailbox.ts'
import { SYNC_END, SYNC_STEPS } from './demo-script.ts'
import { iso } from './demo-times.ts'

export interface SyncParts {
  readonly mailbox: DemoMailbox
  readonly calendar: DemoCalendar
  readonly hub: EventHub<ClientEvents>
  readonly plans: Plans
}

/** A sync that runs: how to end it, and what it has done so far. */
interface Running {
  readonly cancels: (() => void)[]
  readonly startedAt: string
  analyzed: number
  eventsCreated: number
}

/** The sync of three emails, one after the other (specification, section 4). */
export class DemoSync {
  readonly #parts: SyncParts
  #running: Running | undefined

  constructor(parts: SyncParts) {
    this.#parts = parts
  }

  /** Begins; a sync that runs goes on. */
  begin(): void {
    if (this.#running) return
    const { mailbox, hub, plans } = this.#parts
    const startedAt = iso(plans.now())
    const running: Running = { cancels: [], startedAt, analyzed: 0, eventsCreated: 0 }
    this.#running = running
    this.#note(running, null)
    hub.emit('sync-progress', { analyzed: 0, total: mailbox.emails.length })
    const ids = mailbox.emails.map(({ id }) => id)
    for (const [step, at] of SYNC_STEPS.entries()) {
      const act = () => this.#step(running, ids[step - 1], ids[step])
      running.cancels.push(plans.after(at, act))
    }
    running.cancels.push(plans.after(SYNC_END, () => this.#end(running, ids.at(-1))))
  }

  cancel(): void {
    const running = this.#running
    if (!running) return
    for (const cancel of running.cancels) cancel()
    this.#running = undefined
    const { mailbox, hub } = this.#parts
    mailbox.sync = null
    hub.emit('sync-cancelled', { analyzed: running.analyzed, total: mailbox.emails.length })
  }

  /** Finishes one email and takes up the next. */
  #step(running: Running, done: string | undefined, next: string | undefined): void {
    if (done !== undefined) this.#finish(running, done)
    if (next === undefined) return
    this.#note(running, next)
    const { mailbox, hub } = this.#parts
    hub.emit('email-analyzing', {
      emailId: next,
      subject: mailbox.find(next).subject,
      analyzedCount: running.analyzed,
      totalToAnalyze: mailbox.emails.length,
    })
  }

  #finish(running: Running, emailId: string): void {
    const { mailbox, hub } = this.#parts
    running.analyzed += 1
    running.eventsCreated += this.#createEvents(emailId)
    const { analysis, events, warnings } = mailbox.analyze(emailId)
    if (!analysis) return
    hub.emit('email-analyzed', {
      emailId,
      analysis,
      events,
      warnings,
      analyzedCount: running.analyzed,
      totalToAnalyze: mailbox.emails.length,
    })
  }

  /** Puts what waits into the calendar; what is there stays, and what was undone stays away. */
  #createEvents(emailId: string): number {
    const { mailbox, calendar, hub } = this.#parts
    if (!calendar.isConnected) return 0
    const waiting = mailbox.find(emailId).events.filter(({ state }) => state === 'waiting')
    for (const { id } of waiting) mailbox.changeEvent(id, { state: 'created', reason: null })
    if (waiting.length > 0 && calendar.refresh()) hub.emit('calendar-changed', {})
    return waiting.length
  }

  #end(running: Running, last: string | undefined): void {
    this.#step(running, last, undefined)
    this.#running = undefined
    const { mailbox, hub, plans } = this.#parts
    mailbox.sync = null
    mailbox.lastSync = iso(plans.now())
    hub.emit('sync-complete', {
      totalFetched: mailbox.emails.length,
      newStored: 0,
      analyzed: running.analyzed,
      failed: 0,
      eventsCreated: running.eventsCreated,
      lastSync: mailbox.lastSync,
    })
  }

  #note({ analyzed, startedAt }: Running, emailId: string | null): void {
    const { mailbox } = this.#parts
    mailbox.sync = {
      analyzed,
      total: mailbox.emails.length,
      emailId,
      subject: emailId && mailbox.find(emailId).subject,
      startedAt,
      isCancelling: false,
    }
  }
}

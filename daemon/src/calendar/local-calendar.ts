import { z } from 'zod'
import type { Collection } from '../platform/storage/collection.ts'
import { PlacedEvent } from './events/ledger.ts'
import type { BusyTime, Calendar, NewEvent, StoredEvent } from './ports.ts'

/** An event as it is stored, under account and id; deleted ones stay, as elsewhere. */
export const LocalEvent = PlacedEvent.omit({ calendar: true, link: true }).extend({
  userId: z.string(),
  id: z.string(),
  isCancelled: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  changedAt: z.string(),
  /** How often it was changed (RFC 5545, 3.8.7.4). */
  sequence: z.number().int(),
})
export type LocalEvent = z.infer<typeof LocalEvent>

export interface LocalCalendarParts {
  readonly userId: string
  readonly events: Collection<LocalEvent>
  readonly now: () => Date
  /** IANA name; whole days begin there. */
  readonly userZone: string
}

/** An account's calendar in our own file; nobody else writes to it. */
export class LocalCalendar implements Calendar {
  readonly #parts: LocalCalendarParts

  constructor(parts: LocalCalendarParts) {
    this.#parts = parts
  }

  insert(event: NewEvent): Promise<StoredEvent | null> {
    const { events, userId } = this.#parts
    const now = this.#now()
    return events.change((rows) => {
      const key = this.#key(event.id)
      if (rows.has(key)) return null
      const times = { createdAt: now, changedAt: now, sequence: 0 }
      const row: LocalEvent = { ...event, userId, isCancelled: false, ...times }
      rows.set(key, row)
      return stored(row)
    })
  }

  async get(id: string): Promise<StoredEvent | null> {
    const row = this.#parts.events.get(this.#key(id))
    return row ? stored(row) : null
  }

  async update(event: NewEvent): Promise<boolean> {
    const changed = await this.#change(event.id, (row) =>
      row.isCancelled ? null : { ...row, ...event },
    )
    return changed !== null
  }

  restore(event: NewEvent): Promise<StoredEvent | null> {
    return this.#change(event.id, (row) => ({ ...row, ...event, isCancelled: false }))
  }

  async remove(id: string): Promise<void> {
    await this.#change(id, (row) => (row.isCancelled ? null : { ...row, isCancelled: true }))
  }

  async busy(from: string, to: string): Promise<readonly BusyTime[]> {
    const { stretchOf } = await import('./events/decide-events.ts')
    return this.events()
      .map(({ time }) => stretchOf(time, this.#parts.userZone))
      .filter((taken) => taken.from < Date.parse(to) && taken.to > Date.parse(from))
      .map((taken) => ({
        start: new Date(taken.from).toISOString(),
        end: new Date(taken.to).toISOString(),
      }))
  }

  async check(): Promise<void> {}

  /** What is not deleted. */
  events(): readonly LocalEvent[] {
    const { events, userId } = this.#parts
    return [...events.values()].filter((row) => row.userId === userId && !row.isCancelled)
  }

  /** Null where there is no such event, or where `work` changes nothing. */
  #change(id: string, work: (row: LocalEvent) => LocalEvent | null): Promise<StoredEvent | null> {
    const changedAt = this.#now()
    return this.#parts.events.change((rows) => {
      const row = rows.get(this.#key(id))
      const next = row ? work(row) : null
      if (!next) return null
      const changed = { ...next, changedAt, sequence: next.sequence + 1 }
      rows.set(this.#key(id), changed)
      return stored(changed)
    })
  }

  #key(id: string): string {
    return `${this.#parts.userId} ${id}`
  }

  #now(): string {
    return this.#parts.now().toISOString()
  }
}

function stored(row: LocalEvent): StoredEvent {
  const { id, summary, location, description, time, emailId, isCancelled } = row
  return { id, summary, location, description, time, emailId, isCancelled, link: '' }
}

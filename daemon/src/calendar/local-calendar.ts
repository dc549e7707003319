import { z } from 'zod'
import type { Collection } from '../platform/storage/collection.ts'
import { PlacedEvent } from './events/ledger.ts'
import type { Calendar } from './ports.ts'

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

/** Under which an event is stored. */
export function localEventKey(userId: string, id: string): string {
  return `${userId} ${id}`
}

export interface LocalCalendarParts {
  readonly userId: string
  readonly events: Collection<LocalEvent>
  readonly now: () => Date
  /** IANA name; whole days begin there. */
  readonly userZone: () => string
}

export interface LocalCalendar extends Calendar {
  /** What is not deleted. */
  events(): readonly LocalEvent[]
}

/** An account's calendar in our own file, whose events have no address; nobody else writes to it. */
export function localCalendar({
  userId,
  events,
  now,
  userZone,
}: LocalCalendarParts): LocalCalendar {
  const keyOf = (id: string) => localEventKey(userId, id)
  const held = () => [...events.values()].filter((row) => row.userId === userId && !row.isCancelled)

  /** False where there is no such event, or where `work` changes nothing. */
  function change(id: string, work: (row: LocalEvent) => LocalEvent | null): Promise<boolean> {
    const changedAt = now().toISOString()
    return events.change((rows) => {
      const row = rows.get(keyOf(id))
      const next = row && work(row)
      if (next) rows.set(keyOf(id), { ...next, changedAt, sequence: next.sequence + 1 })
      return Boolean(next)
    })
  }

  return {
    insert(event) {
      const at = now().toISOString()
      return events.change((rows) => {
        if (rows.has(keyOf(event.id))) return null
        const times = { createdAt: at, changedAt: at, sequence: 0 }
        rows.set(keyOf(event.id), { ...event, userId, isCancelled: false, ...times })
        return ''
      })
    },
    async get(id) {
      const row = events.get(keyOf(id))
      if (!row) return null
      const { summary, location, description, time, emailId, isCancelled } = row
      return { id, summary, location, description, time, emailId, isCancelled, link: '' }
    },
    update: (event) => change(event.id, (row) => (row.isCancelled ? null : { ...row, ...event })),
    async restore(event) {
      const isThere = await change(event.id, (row) => ({ ...row, ...event, isCancelled: false }))
      return isThere ? '' : null
    },
    async remove(id) {
      await change(id, (row) => (row.isCancelled ? null : { ...row, isCancelled: true }))
    },
    async busy(from, to) {
      const { stretchOf } = await import('./events/decide-events.ts')
      return held()
        .map(({ time }) => stretchOf(time, userZone()))
        .filter((taken) => taken.from < Date.parse(to) && taken.to > Date.parse(from))
        .map((taken) => ({
          start: new Date(taken.from).toISOString(),
          end: new Date(taken.to).toISOString(),
        }))
    },
    events: held,
  }
}

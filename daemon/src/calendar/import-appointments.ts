import { z } from 'zod'
import type { Collection } from '../platform/storage/collection.ts'
import { mailKey, uidKey } from './events/claim.ts'
import { type Ledger, LedgerRecord, type LedgerRow } from './events/ledger.ts'
import { LocalEvent, localEventKey } from './local-calendar.ts'

interface AppointmentImportParts {
  readonly userId: string
  readonly ledger: Ledger
  readonly localEvents: Collection<LocalEvent>
}

/** What an import has brought, and which mails are stored without it. */
export interface BroughtAppointments {
  readonly ids: readonly string[]
  readonly at: string
  readonly stored: ReadonlySet<string>
}

/** As `eventId` makes them. */
const EventId = z.string().regex(/^[a-v0-9]{52}$/)

/**
 * Reads exported appointments into an account, as they were last, with what the user has decided about
 * them and what the local calendar holds. No calendar is asked: what stands in Google stands there
 * already, under the same id. One that mails have spoken of here stays as it is. What throws a
 * `ZodError` is no record of ours.
 */
export class AppointmentImport {
  readonly #parts: AppointmentImportParts
  /** The place of the last record of each row among all records of the file; null once it is gone. */
  readonly #last = new Map<string, number | null>()
  /** Rows and events that are here. */
  readonly #known = new Set<string>()
  /** Rows that mails have spoken of here, under another id. */
  readonly #spokenOf = new Set<string>()
  readonly #events = new Set<string>()
  #looked = 0
  #read = 0
  hasBrought = false

  constructor(parts: AppointmentImportParts) {
    this.#parts = parts
  }

  async look(rows: readonly unknown[]): Promise<void> {
    const { ledger } = this.#parts
    for (const row of rows) {
      const record = parse(row)
      this.#looked += 1
      if ('gone' in record) {
        this.#last.set(record.gone, null)
        continue
      }
      const { id, lineage, claims } = record.row
      this.#last.set(id, this.#looked)
      if (this.#known.has(id) || this.#spokenOf.has(id)) continue
      const keys = [
        ...claims.map(({ emailId }) => mailKey(emailId)),
        ...(lineage ? [uidKey(lineage)] : []),
      ]
      if (await ledger.get(id)) this.#known.add(id)
      else if ((await ledger.find(...keys)).length > 0) this.#spokenOf.add(id)
    }
  }

  async lookAtEvents(events: readonly unknown[]): Promise<void> {
    const { userId, ledger, localEvents } = this.#parts
    for (const event of events) {
      const { id } = parseEvent(event)
      this.#events.add(id)
      const isHere = localEvents.get(localEventKey(userId, id)) !== undefined
      if (isHere || (await ledger.get(id))) this.#known.add(id)
    }
  }

  /** Ids of those that are not here; what an interrupted import has brought counts as missing. */
  missing(begun: readonly string[]) {
    const rows = [...this.#last].flatMap(([id, last]) => (last === null ? [] : id))
    const ids = new Set([...rows, ...this.#events])
    const interrupted = new Set(begun)
    const isMissing = (id: string) => !this.#known.has(id) || interrupted.has(id)
    const appointments = [...ids].filter((id) => !this.#spokenOf.has(id) && isMissing(id))
    return { appointments, known: ids.size - appointments.length }
  }

  /** Stores of a line what is among these, as of the time of the import (ISO 8601, UTC). */
  async bring(rows: readonly unknown[], wanted: ReadonlySet<string>, at: string): Promise<void> {
    const { ledger } = this.#parts
    const fresh: LedgerRow[] = []
    for (const row of rows) {
      const record = parse(row)
      this.#read += 1
      if ('gone' in record) continue
      const { id } = record.row
      if (this.#last.get(id) !== this.#read || !wanted.has(id)) continue
      // an interrupted import may have brought it
      if (!(await ledger.get(id))) fresh.push({ ...record.row, intent: null, failure: null })
    }
    await ledger.bring(at, fresh)
    this.hasBrought = true
  }

  async bringEvents(events: readonly unknown[], wanted: ReadonlySet<string>): Promise<void> {
    const { userId, localEvents } = this.#parts
    await localEvents.change((rows) => {
      for (const event of events.map(parseEvent)) {
        const key = localEventKey(userId, event.id)
        if (wanted.has(event.id) && !rows.has(key)) rows.set(key, { ...event, userId })
      }
    })
  }
}

/**
 * Forgets what an import has brought at that time (ISO 8601, UTC), but for what has changed since, and
 * for what one of these mails speaks of: its appointments are entered, as it says.
 */
export async function takeBackAppointments(
  { userId, ledger, localEvents }: AppointmentImportParts,
  { ids, at, stored }: BroughtAppointments,
): Promise<void> {
  const times = await ledger.times()
  const gone = new Set(ids.filter((id) => (times.get(id) ?? at) === at))
  for (const { id, claims } of await ledger.all(gone))
    if (claims.some(({ emailId }) => stored.has(emailId))) gone.delete(id)
  await localEvents.change((rows) => {
    for (const id of gone) rows.delete(localEventKey(userId, id))
  })
  await ledger.remove([...gone].filter((id) => times.has(id)))
}

function parse(row: unknown): LedgerRecord {
  const record = LedgerRecord.parse(row)
  EventId.parse('gone' in record ? record.gone : record.row.id)
  return record
}

function parseEvent(event: unknown): LocalEvent {
  return LocalEvent.extend({ id: EventId }).parse(event)
}

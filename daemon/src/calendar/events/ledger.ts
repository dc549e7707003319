import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { createLow } from '../../platform/storage/create-low.ts'
import { type JournalData, journalFile } from '../../platform/storage/journal.ts'
import type { OpenFiles } from '../../platform/storage/open-files.ts'
import { compareRows, keysOf, LedgerRow } from './ledger-row.ts'

const LEDGER_VERSION = 1
const DAY_MS = 24 * 60 * 60 * 1000

/** One line: an appointment as it is from then on. */
const Line = z.object({ at: z.string(), row: LedgerRow })
type Line = z.infer<typeof Line>

export interface LedgerParts {
  readonly folder: string
  readonly files: OpenFiles
  readonly userId: string
  readonly now: () => Date
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

/** Where appointments are looked up. */
export interface LedgerRows {
  get(id: string): LedgerRow | undefined
  /** All rows with one of the keys of `keysOf`, by id. */
  find(...keys: readonly string[]): readonly LedgerRow[]
}

/**
 * The appointments of one account in a file that only grows. What is read has reached the disk.
 * Nothing is forgotten: what the user has undone stays undone.
 */
export class Ledger implements LedgerRows {
  readonly #rows = new Map<string, LedgerRow>()
  readonly #ids = new Map<string, Set<string>>()
  /** Rows that have not been over when they were stored, with the moment when they are. */
  readonly #ahead = new Map<string, number>()
  /** Rows that the calendar was asked about in vain, or was not asked to the end. */
  readonly #open = new Set<string>()
  readonly #low: ReturnType<typeof createLow<JournalData<Line>>>
  readonly #now: () => Date

  private constructor(low: ReturnType<typeof createLow<JournalData<Line>>>, now: () => Date) {
    this.#low = low
    this.#now = now
    for (const { row } of low.data.messages) this.#keep(row)
  }

  /** Throws `STORE_NEWER` where a newer version has written it. */
  static async open({ folder, files, userId, now, report }: LedgerParts): Promise<Ledger> {
    const header = { v: LEDGER_VERSION, userId }
    const path = join(folder, ledgerName(userId))
    const journal = journalFile({ path, files, header, message: Line, report })
    const low = createLow<JournalData<Line>>(journal, { messages: [] })
    await low.read()
    return new Ledger(low, now)
  }

  get(id: string): LedgerRow | undefined {
    return this.#rows.get(id)
  }

  find(...keys: readonly string[]): readonly LedgerRow[] {
    const ids = new Set(keys.flatMap((key) => [...(this.#ids.get(key) ?? [])]))
    const rows = [...ids].flatMap((id) => this.#rows.get(id) ?? [])
    return rows.sort(compareRows)
  }

  /** What is not over yet. */
  ahead(now: Date): readonly LedgerRow[] {
    for (const [id, until] of this.#ahead) if (until <= now.getTime()) this.#ahead.delete(id)
    return [...this.#ahead.keys()].flatMap((id) => this.#rows.get(id) ?? [])
  }

  /** What the calendar was asked about in vain, or was not asked to the end. */
  open(): readonly LedgerRow[] {
    return [...this.#open].flatMap((id) => this.#rows.get(id) ?? [])
  }

  /** Stores what differs as one; rejects with `STORE_FULL` or `STORE_READONLY`. */
  async put(...rows: readonly LedgerRow[]): Promise<void> {
    const changed = rows.filter(
      (row) => JSON.stringify(row) !== JSON.stringify(this.#rows.get(row.id)),
    )
    if (changed.length === 0) return
    const at = this.#now().toISOString()
    for (const row of changed) this.#low.data.messages.push({ at, row })
    await this.#low.write()
    for (const row of changed) this.#keep(row)
  }

  #keep(row: LedgerRow): void {
    const before = this.#rows.get(row.id)
    if (before) for (const key of keysOf(before)) this.#ids.get(key)?.delete(row.id)
    this.#rows.set(row.id, row)
    this.#ahead.set(row.id, untilOf(row))
    if (row.intent !== null || row.failure !== null) this.#open.add(row.id)
    else this.#open.delete(row.id)
    for (const key of keysOf(row)) {
      const ids = this.#ids.get(key)
      if (ids) ids.add(row.id)
      else this.#ids.set(key, new Set([row.id]))
    }
  }
}

/** When the last time that is said of it is over everywhere on earth, in epoch milliseconds. */
function untilOf({ claims, placed }: LedgerRow): number {
  const times = [...claims.map(({ proposal }) => proposal.time), ...(placed ? [placed.time] : [])]
  const ends = times.map((time) => {
    if (time.kind === 'unclear') return 0
    return Date.parse(time.end) + (time.kind === 'day' ? DAY_MS : 0)
  })
  return Math.max(0, ...ends.filter((end) => !Number.isNaN(end)))
}

/** No id of an account becomes a path. */
function ledgerName(userId: string): string {
  const hash = createHash('sha256').update(userId).digest('hex')
  return `ledger-${hash.slice(0, 32)}.jsonl`
}

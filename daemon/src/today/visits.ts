import { join } from 'node:path'
import { z } from 'zod'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'

const VERSION = 1
const HOUR_MS = 3_600_000
/** Whoever looks again within so long has not left. */
const BREAK_MS = HOUR_MS / 2
/** What is told goes back so far at least, and at most. */
const LEAST_MS = 8 * HOUR_MS
const MOST_MS = 14 * 24 * HOUR_MS
/** Visits that are kept of each account. */
const KEPT = 50

/** When each visit of an account ended, oldest first; ISO 8601, UTC. */
export const VisitRow = z.object({ ends: z.array(z.string()) })
export type VisitRow = z.infer<typeof VisitRow>

interface VisitsParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

/** Opens when accounts have looked at Today. Throws `STORE_NEWER`. */
export async function openVisits({ folder, report }: VisitsParts): Promise<Visits> {
  const rows = await openCollectionFile(join(folder, 'settings', 'visits.json'), VisitRow, {
    version: VERSION,
    report,
    lost: 'Today tells once more what it has told already.',
  })
  return new Visits(rows)
}

/** When accounts have looked at Today. */
export class Visits {
  readonly #rows: Collection<VisitRow>

  constructor(rows: Collection<VisitRow>) {
    this.#rows = rows
  }

  /**
   * The end of the last visit that is eight hours past, but no earlier than two weeks ago; ISO 8601,
   * UTC. Null for an account whose first visit that is, or has only just ended.
   */
  endOfLast(userId: string, now: Date): string | null {
    const { ends = [] } = this.#rows.get(userId) ?? {}
    const last = ends.findLast((end) => now.getTime() - Date.parse(end) >= LEAST_MS)
    if (last === undefined) return null
    return new Date(Math.max(Date.parse(last), now.getTime() - MOST_MS)).toISOString()
  }

  /** As it is kept, for a file of all that an account has; undefined where nothing is. */
  kept(userId: string): VisitRow | undefined {
    return this.#rows.get(userId)
  }

  async forget(userId: string): Promise<void> {
    await this.#rows.remove(userId)
  }

  /** Somebody has seen Today as it was at `asOf`; what lies ahead of `now` counts as now. */
  async note(userId: string, asOf: string, now: Date): Promise<void> {
    const seen = new Date(Math.min(Date.parse(asOf), now.getTime())).toISOString()
    await this.#rows.change((rows) => {
      const { ends = [] } = rows.get(userId) ?? {}
      const last = ends.at(-1)
      if (last !== undefined && seen <= last) return
      const isSame = last !== undefined && Date.parse(seen) - Date.parse(last) < BREAK_MS
      const before = isSame ? ends.slice(0, -1) : ends
      rows.set(userId, { ends: [...before, seen].slice(-KEPT) })
    })
  }
}

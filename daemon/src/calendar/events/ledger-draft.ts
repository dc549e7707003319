import type { LedgerRows } from './ledger.ts'
import { compareRows, keysOf, type LedgerRow } from './ledger-row.ts'

/** Changes to a ledger that are not stored yet; lookups see them. */
export class LedgerDraft implements LedgerRows {
  readonly #stored: LedgerRows
  readonly #changed = new Map<string, LedgerRow>()

  constructor(stored: LedgerRows) {
    this.#stored = stored
  }

  get(id: string): LedgerRow | undefined {
    return this.#changed.get(id) ?? this.#stored.get(id)
  }

  find(...keys: readonly string[]): readonly LedgerRow[] {
    const wanted = new Set(keys)
    const stored = this.#stored.find(...keys).filter(({ id }) => !this.#changed.has(id))
    const changed = [...this.#changed.values()].filter((row) =>
      keysOf(row).some((key) => wanted.has(key)),
    )
    return [...stored, ...changed].sort(compareRows)
  }

  set(row: LedgerRow): void {
    this.#changed.set(row.id, row)
  }

  changed(): readonly LedgerRow[] {
    return [...this.#changed.values()]
  }
}

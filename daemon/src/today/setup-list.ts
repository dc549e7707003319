import { join } from 'node:path'
import { SetupLine, type SetupList } from '@shortlist/contracts/today'
import { z } from 'zod'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import type { SetupState } from './ports.ts'

const VERSION = 1

/** How long a list is shown of which nothing is left, in milliseconds. */
const SHOWN_WHEN_DONE = 24 * 60 * 60 * 1000

/** What is kept of an account: the rest is looked at each time. */
const SetupRow = z.object({
  isHidden: z.boolean(),
  /** The side panel has been there. */
  hasPanel: z.boolean(),
  /** When nothing was left for the first time, ISO 8601; null before. */
  doneAt: z.string().nullable(),
})
type SetupRow = z.infer<typeof SetupRow>

const untouched: SetupRow = { isHidden: false, hasPanel: false, doneAt: null }

interface SetupListParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** Hears that the panel of an account was seen for the first time. */
  readonly onPanel: (userId: string) => void
  readonly now: () => Date
}

/** Opens what is kept of the set-up lists. Throws `STORE_NEWER`. */
export async function openSetupLists(parts: SetupListParts): Promise<SetupLists> {
  const { folder, report } = parts
  const rows = await openCollectionFile(join(folder, 'settings', 'setup-lists.json'), SetupRow, {
    version: VERSION,
    report,
    lost: 'Set-up lists that were hidden are shown again.',
  })
  return new SetupLists(rows, parts)
}

/** What each account still has to set up, crossed off by looking at what is there. */
export class SetupLists {
  readonly #rows: Collection<SetupRow>
  readonly #parts: SetupListParts

  constructor(rows: Collection<SetupRow>, parts: SetupListParts) {
    this.#rows = rows
    this.#parts = parts
  }

  /** Where nothing is left it goes by itself a day later. */
  async read(userId: string, state: SetupState): Promise<SetupList> {
    const row = this.#rows.get(userId) ?? untouched
    const isDone = { ...state, panel: row.hasPanel }
    const lines = SetupLine.options.flatMap((line) => {
      const done = isDone[line]
      return done === null ? [] : [{ line, isDone: done }]
    })
    const isOver = lines.every((line) => line.isDone)
    if (isOver && row.doneAt === null) {
      await this.#change(userId, { doneAt: this.#parts.now().toISOString() })
    }
    const since = row.doneAt === null ? 0 : this.#parts.now().getTime() - Date.parse(row.doneAt)
    return { lines, isHidden: row.isHidden || (isOver && since >= SHOWN_WHEN_DONE) }
  }

  /** On the disk when it resolves. A list that is shown again stays, whatever is left of it. */
  async hide(userId: string, isHidden: boolean): Promise<void> {
    await this.#change(userId, { isHidden, ...(!isHidden && { doneAt: null }) })
  }

  /** The panel of the account is there. */
  async seePanel(userId: string): Promise<void> {
    if (this.#rows.get(userId)?.hasPanel) return
    await this.#change(userId, { hasPanel: true })
    this.#parts.onPanel(userId)
  }

  /** As it is kept, for a file of all that an account has; undefined where nothing is. */
  kept(userId: string): SetupRow | undefined {
    return this.#rows.get(userId)
  }

  /** Nothing is kept of the account any more. */
  async forget(userId: string): Promise<void> {
    await this.#rows.remove(userId)
  }

  #change(userId: string, change: Partial<SetupRow>): Promise<void> {
    return this.#rows.change((rows) => {
      rows.set(userId, { ...untouched, ...rows.get(userId), ...change })
    })
  }
}

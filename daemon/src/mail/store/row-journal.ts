import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { AppendFile } from '../../platform/storage/append-file.ts'
import { journalFile } from '../../platform/storage/journal.ts'
import type { OpenFiles } from '../../platform/storage/open-files.ts'
import { MAIL_VERSION } from './mail-rows.ts'

export interface RowJournalOptions<Row> {
  readonly path: string
  readonly files: OpenFiles
  readonly row: z.ZodType<Row>
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

const HEADER = { v: MAIL_VERSION }
const ROWS_PER_TURN = 1000

/** The bytes of a journal with these rows. */
export async function journalBytes(rows: readonly unknown[]): Promise<Buffer> {
  const pieces = [`${JSON.stringify(HEADER)}\n`]
  for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
    if (from > 0) await setImmediate()
    pieces.push(lines(rows.slice(from, from + ROWS_PER_TURN)))
  }
  return Buffer.from(pieces.join(''))
}

/** The rows of a journal, repaired where it was damaged; none where there is no such file. */
export async function readRows<Row>(options: RowJournalOptions<Row>): Promise<readonly Row[]> {
  const { path, files, row: message, report } = options
  const journal = journalFile({ path, files, header: HEADER, message, report })
  return (await journal.read())?.messages ?? []
}

/**
 * Rows on disk in the order in which they came, none of them kept in memory. Appends that wait
 * together are written together.
 */
export class RowJournal<Row> {
  readonly #options: RowJournalOptions<Row>
  readonly #file: AppendFile
  readonly #appending = new Set<Promise<void>>()
  #compacting: Promise<void> | undefined
  #rows = 0

  constructor(options: RowJournalOptions<Row>) {
    this.#options = options
    const header = () => JSON.stringify(HEADER)
    this.#file = new AppendFile({ path: options.path, files: options.files, header })
  }

  /** Rows on disk, those that later ones have replaced included. */
  get size(): number {
    return this.#rows
  }

  /** To be called once, before anything is appended. Throws `STORE_NEWER`. */
  async read(): Promise<readonly Row[]> {
    const rows = await readRows(this.#options)
    this.#rows = rows.length
    return rows
  }

  /**
   * Stores rows durably and then calls `apply`, which puts them into memory; where storing fails
   * (`STORE_FULL`, `STORE_READONLY`) nothing is applied.
   */
  async append(rows: readonly Row[], apply: () => void): Promise<void> {
    if (rows.length === 0) return
    while (this.#compacting) await this.#compacting
    const appending = this.#file.append(lines(rows)).then(() => {
      this.#rows += rows.length
      apply()
    })
    this.#appending.add(appending)
    try {
      await appending
    } finally {
      this.#appending.delete(appending)
    }
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#appending)
    await this.#compacting
  }

  /** Replaces everything by the rows that still count, as they are once earlier appends are in. */
  async compact(live: () => readonly Row[]): Promise<void> {
    while (this.#compacting) await this.#compacting
    const done = Promise.withResolvers<void>()
    this.#compacting = done.promise
    try {
      await Promise.allSettled(this.#appending)
      const rows = live()
      await this.#file.replace(await journalBytes(rows))
      this.#rows = rows.length
    } finally {
      this.#compacting = undefined
      done.resolve()
    }
  }
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

import type { DatabaseSync } from 'node:sqlite'
import { prepareWrite } from './prepare-write.ts'

/** The tables of words that rows are taken out of. */
export type WordTable = 'words' | 'said'

/** Pages that one piece of the work writes: about a millisecond. */
const PAGES = 16

/** To be called in the transaction that takes rows out of the table. */
export function markStale(db: DatabaseSync, table: WordTable): void {
  prepareWrite(db, 'insert or ignore into state values (?, 1)').run(`stale ${table}`)
}

/**
 * Takes the words of rows that are gone out of the file, in pieces, each fit to be committed: FTS5
 * only notes that they are gone, for as long as it does not merge what it has by itself. Costs what
 * the whole table costs, and nothing where no row has gone. `endPurge` comes after the last piece.
 */
export function* purgeWords(db: DatabaseSync, table: WordTable): Generator<void> {
  if (!isStale(db, table)) return
  // the first merge, with a negative number, takes all segments in
  for (let pages = -PAGES; merge(db, table, pages) > 1; pages = PAGES) yield
}

/** To be called outside a transaction: what was overwritten stands in the log until then. */
export function endPurge(db: DatabaseSync, table: WordTable): void {
  if (!isStale(db, table)) return
  db.exec('pragma wal_checkpoint(truncate)')
  prepareWrite(db, 'delete from state where key = ?').run(`stale ${table}`)
}

function isStale(db: DatabaseSync, table: WordTable): boolean {
  return db.prepare('select 1 from state where key = ?').get(`stale ${table}`) !== undefined
}

/** Rows that changed; below two there is nothing left to merge. */
function merge(db: DatabaseSync, table: WordTable, pages: number): number {
  const before = changes(db)
  db.exec(`insert into ${table} (${table}, rank) values ('merge', ${pages})`)
  return changes(db) - before
}

function changes(db: DatabaseSync): number {
  return Number(db.prepare('select total_changes() as count').get()?.count)
}

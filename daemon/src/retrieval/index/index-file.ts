import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { numberIn, openDatabase, takeChecksum } from '../../platform/projection/database.ts'

/** Changes with the tables below and with what `indexWords` makes of a text. */
const VERSION = 2

/**
 * A passage has no row of its own: its number is that of its place in its file, counted from the
 * file's `first`, and its words stand under that number. `hashes` holds 16 bytes of each passage.
 * Numbers of JavaScript reach SQLite as reals, which FTS5 does not take for row numbers: without a
 * cast `rowid = ?` beside a match holds for every row, and a range of rows costs as much as all.
 * The tables of words keep no text (`content=''`), which makes them a third as large.
 */
const schema = `
create table state (key text primary key, value) without rowid;
create table files (
  id text primary key,
  record text not null,
  path text not null,
  first integer not null,
  passages integer not null,
  whole integer not null,
  hashes blob not null
) without rowid;
create index files_by_first on files (first);
create virtual table words using fts5 (
  place, text, imports, content = '', contentless_delete = 1,
  tokenize = "porter unicode61 remove_diacritics 2 tokenchars '_'"
);
create virtual table word_rows using fts5vocab (words, row);
create table chats (
  number integer primary key,
  id text unique not null,
  first integer not null,
  digests blob not null
);
create virtual table said using fts5 (
  text, content = '', contentless_delete = 1,
  tokenize = "porter unicode61 remove_diacritics 2 tokenchars '_'"
);
`

/** A table of the same tokeniser, in memory, that tells what it makes of the words of a question. */
const scratch = `
create virtual table temp.asked using fts5 (
  word, content = '', tokenize = "porter unicode61 remove_diacritics 2 tokenchars '_'"
);
create virtual table temp.asked_terms using fts5vocab (temp, asked, instance);
`

/** Where the index of an account lies; `home` is the absolute path of its folder. */
export function indexFileOf(home: string): string {
  return join(home, 'index.sqlite')
}

/**
 * Opens the index, and makes a new one where that is needed, also where it has changed while it was closed;
 * throws as `openDatabase` does.
 */
export function openIndexFile(home: string): DatabaseSync {
  const file = indexFileOf(home)
  takeChecksum(file)
  const db = openDatabase(file, { version: VERSION, schema, isSound })
  db.exec(scratch)
  return db
}

function isSound(db: DatabaseSync): boolean {
  const told = numberIn(db, 'select coalesce(sum(passages), 0) from files')
  return numberIn(db, 'select count(*) from words_docsize') === told
}

/**
 * A statement for `run`, which also tells the number of the row that was inserted last: FTS5 leaves
 * numbers there that no JavaScript number holds, and `run` would throw after the work is done.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

/** Does all of the work or nothing. */
export function inOneGo<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('begin')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (failure) {
    if (db.isTransaction) db.exec('rollback')
    throw failure
  }
}

/** The tables of words that rows are taken out of. */
type WordTable = 'words' | 'said'

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
  const before = numberIn(db, 'select total_changes()')
  db.exec(`insert into ${table} (${table}, rank) values ('merge', ${pages})`)
  return numberIn(db, 'select total_changes()') - before
}

import { existsSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

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

/**
 * The write-ahead log with `synchronous = normal` stays sound through a kill and a power cut and
 * costs few flushes; what it may lose, the next sync brings. No other process reads the file, so the
 * lock is exclusive, which needs no shared memory. No memory map: a file that somebody cuts short
 * would end the process. What is deleted is overwritten.
 */
const settings = `
pragma locking_mode = exclusive;
pragma journal_mode = wal;
pragma synchronous = normal;
pragma wal_autocheckpoint = 4000;
pragma journal_size_limit = 4194304;
pragma cache_size = -8000;
pragma mmap_size = 0;
pragma temp_store = memory;
pragma secure_delete = on;
`

/** Results of SQLite that say that the file is no good: IOERR, CORRUPT, FORMAT, NOTADB. */
const damages: ReadonlySet<number> = new Set([10, 11, 24, 26])
const NO_SUCH_TABLE = 1

/** Whether this failure of SQLite means that the file has to be made again. */
export function isDamage(failure: unknown): boolean {
  return damages.has(resultOf(failure))
}

/** The primary result code of SQLite; 0 where the failure is none of SQLite's. */
export function resultOf(failure: unknown): number {
  const code = failure instanceof Error && 'errcode' in failure ? failure.errcode : 0
  return typeof code === 'number' ? code & 0xff : 0
}

/**
 * Opens the index, and makes a new one where there is none, where it is damaged or of another
 * version. Throws where another process holds it, and where none can be written.
 */
export function openIndexFile(file: string): DatabaseSync {
  const wasKilled = existsSync(`${file}-wal`)
  if (existsSync(file)) {
    const kept = tryOpen(file, wasKilled)
    if (kept) return kept
  }
  removeIndexFile(file)
  const db = new DatabaseSync(file)
  try {
    db.exec(settings)
    db.exec(`begin; ${schema} pragma user_version = ${VERSION}; commit;`)
    db.exec(scratch)
    return db
  } catch (failure) {
    db.close()
    throw failure
  }
}

export function removeIndexFile(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
}

function tryOpen(file: string, wasKilled: boolean): DatabaseSync | undefined {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file)
    db.exec(settings)
    if (isSound(db, file, wasKilled)) {
      db.exec(scratch)
      return db
    }
  } catch (failure) {
    db?.close()
    // a file that is busy or out of reach may be a good one; tables that are missing make no index
    if (isDamage(failure) || resultOf(failure) === NO_SUCH_TABLE) return undefined
    throw failure
  }
  db?.close()
  return undefined
}

function isSound(db: DatabaseSync, file: string, wasKilled: boolean): boolean {
  if (numberOf(db, 'pragma user_version') !== VERSION) return false
  db.exec('pragma wal_checkpoint(truncate)')
  const bytes = numberOf(db, 'pragma page_count') * numberOf(db, 'pragma page_size')
  if (statSync(file).size !== bytes) return false
  if (wasKilled && textOf(db, 'pragma quick_check(1)') !== 'ok') return false
  const told = numberOf(db, 'select coalesce(sum(passages), 0) from files')
  return numberOf(db, 'select count(*) from words_docsize') === told
}

function numberOf(db: DatabaseSync, sql: string): number {
  const [value] = Object.values(db.prepare(sql).get() ?? {})
  return Number(value)
}

function textOf(db: DatabaseSync, sql: string): string {
  const [value] = Object.values(db.prepare(sql).get() ?? {})
  return String(value)
}

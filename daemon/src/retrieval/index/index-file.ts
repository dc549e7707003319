import type { DatabaseSync } from 'node:sqlite'
import { numberIn, openDatabase } from '../../platform/projection/database.ts'

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

/** Opens the index, and makes a new one where that is needed; throws as `openDatabase` does. */
export function openIndexFile(file: string): DatabaseSync {
  const db = openDatabase(file, { version: VERSION, schema, isSound })
  db.exec(scratch)
  return db
}

function isSound(db: DatabaseSync): boolean {
  const told = numberIn(db, 'select coalesce(sum(passages), 0) from files')
  return numberIn(db, 'select count(*) from words_docsize') === told
}

import { relative } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type FileRecord, type RecordFile, readRecord } from '../file-record.ts'
import { markStale, prepareWrite, purgeWords } from './index-file.ts'
import { indexWords, setAsideImports } from './index-words.ts'
import { embeddedText, HASH_BYTES, vectorHash } from './passage-table.ts'

/** What a sync has done so far. */
export interface SyncCount {
  /** Passages that were put in, and taken out. */
  added: number
  removed: number
  /** Ids of files whose record cannot be read; they are left out until the next sync. */
  readonly unreadable: string[]
}

/** Passages between two looks at the clock. */
const AT_ONCE = 20

/**
 * Makes the tables hold exactly these files, in pieces of work of about a millisecond. What is
 * yielded is whole enough to be committed and gone on with.
 */
export function* syncFiles(
  db: DatabaseSync,
  home: string,
  files: readonly RecordFile[],
  count: SyncCount,
): Generator<void> {
  const wanted = new Map(files.map(({ id, record }) => [id, relative(home, record)]))
  const kept = new Map<string, string>()
  const spare: string[] = []
  for (const row of db.prepare('select id, record, whole from files').iterate()) {
    const id = String(row.id)
    if (row.whole === 1 && wanted.has(id)) kept.set(id, String(row.record))
    else spare.push(id)
  }
  yield
  for (const id of spare) yield* removeFile(db, id, count)
  const move = prepareWrite(db, 'update files set record = ? where id = ?')
  const add = fileWriter(db)
  for (const { id, record } of files) {
    const place = wanted.get(id) ?? ''
    const known = kept.get(id)
    if (known === undefined) {
      kept.set(id, place)
      const read = readRecord(record)
      if (read) yield* add(id, place, read, count)
      else count.unreadable.push(id)
    } else if (known !== place) move.run(place, id)
    yield
  }
  yield* purgeWords(db, 'words')
}

/** From its end, so that what is left is a file with fewer passages. */
function* removeFile(db: DatabaseSync, id: string, count: SyncCount): Generator<void> {
  const row = db.prepare('select first, passages from files where id = ?').get(id)
  const first = Number(row?.first)
  const shrink = prepareWrite(db, 'update files set passages = ?, whole = 0 where id = ?')
  const forget = prepareWrite(db, 'delete from words where rowid = cast(? as integer)')
  let left = Number(row?.passages)
  markStale(db, 'words')
  while (left > 0) {
    const after = Math.max(0, left - AT_ONCE)
    for (let number = left - 1; number >= after; number--) forget.run(first + number)
    count.removed += left - after
    left = after
    shrink.run(left, id)
    yield
  }
  prepareWrite(db, 'delete from files where id = ?').run(id)
}

type AddFile = (id: string, place: string, record: FileRecord, count: SyncCount) => Generator<void>

function fileWriter(db: DatabaseSync): AddFile {
  const begin = prepareWrite(db, "insert into files values (?, ?, ?, ?, 0, 0, x'')")
  const grow = prepareWrite(db, 'update files set passages = ? where id = ?')
  const end = prepareWrite(db, 'update files set whole = 1, hashes = ? where id = ?')
  const words = prepareWrite(
    db,
    'insert into words (rowid, place, text, imports) values (?, ?, ?, ?)',
  )
  const row = db.prepare('select coalesce(max(first + passages), 1) as next from files').get()
  let next = Number(row?.next)

  return function* add(id, place, { path, text, passages }, count) {
    const first = next
    next += passages.length
    begin.run(id, place, path, first)
    const hashes = Buffer.alloc(passages.length * HASH_BYTES)
    const pathWords = indexWords(path)
    for (const [at, { start, end, heading }] of passages.entries()) {
      const passage = text.slice(start, end)
      const where = heading === '' ? pathWords : `${pathWords} ${indexWords(heading)}`
      const { text: said, imports } = setAsideImports(passage)
      words.run(first + at, where, indexWords(said), indexWords(imports))
      const hash = vectorHash(embeddedText({ path, heading, text: passage }))
      hashes.write(hash, at * HASH_BYTES, 'hex')
      count.added += 1
      if ((at + 1) % AT_ONCE !== 0) continue
      grow.run(at + 1, id)
      yield
    }
    grow.run(passages.length, id)
    end.run(hashes, id)
  }
}

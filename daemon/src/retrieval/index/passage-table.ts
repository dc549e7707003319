import { hash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Passage } from '../../platform/llm/llm.ts'
import { type FileRecord, type RecordFile, readRecord } from '../file-record.ts'
import type { Unembedded } from '../ports.ts'
import { markStale, prepareWrite, purgeWords } from './index-file.ts'
import { indexWords, setAsideImports } from './index-words.ts'

/** Of each passage, half of a SHA-256 in binary. */
const HASH_BYTES = 16

/** The file that a passage is of. */
export interface PassageFile {
  readonly id: string
  readonly path: string
  /** The number of its first passage. */
  readonly first: number
  /** Relative to the home of the account. */
  readonly record: string
}

/** Texts of records that are kept at hand, in characters. */
const AT_HAND = 4_000_000

/** Finds passages and their files by number and by hash. */
export class PassageTable {
  readonly #home: string
  readonly #file: StatementSync
  readonly #hashed: StatementSync
  /** All are forgotten once they are too long together. A record never changes under its id. */
  readonly #records = new Map<string, FileRecord>()
  #charactersAtHand = 0
  readonly #unreadable = new Set<string>()
  #numbers: ReadonlyMap<string, number> | undefined

  constructor(db: DatabaseSync, home: string) {
    this.#home = home
    this.#file = db.prepare(
      `select id, path, first, record from files
        where first <= ? and passages > 0 order by first desc limit 1`,
    )
    this.#hashed = db.prepare('select first, hashes from files where whole = 1 order by first')
  }

  /** To be told when passages have come or gone. */
  forget(): void {
    this.#numbers = undefined
  }

  fileOf(number: number): PassageFile | undefined {
    const row = this.#file.get(number)
    if (!row) return undefined
    return {
      id: String(row.id),
      path: String(row.path),
      first: Number(row.first),
      record: String(row.record),
    }
  }

  /** Undefined where it cannot be read any more. */
  recordOf({ id, record }: PassageFile): FileRecord | undefined {
    const known = this.#records.get(id)
    if (known) return known
    const read = readRecord(resolve(this.#home, record))
    if (!read) {
      this.#unreadable.add(id)
      return undefined
    }
    this.#charactersAtHand += read.text.length
    if (this.#charactersAtHand > AT_HAND) {
      this.#records.clear()
      this.#charactersAtHand = read.text.length
    }
    this.#records.set(id, read)
    return read
  }

  /** Ids of files whose records could not be read since this was asked last. */
  takeUnreadable(): string[] {
    const ids = [...this.#unreadable]
    this.#unreadable.clear()
    return ids
  }

  /** What is to be embedded for these hashes, without those of passages that are gone. */
  textsOf(hashes: readonly string[]): Unembedded['passages'] {
    return hashes.flatMap((hash) => {
      const number = this.numberOf(hash) ?? 0
      const file = this.fileOf(number)
      const record = file && this.recordOf(file)
      const range = record?.passages[number - (file?.first ?? 0)]
      if (!record || !range) return []
      const text = record.text.slice(range.start, range.end)
      return [{ hash, text: embeddedText({ path: record.path, heading: range.heading, text }) }]
    })
  }

  /** The hashes of all passages; several may be equal. */
  *hashes(): Generator<string> {
    for (const [passage] of this.#pairs()) yield passage
  }

  /** The number of a passage with that hash. */
  numberOf(hash: string): number | undefined {
    this.#numbers ??= new Map(this.#pairs())
    return this.#numbers.get(hash)
  }

  *#pairs(): Generator<[string, number]> {
    for (const { first, hashes } of this.#hashed.all()) {
      if (!(hashes instanceof Uint8Array)) continue
      const hex = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length).toString('hex')
      for (let at = 0; at < hashes.length / HASH_BYTES; at++) {
        const from = at * HASH_BYTES * 2
        yield [hex.slice(from, from + HASH_BYTES * 2), Number(first) + at]
      }
    }
  }
}

/** What of a passage a model is given at most, in characters; small models hold 512 tokens. */
const TEXT_MAX_CHARACTERS = 2000

/**
 * What a vector is made of: where the passage stands, and its text. The folder's own name is left
 * out, so that a folder may be renamed without its passages being embedded again.
 */
export function embeddedText({
  path,
  heading,
  text,
}: Pick<Passage, 'path' | 'heading' | 'text'>): string {
  const within = path.slice(path.indexOf('/') + 1)
  const place = heading ? `${within} › ${heading}` : within
  return `${place}\n${text}`.slice(0, TEXT_MAX_CHARACTERS)
}

/** Equal for passages that have one vector: hex digits of the SHA-256 of what is embedded. */
export function vectorHash(embedded: string): string {
  return hash('sha256', embedded).slice(0, HASH_BYTES * 2)
}

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

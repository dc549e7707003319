import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage, openDatabase, removeDatabase } from '../../platform/projection/database.ts'
import type { PassageVector, QueryVector } from '../ports.ts'
import { inOneGo } from './index-file.ts'
import { type NearVector, VectorTable } from './vector-table.ts'

/** Passages that have no vector of a model. */
interface Lacking {
  readonly count: number
  /** The first of them. */
  readonly hashes: readonly string[]
  /** How many passages have one. */
  readonly embedded: number
}

/** Changes with the tables; another version costs every vector. */
const VERSION = 1

/** A vector is its numbers, Float32 little endian. */
const schema = `
create table models (id integer primary key, name text unique not null);
create table vectors (
  model integer not null, hash text not null, vector blob not null, unique (model, hash)
);
`

/** Many times what models make. */
const DIMENSIONS_MAX = 65_536

/**
 * The vectors of the passages of one account, in a database of their own: they cost calls of a model, so
 * an index that is made anew leaves them as they are. Those of one model are in memory at a time, and
 * only they are ever compared. A database that is damaged begins anew. Every call works at once.
 */
export class AccountVectors {
  readonly #file: string
  readonly #hashes: () => Iterable<string>
  #db: DatabaseSync | undefined
  #open: { readonly model: string; table: VectorTable | undefined } | undefined

  /**
   * They lie in `vectors.db` within `home`, an absolute path. `hashes` gives those of all passages that
   * there are (`vectorHash`); several may be equal.
   */
  constructor(home: string, hashes: () => Iterable<string>) {
    this.#file = join(home, 'vectors.db')
    this.#hashes = hashes
  }

  /**
   * To be told when passages have come or gone, and all are known: nothing is left in the file of
   * those that are gone, of any model; a vector tells much of its text.
   */
  passagesChanged(): void {
    if (!this.#db && !existsSync(this.#file)) return
    this.#safely(() => {
      const db = this.#opened()
      const there = new Set(this.#hashes())
      if (there.size === 0) return this.#remove()
      const gone = db
        .prepare('select distinct hash from vectors')
        .all()
        .map(({ hash }) => String(hash))
        .filter((hash) => !there.has(hash))
      if (gone.length === 0) return
      const forget = db.prepare('delete from vectors where model = ? and hash = ?')
      const models = db.prepare('select id from models').all()
      inOneGo(db, () => {
        for (const { id } of models) for (const hash of gone) forget.run(Number(id), hash)
      })
      db.exec('pragma wal_checkpoint(truncate)')
      for (const hash of gone) this.#open?.table?.remove(hash)
    })
  }

  /** Which passages have no vector of that model yet. */
  lacking(model: string, limit: number): Lacking {
    const table = this.#tableOf(model)
    const [lacking, embedded] = [new Set<string>(), new Set<string>()]
    for (const passage of this.#hashes()) {
      if (table?.has(passage)) embedded.add(passage)
      else lacking.add(passage)
    }
    // what there is no place for is not waited for
    const count = Math.min(lacking.size, table?.free ?? lacking.size)
    const hashes = [...lacking].slice(0, Math.min(limit, count))
    return { count, hashes, embedded: embedded.size }
  }

  /**
   * Keeps vectors; a power cut may cost the last of them. Those of another length than the first one,
   * or with something in them that is no number, are left out; where the model makes longer or
   * shorter ones than before, the earlier ones are given up. Throws SQLite's error.
   */
  keep(model: string, vectors: readonly PassageVector[]): void {
    const dimensions = vectors.map(({ vector }) => vector.length).find(isPossible)
    if (dimensions === undefined) return
    this.#safely(() => {
      const known = this.#tableOf(model)
      const db = this.#opened()
      const isAsBefore = known?.dimensions === dimensions
      const table = isAsBefore ? known : new VectorTable(dimensions)
      inOneGo(db, () => {
        db.prepare('insert or ignore into models (name) values (?)').run(model)
        const id = Number(db.prepare('select id from models where name = ?').get(model)?.id)
        if (!isAsBefore) db.prepare('delete from vectors where model = ?').run(id)
        const insert = db.prepare('insert or replace into vectors values (?, ?, ?)')
        for (const { hash, vector } of vectors)
          if (table.takes(vector)) insert.run(id, hash, bytesOf(vector))
      })
      for (const { hash, vector } of vectors) table.add(hash, vector)
      this.#open = { model, table }
    })
  }

  /** The passages nearest to a question by cosine, nearest first; none where that model made none. */
  nearest({ model, vector }: QueryVector, limit: number): readonly NearVector[] {
    return this.#tableOf(model)?.nearest(vector, limit) ?? []
  }

  /** Frees the folder, which may then be removed. */
  close(): void {
    this.#open = undefined
    this.#db?.close()
    this.#db = undefined
  }

  /** The vectors of that model; undefined where it made none. */
  #tableOf(model: string): VectorTable | undefined {
    if (this.#open?.model === model) return this.#open.table
    if (!this.#db && !existsSync(this.#file)) return undefined
    this.#open = { model, table: this.#safely(() => read(this.#opened(), model)) }
    return this.#open.table
  }

  /** Makes the database anew where it turns out to be damaged. */
  #safely<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (failure) {
      if (!isDamage(failure)) throw failure
      this.#remove()
      return work()
    }
  }

  #opened(): DatabaseSync {
    this.#db ??= openDatabase(this.#file, { version: VERSION, schema, isSound })
    return this.#db
  }

  #remove(): void {
    try {
      this.close()
    } catch (failure) {
      // what is damaged may not be closed in order
      if (!isDamage(failure)) throw failure
    }
    this.#db = undefined
    removeDatabase(this.#file)
  }
}

/** Throws where there is no such table. */
function isSound(db: DatabaseSync): boolean {
  db.prepare('select 1 from vectors, models')
  return true
}

/** Whether vectors may be that long. */
function isPossible(dimensions: number): boolean {
  return dimensions >= 1 && dimensions <= DIMENSIONS_MAX
}

function read(db: DatabaseSync, model: string): VectorTable | undefined {
  const sql =
    'select hash, vector from vectors where model = (select id from models where name = ?)'
  let table: VectorTable | undefined
  for (const { hash, vector } of db.prepare(`${sql} order by rowid`).iterate(model)) {
    if (!(vector instanceof Uint8Array) || vector.byteLength % 4 !== 0) continue
    table ??= new VectorTable(vector.byteLength / 4)
    table.add(String(hash), new Float32Array(vector.slice().buffer))
  }
  return table
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

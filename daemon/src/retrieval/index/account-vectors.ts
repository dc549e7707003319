import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage, openDatabase, removeDatabase } from '../../platform/projection/database.ts'
import type { PassageVector, QueryVector, Unembedded } from '../ports.ts'
import { inOneGo } from './index-file.ts'

/** Passages that have no vector of a model. */
interface Lacking extends Omit<Unembedded, 'passages'> {
  /** The first of them. */
  readonly hashes: readonly string[]
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
    const dimensions = vectors
      .map(({ vector }) => vector.length)
      .find((length) => length >= 1 && length <= DIMENSIONS_MAX)
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

export interface NearVector {
  readonly hash: string
  /** Cosine, -1 to 1. */
  readonly similarity: number
  /** So far above the others that chance does not explain it. */
  readonly standsOut: boolean
}

/** Most numbers that the vectors of one account may have: 256 MB. */
const MAX_NUMBERS = 64 * 1024 * 1024
/** Rows that memory is taken for at a time. */
const PLACES = 256

/** Vectors of one length, as unit vectors by the hash of what they stand for. */
export class VectorTable {
  readonly dimensions: number
  /** An even length, so that two numbers are taken at a time. */
  readonly #stride: number
  readonly #maxRows: number
  /** Views: an index that begins at 0 is checked once for all of a row, not each time. */
  readonly #rows = new Map<string, Float32Array>()
  /** Places for rows. They lie side by side, which comparing is twice as fast for. */
  readonly #spare: Float32Array[] = []

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#stride = dimensions + (dimensions % 2)
    this.#maxRows = Math.floor(MAX_NUMBERS / dimensions)
  }

  get size(): number {
    return this.#rows.size
  }

  /** How many more it takes. */
  get free(): number {
    return Math.max(0, this.#maxRows - this.size)
  }

  has(hash: string): boolean {
    return this.#rows.has(hash)
  }

  /** False for a vector of another length, or one that is no number somewhere. */
  takes(vector: Float32Array): boolean {
    return vector.length === this.dimensions && vector.every(Number.isFinite)
  }

  /** False where it takes no such vector, or is full. */
  add(hash: string, vector: Float32Array): boolean {
    if (!this.takes(vector) || (this.free === 0 && !this.has(hash))) return false
    if (this.#spare.length === 0) this.#makePlaces()
    const row = this.#rows.get(hash) ?? this.#spare.pop()
    row?.set(unit(vector, this.#stride))
    if (row) this.#rows.set(hash, row)
    return true
  }

  remove(hash: string): void {
    const row = this.#rows.get(hash)
    if (row) this.#spare.push(row)
    this.#rows.delete(hash)
  }

  /** The nearest by cosine, nearest first. */
  nearest(query: Float32Array, limit: number): NearVector[] {
    if (!this.takes(query) || limit < 1) return []
    const hashes = [...this.#rows.keys()]
    const similarities = new Float32Array(hashes.length)
    compare([...this.#rows.values()], unit(query, this.#stride), similarities)
    const standsOut = standsOutOf(similarities)
    return largest(similarities, limit).map((row) => {
      const [hash, similarity] = [hashes[row] ?? '', similarities[row] ?? 0]
      return { hash, similarity, standsOut: standsOut(similarity) }
    })
  }

  #makePlaces(): void {
    const places = new Float32Array(PLACES * this.#stride)
    for (let end = places.length; end > 0; end -= this.#stride)
      this.#spare.push(places.subarray(end - this.#stride, end))
  }
}

/** One of length 1 and so many numbers; one without any length stays so, and is near to nothing. */
function unit(vector: Float32Array, stride: number): Float32Array {
  const padded = new Float32Array(stride)
  padded.set(vector)
  const length = Math.sqrt(dot(padded, Float64Array.from(padded)))
  return length === 0 ? padded : padded.map((number) => number / length)
}

/** One loop and nothing else, which is compiled best. */
function compare(rows: readonly Float32Array[], query: Float32Array, into: Float32Array): void {
  // doubles, so that half of the conversions are made once
  const wanted = Float64Array.from(query)
  for (let row = 0; row < rows.length; row++) into[row] = dot(rows[row] as Float32Array, wanted)
}

/** The places of the largest values, largest first. */
function largest(values: Float32Array, limit: number): number[] {
  const best: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (value <= least) continue
    if (best.length === limit) best.pop()
    best.splice(best.findLastIndex((other) => (values[other] ?? 0) >= value) + 1, 0, at)
    if (best.length === limit) least = values[best.at(-1) ?? 0] ?? least
  }
  return best
}

/** Of an even number of numbers; two sums side by side, which the processor works on at once. */
function dot(one: Float32Array, other: Float64Array): number {
  const { length } = one
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 2) {
    even += (one[at] as number) * (other[at] as number)
    odd += (one[at + 1] as number) * (other[at + 1] as number)
  }
  return even + odd
}

/** Among fewer nothing can be told from chance. */
const ENOUGH = 50
/** How often the best of passages that have nothing to do with a question may pass, at most. */
const FALSE_ALARMS = 0.002
/** The quantiles of a normal distribution that lie in its middle and one deviation below. */
const MIDDLE = 0.5
const ONE_BELOW = 0.158655
/** Enough to know the two quantiles by. */
const SAMPLE = 2048

/**
 * Tells of each similarity with a question whether it stands so far above those of all passages that
 * chance does not explain it. Models differ in what they call similar, so a passage is held against
 * the others: the lower half, which holds what has nothing to do with the question, tells how wide
 * chance scatters, and the bound of Chernoff for so many normal values how far the best comes by chance.
 */
export function standsOutOf(similarities: Float32Array): (similarity: number) => boolean {
  const sample = sampled(similarities).sort()
  const middle = quantile(sample, MIDDLE)
  const deviation = middle - quantile(sample, ONE_BELOW)
  const { length } = similarities
  if (length < ENOUGH || deviation <= 0) return () => false
  const limit = middle + deviation * Math.sqrt(2 * Math.log(length / FALSE_ALARMS))
  return (similarity) => similarity > limit
}

function sampled(values: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  return Float32Array.from(
    { length: Math.ceil(values.length / step) },
    (_, at) => values[at * step] ?? 0,
  )
}

function quantile(sorted: Float32Array, share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0
}

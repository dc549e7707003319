import { type Standing, standingOf } from './stands-out.ts'

export interface NearVector extends Standing {
  readonly hash: string
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

/** Most numbers that the vectors of one room may have: 256 MB. */
const MAX_NUMBERS = 64 * 1024 * 1024
const FIRST_ROWS = 64

/** Vectors of one length, as unit vectors in one array, by the hash of what they stand for. */
export class VectorTable {
  readonly dimensions: number
  /** An even length, so that two numbers are taken at a time. */
  readonly #stride: number
  readonly #maxRows: number
  readonly #rows = new Map<string, number>()
  readonly #hashes: string[] = []
  #numbers: Float32Array
  /** Each row as a view: an index that begins at 0 is checked once for all of it, not each time. */
  readonly #views: Float32Array[] = []
  /** 1 for the rows that are searched. */
  #isWanted = new Uint8Array(FIRST_ROWS)
  #similarities = new Float32Array(FIRST_ROWS)

  constructor(dimensions: number, maxRows = Math.floor(MAX_NUMBERS / dimensions)) {
    this.dimensions = dimensions
    this.#stride = dimensions + (dimensions % 2)
    this.#maxRows = maxRows
    this.#numbers = new Float32Array(FIRST_ROWS * this.#stride)
  }

  get size(): number {
    return this.#hashes.length
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
    if (!this.takes(vector)) return false
    const known = this.#rows.get(hash)
    if (known === undefined && this.free === 0) return false
    const row = known ?? this.size
    if (known === undefined) {
      this.#reserve(row + 1)
      this.#rows.set(hash, row)
      this.#hashes.push(hash)
      this.#views.push(this.#view(row))
    }
    this.#views[row]?.set(unit(vector, this.#stride))
    this.#isWanted[row] = 1
    return true
  }

  /** The unit vector of a row, which stays the table's. */
  at(row: number): { readonly hash: string; readonly vector: Float32Array } {
    const start = row * this.#stride
    const vector = this.#numbers.subarray(start, start + this.dimensions)
    return { hash: this.#hashes[row] ?? '', vector }
  }

  /** Searches these alone from now on. Gives how many rows are of no use any more. */
  want(hashes: Iterable<string>): number {
    this.#isWanted.fill(0)
    let wanted = 0
    for (const hash of hashes) {
      const row = this.#rows.get(hash)
      if (row === undefined || this.#isWanted[row] === 1) continue
      this.#isWanted[row] = 1
      wanted += 1
    }
    return this.size - wanted
  }

  /** A table of what is searched alone. */
  compacted(): VectorTable {
    const table = new VectorTable(this.dimensions, this.#maxRows)
    for (let row = 0; row < this.size; row++) {
      if (this.#isWanted[row] !== 1) continue
      const { hash, vector } = this.at(row)
      table.add(hash, vector)
    }
    return table
  }

  /** The nearest by cosine, nearest first, equal ones in the order in which they came. */
  nearest(query: Float32Array, limit: number): NearVector[] {
    if (!this.takes(query) || limit < 1) return []
    const [similarities, isWanted] = [this.#similarities.subarray(0, this.size), this.#isWanted]
    compare(this.#views, unit(query, this.#stride), similarities)
    const best = largest(similarities, isWanted, limit)
    const standing = standingOf(wantedOf(similarities, isWanted))
    return best.map((row) => {
      const [hash, similarity] = [this.#hashes[row] ?? '', similarities[row] ?? 0]
      return { hash, similarity, ...standing(similarity) }
    })
  }

  #reserve(rows: number): void {
    if (rows <= this.#isWanted.length) return
    const capacity = Math.min(this.#maxRows, Math.max(rows, this.#isWanted.length * 2))
    this.#numbers = grown(this.#numbers, new Float32Array(capacity * this.#stride))
    this.#isWanted = grown(this.#isWanted, new Uint8Array(capacity))
    this.#similarities = new Float32Array(capacity)
    for (const row of this.#views.keys()) this.#views[row] = this.#view(row)
  }

  #view(row: number): Float32Array {
    const start = row * this.#stride
    return this.#numbers.subarray(start, start + this.#stride)
  }
}

function grown<Numbers extends Float32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
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
function largest(values: Float32Array, isWanted: Uint8Array, limit: number): number[] {
  const best: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (value <= least || isWanted[at] !== 1) continue
    if (best.length === limit) best.pop()
    best.splice(best.findLastIndex((other) => (values[other] ?? 0) >= value) + 1, 0, at)
    if (best.length === limit) least = values[best.at(-1) ?? 0] ?? least
  }
  return best
}

function wantedOf(values: Float32Array, isWanted: Uint8Array): Float32Array {
  const wanted = new Float32Array(values.length)
  let count = 0
  for (let at = 0; at < values.length; at++) {
    if (isWanted[at] === 1) wanted[count++] = values[at] as number
  }
  return wanted.subarray(0, count)
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

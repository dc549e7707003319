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
  readonly #maxRows: number
  readonly #rows = new Map<string, number>()
  readonly #hashes: string[] = []
  #numbers: Float32Array
  /** 1 for the rows that are searched. */
  #isWanted = new Uint8Array(FIRST_ROWS)
  #similarities = new Float32Array(FIRST_ROWS)

  constructor(dimensions: number, maxRows = Math.floor(MAX_NUMBERS / dimensions)) {
    this.dimensions = dimensions
    this.#maxRows = maxRows
    this.#numbers = new Float32Array(FIRST_ROWS * dimensions)
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
    }
    this.#numbers.set(unit(vector), row * this.dimensions)
    this.#isWanted[row] = 1
    return true
  }

  /** The unit vector of a row, as a view. */
  at(row: number): { readonly hash: string; readonly vector: Float32Array } {
    const start = row * this.dimensions
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
    const wanted = unit(query)
    const best: { row: number; similarity: number }[] = []
    let compared = 0
    for (let row = 0; row < this.size; row++) {
      if (this.#isWanted[row] !== 1) continue
      const similarity = dot(this.#numbers, row * this.dimensions, wanted)
      this.#similarities[compared++] = similarity
      const worst = best.at(-1)
      if (best.length === limit && worst && similarity <= worst.similarity) continue
      if (best.length === limit) best.pop()
      const after = best.findLastIndex((other) => other.similarity >= similarity)
      best.splice(after + 1, 0, { row, similarity })
    }
    const standing = standingOf(this.#similarities.subarray(0, compared))
    return best.map(({ row, similarity }) => {
      const hash = this.#hashes[row] ?? ''
      return { hash, similarity, ...standing(similarity) }
    })
  }

  #reserve(rows: number): void {
    if (rows <= this.#isWanted.length) return
    const capacity = Math.min(this.#maxRows, Math.max(rows, this.#isWanted.length * 2))
    this.#numbers = grown(this.#numbers, new Float32Array(capacity * this.dimensions))
    this.#isWanted = grown(this.#isWanted, new Uint8Array(capacity))
    this.#similarities = new Float32Array(capacity)
  }
}

function grown<Numbers extends Float32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

/** One of length 1; a vector without any length stays what it is, and is near to nothing. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, 0, vector))
  return length === 0 ? vector : vector.map((number) => number / length)
}

/** Four sums side by side, which the processor can work on at once. */
function dot(numbers: Float32Array, start: number, query: Float32Array): number {
  const { length } = query
  let [a, b, c, d] = [0, 0, 0, 0]
  let at = 0
  for (; at + 3 < length; at += 4) {
    const from = start + at
    a += (numbers[from] as number) * (query[at] as number)
    b += (numbers[from + 1] as number) * (query[at + 1] as number)
    c += (numbers[from + 2] as number) * (query[at + 2] as number)
    d += (numbers[from + 3] as number) * (query[at + 3] as number)
  }
  for (; at < length; at++) a += (numbers[start + at] as number) * (query[at] as number)
  return a + b + c + d
}

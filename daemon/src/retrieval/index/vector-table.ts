export interface NearVector {
  readonly hash: string
  /** Cosine, -1 to 1. */
  readonly similarity: number
  /** So far above the others that chance does not explain it. */
  readonly standsOut: boolean
}

/** Most numbers that the vectors of one account may have: 256 MB. */
const MAX_NUMBERS = 64 * 1024 * 1024
const FIRST_ROWS = 64

/** Vectors of one length, as unit vectors in one array, by the hash of what they stand for. */
export class VectorTable {
  readonly dimensions: number
  /** An even length, so that two numbers are taken at a time. */
  readonly #stride: number
  readonly #maxRows: number
  readonly #rows = new Map<string, number>()
  /** By row. */
  readonly #hashes: string[] = []
  #numbers: Float32Array
  /** Each row as a view: an index that begins at 0 is checked once for all of it, not each time. */
  readonly #views: Float32Array[] = []
  #similarities = new Float32Array(FIRST_ROWS)

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#stride = dimensions + (dimensions % 2)
    this.#maxRows = Math.floor(MAX_NUMBERS / dimensions)
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
    return true
  }

  /** The last row takes the place of the one that goes. */
  remove(hash: string): void {
    const row = this.#rows.get(hash)
    if (row === undefined) return
    const last = this.size - 1
    const moved = this.#hashes[last] ?? hash
    this.#views[row]?.set(this.#views[last] ?? [])
    this.#hashes[row] = moved
    this.#rows.set(moved, row)
    this.#rows.delete(hash)
    this.#hashes.pop()
    this.#views.pop()
  }

  /** The nearest by cosine, nearest first. */
  nearest(query: Float32Array, limit: number): NearVector[] {
    if (!this.takes(query) || limit < 1) return []
    const similarities = this.#similarities.subarray(0, this.size)
    compare(this.#views, unit(query, this.#stride), similarities)
    const best = largest(similarities, limit)
    const standsOut = standsOutOf(similarities)
    return best.map((row) => {
      const [hash, similarity] = [this.#hashes[row] ?? '', similarities[row] ?? 0]
      return { hash, similarity, standsOut: standsOut(similarity) }
    })
  }

  #reserve(rows: number): void {
    const { length } = this.#similarities
    if (rows <= length) return
    const capacity = Math.min(this.#maxRows, Math.max(rows, length * 2))
    const numbers = new Float32Array(capacity * this.#stride)
    numbers.set(this.#numbers)
    this.#numbers = numbers
    this.#similarities = new Float32Array(capacity)
    for (const row of this.#views.keys()) this.#views[row] = this.#view(row)
  }

  #view(row: number): Float32Array {
    const start = row * this.#stride
    return this.#numbers.subarray(start, start + this.#stride)
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

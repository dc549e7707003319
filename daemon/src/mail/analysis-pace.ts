import PQueue from 'p-queue'

/** After so many analyses that the model took, one more may run at once. */
const SUCCESSES_PER_STEP = 20

/**
 * How many analyses run at once, of all accounts together: `most()`, half of it each time the model
 * asks for fewer requests, and from there slowly back.
 */
export class AnalysisPace {
  readonly #most: () => number
  readonly #queue: PQueue
  /** What the model has taken lately; undefined while it takes everything. */
  #cap: number | undefined
  #successes = 0

  constructor(most: () => number) {
    this.#most = most
    this.#queue = new PQueue({ concurrency: most() })
  }

  /** How many may run at once now. */
  get limit(): number {
    return Math.min(this.#cap ?? Number.POSITIVE_INFINITY, this.#most())
  }

  /** Runs the work when its turn comes; a higher rank comes earlier. */
  run(rank: number, work: () => Promise<void>): Promise<void> {
    this.#apply()
    return this.#queue.add(work, { priority: rank })
  }

  /** The model asks for fewer requests. */
  throttled(): void {
    this.#cap = Math.max(1, Math.floor(this.limit / 2))
    this.#successes = 0
    this.#apply()
  }

  /** The model took a request. */
  succeeded(): void {
    if (this.#cap === undefined) return
    this.#successes += 1
    if (this.#successes < SUCCESSES_PER_STEP) return
    this.#successes = 0
    this.#cap += 1
    if (this.#cap >= this.#most()) this.#cap = undefined
    this.#apply()
  }

  #apply(): void {
    if (this.#queue.concurrency !== this.limit) this.#queue.concurrency = this.limit
  }
}

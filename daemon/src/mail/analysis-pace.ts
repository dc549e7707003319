import PQueue from 'p-queue'

/** After so many analyses that the model took, one more may run at once. */
const SUCCESSES_PER_STEP = 20

/** Ranks of what its user waits for, and of what nobody waits for: before and after all else. */
export const FIRST = Number.MAX_SAFE_INTEGER
export const LAST = Number.MIN_SAFE_INTEGER

/**
 * How many analyses run at once, of all accounts together: `most()`, half of it each time the model
 * asks for fewer requests, and from there slowly back. Accounts take turns, so that none waits for
 * all the mails of another one.
 */
export class AnalysisPace {
  readonly #most: () => number
  readonly #turns: PQueue
  /** By account; each lets so many of its analyses wait for their turns as may run at once. */
  readonly #accounts = new Map<string, PQueue>()
  /** What the model has taken lately; undefined while it takes everything. */
  #cap: number | undefined
  #successes = 0

  constructor(most: () => number) {
    this.#most = most
    this.#turns = new PQueue({ concurrency: most() })
  }

  /** How many may run at once now. */
  get limit(): number {
    return Math.min(this.#cap ?? Number.POSITIVE_INFINITY, this.#most())
  }

  /** Runs the work when its turn comes; of one account a higher rank comes earlier. */
  async run(userId: string, rank: number, work: () => Promise<void>): Promise<void> {
    this.#apply()
    if (rank === FIRST) return this.#turns.add(work, { priority: 1 })
    const account = this.#accounts.get(userId) ?? new PQueue({ concurrency: this.limit })
    this.#accounts.set(userId, account)
    const priority = rank === LAST ? -1 : 0
    try {
      await account.add(() => this.#turns.add(work, { priority }), { priority: rank })
    } finally {
      if (account.size + account.pending === 0) this.#accounts.delete(userId)
    }
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
    for (const queue of [this.#turns, ...this.#accounts.values()])
      if (queue.concurrency !== this.limit) queue.concurrency = this.limit
  }
}

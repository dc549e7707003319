import { RateLimited } from '../errors.ts'

const AT_ONCE = 2
const WAITING = 16
const BUDGET = 10
const BUDGET_MS = 10_000

/**
 * Keeps password hashes from taking the computer's memory and time: 2 at once, 16 waiting, and
 * 10 in 10 s that were not refunded. Beyond it throws `RATE_LIMITED`.
 */
export class HashQueue {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** When the hashes of the last 10 s began, oldest first. */
  #spent: number[] = []

  constructor(now: () => Date) {
    this.#now = () => now().getTime()
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#spend()
    if (this.#running < AT_ONCE) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  /** Takes one hash out of the budget's count. */
  refund(): void {
    this.#spent.pop()
  }

  #spend(): void {
    const now = this.#now()
    // a clock that was set back must not make anybody wait for it
    const spent = this.#spent.map((at) => Math.min(at, now))
    this.#spent = spent.filter((at) => at + BUDGET_MS > now)
    const [oldest] = this.#spent
    if (oldest !== undefined && this.#spent.length >= BUDGET) {
      throw new RateLimited(oldest + BUDGET_MS - now)
    }
    if (this.#waiting.length >= WAITING) throw new RateLimited(1000)
    this.#spent.push(now)
  }
}

import PQueue from 'p-queue'
import { AppError, RateLimited } from '../errors.ts'

/**
 * What new hashes cost, in KiB of memory and passes over it; RFC 9106, section 4, second recommended
 * option with p = 1.
 */
const PASSWORD_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Turns passwords into PHC strings by argon2id and compares them; throws `RATE_LIMITED` under a flood.
 * The native package is loaded at the first call.
 */
export function createPasswords(queue: HashQueue, cost = PASSWORD_COST) {
  const argon2 = () => import('@node-rs/argon2')

  function hash(password: string): Promise<string> {
    return queue.run(async () => (await argon2()).hash(normalize(password), cost))
  }

  return {
    hash,
    /** Does the same work without a hash, and is then false. Throws `INTERNAL` for a damaged one. */
    async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
      if (passwordHash === undefined) return hash(password).then(() => false)
      if (!passwordHash.startsWith('$argon2id$v=19$')) throw damaged()
      return await queue.run(async () => {
        const { verify } = await argon2()
        return await verify(passwordHash, normalize(password)).catch((cause: unknown) => {
          throw damaged(cause)
        })
      })
    },
    /** Whether a hash was made at another cost than new ones are. */
    async needsRehash(passwordHash: string): Promise<boolean> {
      const { memoryCost, timeCost, parallelism } = (await argon2()).parseOptions(passwordHash)
      const isSameWork = memoryCost === cost.memoryCost && timeCost === cost.timeCost
      return !isSameWork || parallelism !== cost.parallelism
    },
    /** Tells that the latest hash was well spent, so that it does not count against the others. */
    refund: () => queue.refund(),
  }
}

/** Keyboards write the same letter in several ways. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

function damaged(cause?: unknown): AppError {
  return new AppError('INTERNAL', 'A stored password is damaged.', { cause })
}

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
  readonly #queue = new PQueue({ concurrency: AT_ONCE })
  /** When the hashes of the last 10 s began, oldest first. */
  #spent: number[] = []

  constructor(now: () => Date) {
    this.#now = () => now().getTime()
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#spend()
    return await this.#queue.add(work)
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
    if (this.#queue.size >= WAITING) throw new RateLimited(1000)
    this.#spent.push(now)
  }
}

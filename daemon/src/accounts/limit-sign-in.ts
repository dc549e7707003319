import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { type ClientRateLimitInfo, rateLimiter, type Store } from 'hono-rate-limiter'
import { RateLimited } from '../errors.ts'
import type { SignedIn } from '../platform/http/session.ts'
import { normalizeEmail } from './sign-in.ts'

/** Wrong passwords per address before its next try has to wait. */
const FREE_ATTEMPTS = 5

/** Failures are forgotten this long after the last of them, in milliseconds. */
const ATTEMPT_WINDOW_MS = 15 * 60 * 1000

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const KNOWN_ADDRESSES = 10_000

/** A password with its address, which is that of the session where none is named. */
interface Attempt {
  readonly email?: string
  readonly password: string
}
type SignInCall = Context<SignedIn, string, { out: { json: Attempt } }>

/**
 * Slows down guessing, per address and not per peer: every client of this daemon is on this
 * computer. The function that it returns tries a sign-in; it throws what the sign-in throws and
 * `RATE_LIMITED`. Answers carry the `RateLimit` headers (draft 7).
 */
export function limitSignIn(now: () => Date) {
  const attempts = new SignInAttempts(now)
  const limiter = rateLimiter<SignedIn, string, { out: { json: Attempt } }>({
    store: attempts,
    windowMs: ATTEMPT_WINDOW_MS,
    limit: FREE_ATTEMPTS,
    standardHeaders: 'draft-7',
    keyGenerator: keyOf,
    handler: (c) => {
      throw new RateLimited(c.var.rateLimit.resetTime.getTime() - now().getTime())
    },
  })

  return async <Result>(c: SignInCall, signIn: () => Promise<Result>): Promise<Result> => {
    const key = keyOf(c)
    await limiter(c, async () => {})
    try {
      const result = await signIn()
      attempts.resetKey(key)
      return result
    } catch (error) {
      if (error instanceof RateLimited) attempts.decrement(key)
      throw error
    }
  }
}

/** The hash of an address, so that none is kept. */
function keyOf(c: SignInCall): string {
  const { email = c.var.session.user.email } = c.req.valid('json')
  return createHash('sha256').update(normalizeEmail(email)).digest('hex')
}

interface Attempts {
  readonly failures: number
  /** When the last of them was, epoch milliseconds. */
  last: number
}

/**
 * Failed sign-ins by key. An attempt counts as failed until `resetKey` says otherwise, so that many
 * at once gain nothing. From the fifth failure on each one makes the next wait longer, from 1 to
 * 30 s, and never for good.
 */
class SignInAttempts implements Store {
  readonly #now: () => number
  /** The one that is forgotten first stands first. */
  readonly #attempts = new Map<string, Attempts>()

  constructor(now: () => Date) {
    this.#now = () => now().getTime()
  }

  increment(key: string): ClientRateLimitInfo {
    const now = this.#now()
    const { failures, last } = this.#living(key, now)
    const nextTry = last + waitAfter(failures)
    if (now < nextTry) return { totalHits: FREE_ATTEMPTS + 1, resetTime: new Date(nextTry) }
    this.#note(key, failures + 1, now)
    const totalHits = Math.min(failures + 1, FREE_ATTEMPTS)
    return { totalHits, resetTime: new Date(now + ATTEMPT_WINDOW_MS) }
  }

  /** Takes back an attempt whose password was never looked at. */
  decrement(key: string): void {
    const now = this.#now()
    const { failures } = this.#living(key, now)
    if (failures > 0) this.#note(key, failures - 1, now)
  }

  resetKey(key: string): void {
    this.#attempts.delete(key)
  }

  #living(key: string, now: number): Attempts {
    const known = this.#attempts.get(key)
    if (!known || now >= known.last + ATTEMPT_WINDOW_MS) return { failures: 0, last: now }
    // a clock that was set back must not make anybody wait for it
    known.last = Math.min(known.last, now)
    return known
  }

  #note(key: string, failures: number, now: number): void {
    this.#attempts.delete(key)
    this.#attempts.set(key, { failures, last: now })
    for (const [oldest, { last }] of this.#attempts) {
      if (last + ATTEMPT_WINDOW_MS > now && this.#attempts.size <= KNOWN_ADDRESSES) break
      this.#attempts.delete(oldest)
    }
  }
}

function waitAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_ATTEMPTS))
}

import { createHash } from 'node:crypto'
import { Credentials } from '@shortlist/contracts/accounts'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { rateLimiter } from 'hono-rate-limiter'
import { RateLimited } from '../platform/http/rate-limited.ts'
import type { SignedIn } from '../platform/http/session.ts'
import { normalizeEmail } from './check-credentials.ts'
import { ATTEMPT_WINDOW_MS, FREE_ATTEMPTS, SignInAttempts } from './sign-in-attempts.ts'

/**
 * Slows down guessing, per address and not per peer: every client of this daemon is on this
 * computer. Throws `RATE_LIMITED`; answers carry the `RateLimit` headers (draft 7).
 */
export function limitSignIn(now: () => Date) {
  const attempts = new SignInAttempts(now)

  const limiter = rateLimiter<SignedIn>({
    store: attempts,
    windowMs: ATTEMPT_WINDOW_MS,
    limit: FREE_ATTEMPTS,
    standardHeaders: 'draft-7',
    keyGenerator: async (c) => (await keyOf(c)) ?? '',
    // what names no address is refused by its schema
    skip: async (c) => (await keyOf(c)) === undefined,
    handler: async (c) => {
      const { resetTime } = c.get('rateLimit' as never) as { resetTime: Date }
      throw new RateLimited(resetTime.getTime() - now().getTime())
    },
  })

  const settle = createMiddleware<SignedIn>(async (c, next) => {
    await next()
    const key = await keyOf(c)
    if (key === undefined) return
    if (!c.error) attempts.resetKey(key)
    if (c.error instanceof RateLimited) attempts.decrement(key)
  })

  return [limiter, settle] as const
}

/** The hash of the address that a body names, so that no address is kept. */
async function keyOf(c: Context<SignedIn>): Promise<string | undefined> {
  const body: unknown = await c.req.json().catch(() => undefined)
  const sent = Credentials.safeParse(body)
  if (!sent.success) return undefined
  return createHash('sha256').update(normalizeEmail(sent.data.email)).digest('hex')
}

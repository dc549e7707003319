import { MemoryStore, rateLimiter } from 'hono-rate-limiter'
import { RateLimited } from '../errors.ts'
import type { SignedIn } from '../platform/http/session.ts'
import type { PostedQuestion } from './ports.ts'

const WINDOW_MS = 60_000

/** A question that is posted again within this time is the same question, in milliseconds. */
const REPEAT_MS = 10 * 60_000

/**
 * So many questions a minute for each account; those that are refused do not count. Throws
 * `RATE_LIMITED`; draft 7 headers.
 */
export function limitPosts(perMinute: number, now: () => Date) {
  return rateLimiter<SignedIn>({
    windowMs: WINDOW_MS,
    limit: perMinute,
    standardHeaders: 'draft-7',
    store: new PostCounts(),
    skipFailedRequests: true,
    keyGenerator: (c) => c.var.session.user.id,
    handler: (c) => {
      const waitMs = c.var.rateLimit.resetTime.getTime() - now().getTime()
      throw new RateLimited(waitMs, `More than ${perMinute} messages a minute`)
    },
  })
}

class PostCounts extends MemoryStore<SignedIn> {
  override increment(key: string) {
    const { resetTime } = this.get(key) ?? {}
    // a clock that was set back must not make anybody wait for it
    if (resetTime && resetTime.getTime() - Date.now() > WINDOW_MS) this.resetKey(key)
    return super.increment(key)
  }
}

/** Questions posted lately, so that a client may send one again when it has heard no answer. */
export class RecentPosts {
  readonly #posts = new Map<string, { readonly at: number; readonly accepted: Promise<void> }>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Accepts a question once; a repetition gets the outcome of the first. A refused one is forgotten. */
  once({ userId, chatId, messageId }: PostedQuestion, accept: () => Promise<void>): Promise<void> {
    this.#forgetOld()
    const key = JSON.stringify([userId, chatId, messageId])
    const known = this.#posts.get(key)
    if (known) return known.accepted
    const accepted = accept()
    this.#posts.set(key, { at: this.#now().getTime(), accepted })
    return accepted.catch((error: unknown) => {
      this.#posts.delete(key)
      throw error
    })
  }

  #forgetOld(): void {
    const oldest = this.#now().getTime() - REPEAT_MS
    for (const [key, { at }] of this.#posts) {
      if (at > oldest) return
      this.#posts.delete(key)
    }
  }
}

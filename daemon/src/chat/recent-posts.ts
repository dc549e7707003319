import type { MessageId } from '@shortlist/contracts/chat'

/** A message that is posted again within this time is the same message, in milliseconds. */
export const REPEAT_MS = 10 * 60_000

interface Post {
  readonly at: number
  readonly accepted: Promise<void>
}

/** Messages posted lately, so that a client may send one again when it has heard no answer. */
export class RecentPosts {
  readonly #posts = new Map<string, Post>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Accepts a message once; a repetition gets the outcome of the first. A refused one is forgotten. */
  once(
    userId: string,
    chatId: string,
    messageId: MessageId,
    accept: () => Promise<void>,
  ): Promise<void> {
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

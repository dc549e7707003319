import { isDeepStrictEqual } from 'node:util'
import type { MailboxState } from '@shortlist/contracts/mail'
import type { Clock } from '../../platform/clock.ts'

/** How the mailbox is doing. */
export interface Condition {
  readonly state: MailboxState
  readonly error: string | null
  /** When it is tried again, ISO 8601; null where that is not planned. */
  readonly retryAt: string | null
}

export type Hearer = (news: 'mail' | 'health') => void

/** What those who watch a mailbox are told, and when a lost one is tried again for them. */
export class MailboxNews {
  readonly #clock: Clock
  readonly #now: () => Date
  readonly #hearers = new Set<Hearer>()
  readonly #timers = new Map<'retry' | 'poll', () => void>()
  #condition: Condition

  /** `state` is how it is doing at first. */
  constructor(clock: Clock, now: () => Date, state: MailboxState = 'connecting') {
    this.#clock = clock
    this.#now = now
    this.#condition = { state, error: null, retryAt: null }
  }

  get condition(): Condition {
    return this.#condition
  }

  get isWatched(): boolean {
    return this.#hearers.size > 0
  }

  add(hear: Hearer): void {
    this.#hearers.add(hear)
  }

  /** Nothing is tried or asked again once nobody hears. */
  remove(hear: Hearer): void {
    this.#hearers.delete(hear)
    if (!this.isWatched) this.#rest()
  }

  tell(news: 'mail' | 'health'): void {
    for (const hear of [...this.#hearers]) hear(news)
  }

  /** Takes a planned attempt back; others try again after `retryMs` milliseconds, where that is given. */
  become(state: MailboxState, error: string | null, retryMs?: number): void {
    this.#cancel('retry')
    const at = retryMs === undefined ? null : new Date(this.#now().getTime() + retryMs)
    this.#set({ state, error, retryAt: at?.toISOString() ?? null })
  }

  /** The same, and while somebody watches `attempt` is called after so many milliseconds. */
  retry(
    milliseconds: number,
    state: MailboxState,
    error: string | null,
    attempt: () => void,
  ): void {
    this.become(state, error, this.isWatched ? milliseconds : undefined)
    if (this.isWatched) this.#timers.set('retry', this.#clock.after(milliseconds, attempt))
  }

  /** Calls `poll` again and again while somebody watches. */
  every(milliseconds: number, poll: () => void): void {
    const again = () => {
      this.every(milliseconds, poll)
      poll()
    }
    this.#timers.set('poll', this.#clock.after(milliseconds, again))
  }

  /** Nobody hears anything any more. */
  end(): void {
    this.#hearers.clear()
    this.#rest()
  }

  #rest(): void {
    this.#cancel('retry')
    this.#cancel('poll')
    this.#set({ ...this.#condition, retryAt: null })
  }

  #cancel(name: 'retry' | 'poll'): void {
    this.#timers.get(name)?.()
    this.#timers.delete(name)
  }

  #set(condition: Condition): void {
    const isSame = isDeepStrictEqual(condition, this.#condition)
    this.#condition = condition
    if (!isSame) this.tell('health')
  }
}

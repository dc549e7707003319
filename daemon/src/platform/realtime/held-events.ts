import type { ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import type { Screen } from './screens.ts'

/** How long an event is repeated to a screen that joins in the contract's dialect. */
export const HELD_MS = 2 * 60_000

/** How long an event is repeated to a screen that joins for deltas. */
export const REPEATED_MS = 10 * 60_000

const EVENTS_PER_ACCOUNT = 200
const CHARACTERS_PER_ACCOUNT = 2_000_000

interface Held {
  readonly name: ServerEventName
  readonly payload: ServerEvent<ServerEventName>
  readonly size: number
  readonly at: number
  /** Screens that were sent it. */
  readonly heardBy: Set<string>
}

/** What is held for an account. */
interface HeldOfAccount {
  readonly events: Held[]
  size: number
}

/**
 * What was lately said once and for all (ends and titles), by account, so that a screen which joins
 * afterwards still hears it (wire contract, T1). Bounded in age, number and size.
 */
export class HeldEvents {
  readonly #accounts = new Map<string, HeldOfAccount>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  keep<Name extends ServerEventName>(
    userId: string,
    name: Name,
    payload: ServerEvent<Name>,
    heardBy: readonly Screen[],
  ): void {
    const own = this.#accounts.get(userId) ?? { events: [], size: 0 }
    const size = sizeOf(payload)
    const ids = new Set(heardBy.map(({ id }) => id))
    own.events.push({ name, payload, size, at: this.#now(), heardBy: ids })
    own.size += size
    while (own.events.length > EVENTS_PER_ACCOUNT || own.size > CHARACTERS_PER_ACCOUNT) {
      forgetOldest(own)
    }
    this.#accounts.set(userId, own)
  }

  /** Sends a screen what it has not heard, oldest first, unless it is older than `maxAge`. */
  repeat(userId: string, screen: Screen, maxAge: number): void {
    for (const held of this.#accounts.get(userId)?.events ?? []) {
      if (held.heardBy.has(screen.id) || this.#now() - held.at > maxAge) continue
      held.heardBy.add(screen.id)
      screen.send(held.name, held.payload)
    }
  }

  /** Sends a screen everything that is not older than `maxAge`, heard or not. */
  repeatAll(userId: string, screen: Screen, maxAge: number): void {
    for (const held of this.#accounts.get(userId)?.events ?? []) held.heardBy.delete(screen.id)
    this.repeat(userId, screen, maxAge)
  }

  /** Sends a screen every held event of a message again. */
  repeatMessage(userId: string, screen: Screen, messageId: unknown): void {
    for (const { name, payload } of this.#accounts.get(userId)?.events ?? []) {
      if ('messageId' in payload && payload.messageId === messageId) screen.send(name, payload)
    }
  }

  /** Forgets what is too old for everybody. */
  sweep(): void {
    for (const [userId, own] of this.#accounts) {
      while (own.events[0] && this.#now() - own.events[0].at > REPEATED_MS) forgetOldest(own)
      if (own.events.length === 0) this.#accounts.delete(userId)
    }
  }
}

function forgetOldest(own: HeldOfAccount): void {
  own.size -= own.events.shift()?.size ?? 0
}

function sizeOf(payload: ServerEvent<ServerEventName>): number {
  return 'fullResponse' in payload ? (payload.fullResponse?.length ?? 0) : 0
}

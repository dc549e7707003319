import type { AccountEvents } from './events/account-events.ts'

/** The appointments of each account, opened once. */
export class EventsByAccount {
  readonly #open: (userId: string) => Promise<AccountEvents>
  readonly #opening = new Map<string, Promise<AccountEvents>>()
  readonly #opened = new Map<string, AccountEvents>()

  constructor(open: (userId: string) => Promise<AccountEvents>) {
    this.#open = open
  }

  of(userId: string): Promise<AccountEvents> {
    const opening =
      this.#opening.get(userId) ??
      this.#open(userId).then((events) => {
        this.#opened.set(userId, events)
        return events
      })
    this.#opening.set(userId, opening)
    opening.catch(() => this.#opening.delete(userId))
    return opening
  }

  all(): readonly AccountEvents[] {
    return [...this.#opened.values()]
  }
}

/** Mails of one command. */
const LARGEST = 200

/**
 * How many mails are asked for at once: fewer after the connection broke while they arrived, so that
 * a bad line gets through too, and more again as they come. A mail for which the server hangs up
 * even where it is asked for alone is one that the server cannot read.
 */
export class BatchPlan {
  #size = LARGEST
  #uidValidity = ''
  readonly #unreadable = new Set<number>()

  /** The first of these numbers. */
  next(uids: readonly number[]): readonly number[] {
    return uids.slice(0, this.#size)
  }

  isUnreadable(uid: number): boolean {
    return this.#unreadable.has(uid)
  }

  /** Numbers hold under one UIDVALIDITY only. */
  under(uidValidity: string): void {
    if (uidValidity !== this.#uidValidity) this.#unreadable.clear()
    this.#uidValidity = uidValidity
  }

  arrived(): void {
    this.#size = Math.min(LARGEST, this.#size * 2)
  }

  /** The connection broke while these were on their way. */
  broke(uids: readonly number[], error: unknown): void {
    const [only] = uids
    if (!hasHungUp(error)) this.#size = Math.ceil(uids.length / 2)
    else if (uids.length > 1) this.#size = Math.ceil(uids.length / 8)
    else if (only !== undefined) this.#unreadable.add(only)
  }
}

/** The server has said goodbye (BYE), other than a network does. */
function hasHungUp(error: unknown): boolean {
  return error instanceof Error && 'reason' in error
}

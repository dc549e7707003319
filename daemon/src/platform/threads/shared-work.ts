import type { Clock } from '../clock.ts'

/** What is worked on next, of those that wait: so many from a place on; none to wait. */
export interface Share {
  readonly from: number
  readonly count: number
}

export interface SharedWorkParts<Item, Result> {
  readonly clock: Clock
  /** Shares that are worked on at the same time, at most. */
  readonly lanes: number
  /** What another lane costs first, in milliseconds: less work than that is not worth it. */
  readonly startMs: number
  /** What an item costs, in relation to others. */
  weigh(item: Item): number
  share(waiting: readonly Item[]): Share
  /** Gives each item of a share its result; where it rejects, so do those that have none. */
  work(items: readonly Item[], give: (at: number, result: Result) => void): Promise<void>
}

interface Waiting<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** Work that comes item by item and is done in shares, by as many lanes as pay for themselves. */
export class SharedWork<Item, Result> {
  readonly #parts: SharedWorkParts<Item, Result>
  /** What waits, and at the same place who waits for it. */
  readonly #items: Item[] = []
  readonly #waiting: Waiting<Result>[] = []
  readonly #working = new Set<Promise<void>>()
  #weightOfAll = 0
  #msPerWeight = 0

  constructor(parts: SharedWorkParts<Item, Result>) {
    this.#parts = parts
  }

  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#items.push(item)
      this.#waiting.push({ resolve, reject })
      this.#weightOfAll += this.#parts.weigh(item)
      this.#callForHelp()
    })
  }

  /** Resolves once nothing is worked on any more. */
  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working)
  }

  #callForHelp(): void {
    const { lanes, startMs } = this.#parts
    const paying = this.#weightOfAll * this.#msPerWeight > startMs ? lanes : 1
    if (this.#working.size >= paying || this.#next().count === 0) return
    const work = this.#workOff().finally(() => {
      this.#working.delete(work)
      this.#callForHelp()
    })
    this.#working.add(work)
  }

  #next(): Share {
    return this.#items.length === 0 ? { from: 0, count: 0 } : this.#parts.share(this.#items)
  }

  async #workOff(): Promise<void> {
    // those that come in the same turn are shared out together
    await Promise.resolve()
    for (let next = this.#next(); next.count > 0; next = this.#next()) {
      const items = this.#items.splice(next.from, next.count)
      const waiting = this.#waiting.splice(next.from, next.count)
      const weight = items.reduce((sum, item) => sum + this.#parts.weigh(item), 0)
      this.#weightOfAll -= weight
      const begin = this.#parts.clock.now()
      try {
        await this.#parts.work(items, (at, result) => waiting[at]?.resolve(result))
      } catch (reason) {
        for (const { reject } of waiting) reject(reason)
      }
      this.#msPerWeight = (this.#parts.clock.now() - begin) / Math.max(1, weight)
      this.#callForHelp()
    }
  }
}

import type { Clock } from '../memory/play-along.ts'

interface Plan {
  readonly at: number
  readonly act: () => void
}

/** A clock that stands still until it is told to go on. */
export class FakeClock implements Clock {
  #now: number
  #plans: readonly Plan[] = []

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(delay: number, act: () => void): void {
    this.#plans = [...this.#plans, { at: this.#now + delay, act }]
  }

  /** Lets so many milliseconds pass; what is planned for them is done in its order. */
  async advance(time: number): Promise<void> {
    const end = this.#now + time
    await settle()
    for (let plan = this.#next(); plan && plan.at <= end; plan = this.#next()) await this.#do(plan)
    this.#now = end
  }

  /** Lets time pass until nothing is planned any more. */
  async runOut(): Promise<void> {
    await settle()
    for (let plan = this.#next(); plan; plan = this.#next()) await this.#do(plan)
  }

  #next(): Plan | undefined {
    return this.#plans.toSorted((a, b) => a.at - b.at)[0]
  }

  async #do(plan: Plan): Promise<void> {
    this.#plans = this.#plans.filter((each) => each !== plan)
    this.#now = plan.at
    plan.act()
    await settle()
  }
}

/** Lets what waits for a promise that is settled go on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

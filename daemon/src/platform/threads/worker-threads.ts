import type { Clock } from '../clock.ts'
import type { WorkerThread } from './worker-thread.ts'

const REST_MS = 60_000

/** Threads of one kind: kept from one use to the next, and ended after a minute without any. */
export class WorkerThreads<Request, Answer> {
  readonly #start: () => Promise<WorkerThread<Request, Answer>>
  readonly #clock: Clock
  readonly #all = new Set<WorkerThread<Request, Answer>>()
  readonly #idle: WorkerThread<Request, Answer>[] = []
  readonly #closing = new AbortController()
  #warm: Promise<WorkerThread<Request, Answer>> | undefined
  #used = 0
  #stayAwake = () => {}

  constructor(start: () => Promise<WorkerThread<Request, Answer>>, clock: Clock) {
    this.#start = start
    this.#clock = clock
  }

  /** Starts a thread for the next use, unless there is one. */
  warmUp(): void {
    if (this.#all.size > 0 || this.#used > 0 || this.#warm || this.#closing.signal.aborted) return
    const warm = this.#started()
    this.#warm = warm
    warm.then(
      (thread) => this.#keepWarm(warm, thread),
      () => this.#keepWarm(warm),
    )
  }

  /**
   * Works with a thread of its own. Undefined where the work fails, which ends the thread; rejects
   * where no thread can be started, and with an `AbortError` once they are closed.
   */
  async use<Result>(
    work: (thread: WorkerThread<Request, Answer>) => Promise<Result>,
  ): Promise<Result | undefined> {
    this.#stayAwake()
    this.#used++
    try {
      const thread = await this.#take()
      try {
        const result = await work(thread)
        if (thread.isSpent) await this.#end(thread)
        else this.#idle.push(thread)
        return result
      } catch {
        await this.#end(thread)
        this.#closing.signal.throwIfAborted()
        return undefined
      }
    } finally {
      this.#used--
      this.#rest()
    }
  }

  /** Ends them, whatever they are doing. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#stayAwake()
    await Promise.allSettled([this.#warm])
    await Promise.all([...this.#all].map((thread) => this.#end(thread)))
  }

  async #take(): Promise<WorkerThread<Request, Answer>> {
    this.#closing.signal.throwIfAborted()
    const warm = this.#warm
    this.#warm = undefined
    return this.#idle.pop() ?? (await (warm ?? this.#started()))
  }

  async #started(): Promise<WorkerThread<Request, Answer>> {
    const { signal } = this.#closing
    const thread = await this.#start()
    this.#all.add(thread)
    if (signal.aborted) await this.#end(thread)
    signal.throwIfAborted()
    return thread
  }

  /** Nobody has taken it while it started. */
  #keepWarm(
    warm: Promise<WorkerThread<Request, Answer>>,
    thread?: WorkerThread<Request, Answer>,
  ): void {
    if (this.#warm !== warm) return
    this.#warm = undefined
    if (thread) this.#idle.push(thread)
    this.#rest()
  }

  async #end(thread: WorkerThread<Request, Answer>): Promise<void> {
    this.#all.delete(thread)
    await thread.end()
  }

  #rest(): void {
    if (this.#used > 0 || this.#closing.signal.aborted) return
    this.#stayAwake()
    this.#stayAwake = this.#clock.after(REST_MS, () => {
      for (const thread of this.#idle.splice(0)) void this.#end(thread)
    })
  }
}

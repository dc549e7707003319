import type { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../clock.ts'

/** One thread that answers one request at a time. */
export interface WorkerThread<Request, Answer> {
  /** It holds so much already that another request had better go to a new one. */
  readonly isSpent?: boolean
  /**
   * What `transfer` holds goes over without a copy. Rejects where the answer takes too long or too
   * much memory, or the thread throws; it is then of no use.
   */
  ask(request: Request, transfer?: readonly ArrayBuffer[]): Promise<Answer>
  end(): Promise<void>
}

/** What one request may cost. */
export interface ThreadLimits {
  readonly milliseconds: number
  readonly megabytes: number
}

export const START_MS = 30_000

/** Starts the thread of `script`, which says that it is ready and then answers each request. */
export async function startWorkerThread<Request, Answer>(
  { milliseconds, megabytes }: ThreadLimits,
  script: URL,
): Promise<WorkerThread<Request, Answer>> {
  // Neither the settings of the daemon nor its flags are any business of what the thread reads.
  const worker = new Worker(script, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  // one that fails when nobody waits for it, after its time was up for instance, is of no use either
  worker.on('error', () => {})
  const talking: Talking = {
    events: worker,
    stayFor: (isAwaited) => void (isAwaited ? worker.ref() : worker.unref()),
  }
  const thread: WorkerThread<Request, Answer> = {
    ask(request, transfer = []) {
      worker.postMessage(request, transfer)
      return nextMessage<Answer>(talking, milliseconds)
    },
    async end() {
      await worker.terminate()
    },
  }
  try {
    await nextMessage(talking, START_MS)
    return thread
  } catch (failure) {
    await thread.end()
    throw failure
  }
}

/** A thread or a process as far as it says something. */
export interface Talking {
  readonly events: Pick<EventEmitter, 'on' | 'off'>
  /** Whether this process waits for it to end. */
  stayFor(isAwaited: boolean): void
}

/** The process stays alive for an answer, not for a thread that has nothing to do. */
export function nextMessage<Message>(
  { events, stayFor }: Talking,
  milliseconds: number,
): Promise<Message> {
  return new Promise<Message>((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new Error(`No answer within ${milliseconds} ms`))),
      milliseconds,
    )
    const heard = (message: Message) => end(() => resolve(message))
    const failed = (error: unknown) => end(() => reject(error))
    const ended = () => end(() => reject(new Error('The thread has ended')))

    function end(settle: () => void): void {
      clearTimeout(timer)
      events.off('message', heard).off('error', failed).off('exit', ended)
      stayFor(false)
      settle()
    }

    events.on('message', heard).on('error', failed).on('exit', ended)
    stayFor(true)
  })
}

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

import { fork } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
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

const START_MS = 30_000
const MEGABYTE = 1024 * 1024

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
  return whenReady(script, talking, {
    ask(request, transfer = []) {
      worker.postMessage(request, transfer)
      return nextMessage<Answer>(talking, milliseconds)
    },
    async end() {
      await worker.terminate()
    },
  })
}

/**
 * Like `startWorkerThread`, as a process of its own, which answers with `answerParent`. What it
 * holds is limited with all its buffers, and goes back to the system when it ends.
 */
export async function startWorkerProcess<Request, Answer>(
  { milliseconds, megabytes }: ThreadLimits,
  script: URL,
): Promise<WorkerThread<Request, Answer>> {
  const limit = new URL('./limit-process.ts', import.meta.url)
  // Neither the settings of the daemon nor its flags are any business of what the process reads.
  const child = fork(fileURLToPath(script), [String(megabytes)], {
    env: {},
    // the heap's own limit comes second: reaching it aborts, which leaves a core
    execArgv: [`--import=${limit.href}`, `--max-old-space-size=${2 * megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  const talking: Talking = {
    events: child,
    // the channel is an anchor of its own
    stayFor(isAwaited) {
      for (const anchor of [child, child.channel]) isAwaited ? anchor?.ref() : anchor?.unref()
    },
  }
  let isSpent = false
  return whenReady(script, talking, {
    get isSpent() {
      return isSpent
    },
    async ask(request) {
      if (!child.connected) throw new Error('The process has ended')
      // one that ends just now says so by its exit
      child.send(request as object, () => {})
      const { answer, held } = await nextMessage<ProcessAnswer<Answer>>(talking, milliseconds)
      isSpent = held > (megabytes * MEGABYTE) / 2
      return answer
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      child.kill('SIGKILL')
      await exited
    },
  })
}

/** What a worker process says, and how much it holds then, in bytes. */
interface ProcessAnswer<Answer> {
  readonly answer: Answer
  readonly held: number
}

/** Tells the daemon from a worker process. */
export function answerParent<Answer>(answer: Answer): void {
  const message: ProcessAnswer<Answer> = { answer, held: process.memoryUsage.rss() }
  process.send?.(message)
}

async function whenReady<Request, Answer>(
  script: URL,
  talking: Talking,
  worker: WorkerThread<Request, Answer>,
): Promise<WorkerThread<Request, Answer>> {
  try {
    await nextMessage(talking, START_MS)
    return worker
  } catch (cause) {
    await worker.end()
    throw new Error(`${script.href} does not start`, { cause })
  }
}

/** A thread or a process as far as it says something. */
interface Talking {
  readonly events: Pick<EventEmitter, 'on' | 'off'>
  /** Whether this process waits for it to end. */
  stayFor(isAwaited: boolean): void
}

/** The process stays alive for an answer, not for a thread that has nothing to do. */
function nextMessage<Message>(
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
  /** That which was warmed up may not have started yet. */
  readonly #idle = new Set<Promise<WorkerThread<Request, Answer>>>()
  readonly #closing = new AbortController()
  #used = 0
  #stayAwake = () => {}

  constructor(start: () => Promise<WorkerThread<Request, Answer>>, clock: Clock) {
    this.#start = start
    this.#clock = clock
  }

  /** Starts a thread for the next use, unless there is one. */
  warmUp(): void {
    const isThere = this.#all.size + this.#used + this.#idle.size > 0
    if (isThere || this.#closing.signal.aborted) return
    const warm = this.#started()
    this.#idle.add(warm)
    warm.then(
      () => this.#rest(),
      () => this.#idle.delete(warm),
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
        else this.#idle.add(Promise.resolve(thread))
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
    await Promise.allSettled(this.#idle)
    await Promise.all([...this.#all].map((thread) => this.#end(thread)))
  }

  async #take(): Promise<WorkerThread<Request, Answer>> {
    this.#closing.signal.throwIfAborted()
    const [idle] = this.#idle
    if (!idle) return this.#started()
    this.#idle.delete(idle)
    return idle
  }

  async #started(): Promise<WorkerThread<Request, Answer>> {
    const { signal } = this.#closing
    const thread = await this.#start()
    this.#all.add(thread)
    if (signal.aborted) await this.#end(thread)
    signal.throwIfAborted()
    return thread
  }

  async #end(thread: WorkerThread<Request, Answer>): Promise<void> {
    this.#all.delete(thread)
    await thread.end()
  }

  #rest(): void {
    if (this.#used > 0 || this.#closing.signal.aborted) return
    this.#stayAwake()
    this.#stayAwake = this.#clock.after(REST_MS, () => {
      for (const idle of this.#idle) idle.then((thread) => this.#end(thread)).catch(() => {})
      this.#idle.clear()
    })
  }
}

import { AppError } from '../errors.ts'

/** Replies that run at once, of one account and of all, and those that wait for their turn. */
export const replyLimits = { perAccount: 2, overall: 4, waiting: 16 }
type ReplyLimits = typeof replyLimits

interface Entry {
  readonly userId: string
  readonly chatId: string
  readonly controller: AbortController
  /** Resolves when the reply has ended, however it did. */
  readonly ended: PromiseWithResolvers<void>
  /** Undefined once the reply runs. */
  start: (() => void) | undefined
}

/** A place among the running replies, taken until `leave` is called. */
export interface ReplyPlace {
  /** Aborted when somebody stops the reply. */
  readonly signal: AbortSignal
  /** Resolves when the reply may use the model, or was stopped before; undefined: at once. */
  readonly begin: Promise<void> | undefined
  stop(): void
  leave(): void
}

/** The replies that run or wait: every one can be stopped, and only so many run at once. */
export class RunningReplies {
  readonly #limits: ReplyLimits
  /** In the order in which they were asked for; those without `start` run. */
  readonly #entries = new Set<Entry>()
  #isClosed = false

  constructor(limits: ReplyLimits) {
    this.#limits = limits
  }

  /** Throws `RATE_LIMITED` where the reply would have to wait and too many do already. */
  enter({ userId, chatId }: Pick<Entry, 'userId' | 'chatId'>): ReplyPlace {
    if (this.#isClosed) throw new AppError('NOT_AVAILABLE', 'The server is shutting down.')
    const begin = Promise.withResolvers<void>()
    const controller = new AbortController()
    const ended = Promise.withResolvers<void>()
    const entry: Entry = { userId, chatId, controller, ended, start: begin.resolve }
    this.#entries.add(entry)
    this.#startNext()
    const waiting = [...this.#entries].filter(({ start }) => start)
    if (entry.start && waiting.length > this.#limits.waiting) {
      this.#entries.delete(entry)
      const sentence = `${this.#limits.waiting} messages are waiting for a reply already. Try again later.`
      throw new AppError('RATE_LIMITED', sentence)
    }
    controller.signal.addEventListener('abort', () => begin.resolve(), { once: true })
    return {
      signal: controller.signal,
      begin: entry.start ? begin.promise : undefined,
      stop: () => controller.abort(),
      leave: () => {
        this.#entries.delete(entry)
        ended.resolve()
        this.#startNext()
      },
    }
  }

  /** Stops the replies of one chat, or of all chats of the account; resolves when they have ended. */
  async stop(userId: string, chatId?: string): Promise<void> {
    const ofUser = [...this.#entries].filter((entry) => entry.userId === userId)
    await stopAll(ofUser.filter((entry) => chatId === undefined || entry.chatId === chatId))
  }

  /** Stops all replies for good; resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await stopAll([...this.#entries])
  }

  #startNext(): void {
    const running = [...this.#entries].filter(({ start }) => !start)
    for (const entry of this.#entries) {
      if (running.length >= this.#limits.overall) return
      const own = running.filter(({ userId }) => userId === entry.userId)
      if (!entry.start || own.length >= this.#limits.perAccount) continue
      entry.start()
      entry.start = undefined
      running.push(entry)
    }
  }
}

async function stopAll(entries: readonly Entry[]): Promise<void> {
  for (const { controller } of entries) controller.abort()
  await Promise.all(entries.map(({ ended }) => ended.promise))
}

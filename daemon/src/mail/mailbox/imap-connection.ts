import type { MailboxState } from '@shortlist/contracts/mail'
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../errors.ts'
import { untilAborted } from '../../platform/llm/until-aborted.ts'
import type { Log } from '../../platform/log.ts'
import type { Clock } from '../../platform/realtime/clock.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { explainFailure, type ImapFailure } from './imap-failure.ts'
import type { ImapSettings } from './imap-settings.ts'
import { openFolder } from './open-folder.ts'
import { type ImapTimers, type OpenImap, openImap } from './open-imap.ts'
import { retryDelay } from './retry-delay.ts'

/** How the mailbox is doing. */
export interface Condition {
  readonly state: MailboxState
  readonly error: string | null
  /** When it is tried again, ISO 8601; null where that is not planned. */
  readonly retryAt: string | null
}

export interface ConnectionParts {
  readonly now: () => Date
  readonly clock: Clock
  readonly random: () => number
  readonly log: Pick<Log, 'warn'>
  readonly timers: ImapTimers
  /** How often news are assumed although the server has told none, in milliseconds. */
  readonly pollMs: number
}

type Hearer = (news: 'mail' | 'health') => void

const noFurther = () => {}

/** One kept connection to a mailbox, opened when it is needed and, while watched, again and again. */
export class ImapConnection {
  readonly #settings: ImapSettings
  readonly #parts: ConnectionParts
  readonly #exclusively = serialQueue()
  readonly #hearers = new Set<Hearer>()
  readonly #closing = new AbortController()
  #open: OpenImap | undefined
  #isWorking = false
  #condition: Condition = { state: 'connecting', error: null, retryAt: null }
  #failures = 0
  /** What was refused, and until when it is not asked again unless somebody wants it. */
  #refusal: { readonly error: AppError; readonly until: number } | undefined
  #cancelRetry = noFurther
  #cancelPoll = noFurther

  constructor(settings: ImapSettings, parts: ConnectionParts) {
    this.#settings = settings
    this.#parts = parts
  }

  get condition(): Condition {
    return this.#condition
  }

  /**
   * Works on the connection, alone, with the mailbox's folder open. What the vendor throws closes
   * the connection and becomes an `AppError`; an abort rejects at once with its reason, and what
   * was asked ends by itself.
   */
  run<Result>(work: (client: ImapFlow) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return untilAborted(() => this.#exclusively(() => this.#work(work, signal)), signal)
  }

  /** The same; where a kept connection turns out to be dead, once more on a new one. */
  runAfresh<Result>(
    work: (client: ImapFlow) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const twice = async () => {
      const kept = this.#open
      try {
        return await this.#work(work, signal)
      } catch (error) {
        const isStale = kept !== undefined && error instanceof AppError && error.code === 'IMAP_NET'
        if (!isStale) throw error
        return this.#work(work, signal)
      }
    }
    return untilAborted(() => this.#exclusively(twice), signal)
  }

  /** Tries right now, whatever was refused before. */
  async connect(signal: AbortSignal): Promise<void> {
    this.#refusal = undefined
    await this.runAfresh((client) => client.noop(), signal)
  }

  watch(hear: Hearer): () => void {
    this.#hearers.add(hear)
    if (this.#hearers.size === 1) {
      this.#pollLater()
      if (!this.#open) this.#reconnect()
    }
    return () => {
      this.#hearers.delete(hear)
      if (this.#hearers.size === 0) this.#rest()
    }
  }

  async close(): Promise<void> {
    this.#hearers.clear()
    this.#rest()
    this.#closing.abort(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
    await this.#exclusively(async () => {})
  }

  async #work<Result>(
    work: (client: ImapFlow) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted()
    this.#closing.signal.throwIfAborted()
    this.#isWorking = true
    try {
      return await work(await this.#opened())
    } catch (error) {
      throw this.#fail(error)
    } finally {
      this.#isWorking = false
    }
  }

  async #opened(): Promise<ImapFlow> {
    if (this.#open?.client.usable) return this.#open.client
    if (this.#refusal && this.#parts.clock.now() < this.#refusal.until) throw this.#refusal.error
    const { timers } = this.#parts
    const { signal } = this.#closing
    const onThrottle = (milliseconds: number) => this.#throttle(milliseconds)
    const open = await openImap(this.#settings, { timers, onThrottle, signal })
    this.#open = open
    await openFolder(open.client, this.#settings.folder)
    this.#listen(open)
    this.#cancelRetry()
    this.#failures = 0
    this.#refusal = undefined
    this.#become({ state: 'ready', error: null, retryAt: null })
    return open.client
  }

  #listen(open: OpenImap): void {
    const { client } = open
    const path = client.mailbox ? client.mailbox.path : ''
    client.on('exists', (news) => {
      if (news.path === path) this.#tell('mail')
    })
    client.on('expunge', (news) => {
      if (news.path === path && !news.earlier) this.#tell('mail')
    })
    client.on('close', () => {
      // what is being asked fails by itself, and says more
      if (this.#open !== open || this.#isWorking) return
      this.#open = undefined
      this.#retryAfter(retryDelay(1, this.#parts.random), { state: 'connecting', error: null })
    })
  }

  /** Closes what is open and says what has become of it; answers with what is to be thrown. */
  #fail(error: unknown): unknown {
    if (error instanceof AppError) return error
    const problem = this.#open?.problem() ?? error
    this.#open?.client.close()
    this.#open = undefined
    if (this.#closing.signal.aborted) return this.#closing.signal.reason
    const failure = explainFailure(problem, this.#settings) ?? explainFailure(error, this.#settings)
    this.#failures += 1
    if (!failure) return this.#failUnexpectedly(error)
    const refusal = new AppError(failure.code, failure.sentence, { cause: problem })
    this.#parts.log.warn({ code: failure.code, failures: this.#failures }, 'mailbox failed')
    this.#note(failure, refusal)
    return refusal
  }

  #note({ state, sentence, waitMs }: ImapFailure, error: AppError): void {
    const { clock, random } = this.#parts
    this.#refusal = waitMs === null ? undefined : { error, until: clock.now() + waitMs }
    this.#retryAfter(waitMs ?? retryDelay(this.#failures, random), { state, error: sentence })
  }

  #failUnexpectedly(error: unknown): unknown {
    const sentence = 'The mailbox could not be read because of a mistake in Shortlist.'
    this.#parts.log.warn({ err: error }, 'mailbox failed unexpectedly')
    const wait = retryDelay(this.#failures, this.#parts.random)
    this.#retryAfter(wait, { state: 'unreachable', error: sentence })
    return error
  }

  /** The vendor waits and asks again by itself. */
  #throttle(milliseconds: number): void {
    const retryAt = this.#inFuture(milliseconds)
    const error = 'The mail server wants fewer requests. It is asked again later.'
    this.#become({ state: 'throttled', error, retryAt })
  }

  #retryAfter(wait: number, condition: Pick<Condition, 'state' | 'error'>): void {
    this.#cancelRetry()
    const isWatched = this.#hearers.size > 0
    this.#become({ ...condition, retryAt: isWatched ? this.#inFuture(wait) : null })
    if (isWatched) this.#cancelRetry = this.#parts.clock.after(wait, () => this.#reconnect())
  }

  #reconnect(): void {
    this.#cancelRetry()
    this.run(async () => {}, this.#closing.signal).then(
      () => this.#tell('mail'),
      // its condition is noted, and the next attempt planned
      () => {},
    )
  }

  #pollLater(): void {
    const { clock, pollMs } = this.#parts
    this.#cancelPoll = clock.after(pollMs, () => {
      this.#pollLater()
      this.#tell('mail')
    })
  }

  #rest(): void {
    this.#cancelRetry()
    this.#cancelPoll()
    this.#cancelRetry = noFurther
    this.#become({ ...this.#condition, retryAt: null })
  }

  #inFuture(milliseconds: number): string {
    return new Date(this.#parts.now().getTime() + milliseconds).toISOString()
  }

  #become(condition: Condition): void {
    const before = this.#condition
    this.#condition = condition
    const { state, error, retryAt } = condition
    if (before.state !== state || before.error !== error || before.retryAt !== retryAt) {
      this.#tell('health')
    }
  }

  #tell(news: 'mail' | 'health'): void {
    for (const hear of [...this.#hearers]) hear(news)
  }
}

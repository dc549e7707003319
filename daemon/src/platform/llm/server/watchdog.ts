import type { AppError } from '../../../errors.ts'
import { stalled, tookTooLong } from './llm-failure.ts'

/** How long a model may take, in milliseconds. */
export interface LlmTimers {
  /** Without a word: before a reply, within it, and before an answer that is not streamed. */
  readonly silenceMs: number
  /** The same while the server says that it is loading the model. */
  readonly loadingMs: number
  /** From the request to the end, repetitions included. */
  readonly totalMs: number
  /** How long a connection is read on after the reply is complete, so that it can be used again. */
  readonly graceMs: number
}

/**
 * The timers that go with a tolerated silence; loading a model may take four times as long. The
 * time to connect is the platform's own: 10 seconds.
 */
export function llmTimers(stallSeconds: number): LlmTimers {
  const silenceMs = stallSeconds * 1000
  return { silenceMs, loadingMs: 4 * silenceMs, totalMs: 600_000, graceMs: 250 }
}

/** Ends a request that takes too long, or that its caller no longer wants. */
export class Watchdog {
  /** The limit that was passed; undefined while all is well. */
  failure: AppError | undefined
  readonly #request = new AbortController()
  readonly #caller: AbortSignal
  readonly #onLoading: (isLoading: boolean) => void
  readonly #total: NodeJS.Timeout
  #silence: NodeJS.Timeout | undefined
  #isLoading = false

  /**
   * `totalMs` begins now. `onLoading` is told when the call begins to wait for a model that is being
   * loaded, and when it no longer does.
   */
  constructor(
    totalMs: number,
    caller: AbortSignal,
    onLoading: (isLoading: boolean) => void = () => {},
  ) {
    this.#caller = caller
    this.#onLoading = onLoading
    this.#total = setTimeout(() => this.#fail(tookTooLong(totalMs)), totalMs)
    if (caller.aborted) this.#abort()
    else caller.addEventListener('abort', this.#abort, { once: true })
  }

  /** Aborted by the caller's signal and by every limit. */
  get signal(): AbortSignal {
    return this.#request.signal
  }

  /** Allows a silence of so many milliseconds from now on, in which the server may load a model. */
  allow(silenceMs: number, isLoading = false): void {
    this.rest(isLoading)
    this.#silence = setTimeout(() => this.#fail(stalled(silenceMs)), silenceMs)
  }

  /** Something was heard: the silence begins anew. */
  heard(): void {
    this.#silence?.refresh()
  }

  /** Nobody is waited for at present. */
  rest(isLoading = false): void {
    clearTimeout(this.#silence)
    if (isLoading !== this.#isLoading) this.#onLoading(isLoading)
    this.#isLoading = isLoading
  }

  /** Ends the request after so many milliseconds, which is not a failure. */
  endWithin(ms: number): void {
    this.rest()
    this.#silence = setTimeout(() => this.#request.abort(), ms)
  }

  /** Ends what still runs and lets go of timers and signal. */
  close(): void {
    this.rest()
    clearTimeout(this.#total)
    this.#caller.removeEventListener('abort', this.#abort)
    this.#request.abort()
  }

  #fail(error: AppError): void {
    this.failure ??= error
    this.#request.abort()
  }

  readonly #abort = () => this.#request.abort(this.#caller.reason)
}

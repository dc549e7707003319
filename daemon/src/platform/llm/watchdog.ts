import type { AppError } from '../../errors.ts'
import { stalled, tookTooLong } from './llm-failure.ts'

/** How long a model may take, in milliseconds. */
export interface LlmTimers {
  /** From the request to the first token: a local model may have to be loaded first. */
  readonly firstTokenMs: number
  /** Between two reads once the reply has begun. */
  readonly idleMs: number
  /** From the request to the end, repetitions included. */
  readonly totalMs: number
  /** From the request to the whole answer, where it is not streamed. */
  readonly answerMs: number
  /** How long a connection is read on after the reply is complete, so that it can be used again. */
  readonly graceMs: number
}

/**
 * The timers that go with a tolerated silence: a first token may take four times as long, a whole
 * answer eight times. The time to connect is the platform's own: 10 seconds.
 */
export function llmTimers(stallSeconds: number): LlmTimers {
  const idleMs = stallSeconds * 1000
  return {
    idleMs,
    firstTokenMs: 4 * idleMs,
    answerMs: 8 * idleMs,
    totalMs: 600_000,
    graceMs: 250,
  }
}

/** Ends a request that takes too long, or that its caller no longer wants. */
export interface Watchdog {
  /** Aborted by the caller's signal and by every limit. */
  readonly signal: AbortSignal
  /** The limit that was passed; undefined while all is well. */
  readonly failure: AppError | undefined
  /** Allows a silence of so many milliseconds from now on. */
  allow(silenceMs: number): void
  /** Something was heard: the silence begins anew. */
  heard(): void
  /** Nobody is waited for at present. */
  rest(): void
  /** Ends the request after so many milliseconds, which is not a failure. */
  endWithin(ms: number): void
  /** Ends what still runs and lets go of timers and signal. */
  close(): void
}

/** A watchdog over one call; `totalMs` begins now. */
export function createWatchdog(totalMs: number, caller: AbortSignal): Watchdog {
  const request = new AbortController()
  let failure: AppError | undefined
  let silence: NodeJS.Timeout | undefined

  function fail(error: AppError): void {
    failure ??= error
    request.abort()
  }
  function abort(): void {
    request.abort(caller.reason)
  }
  const total = setTimeout(() => fail(tookTooLong(totalMs)), totalMs)
  if (caller.aborted) abort()
  else caller.addEventListener('abort', abort, { once: true })

  return {
    signal: request.signal,
    get failure() {
      return failure
    },
    allow(silenceMs) {
      clearTimeout(silence)
      silence = setTimeout(() => fail(stalled(silenceMs)), silenceMs)
    },
    heard: () => silence?.refresh(),
    rest: () => clearTimeout(silence),
    endWithin(ms) {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), ms)
    },
    close() {
      clearTimeout(silence)
      clearTimeout(total)
      caller.removeEventListener('abort', abort)
      request.abort()
    },
  }
}

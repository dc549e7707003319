import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { ServerRefusal } from './server-refusal.ts'

export interface RetryPolicy {
  /** How long to wait before each repetition, in milliseconds; their number is the limit. */
  readonly delaysMs: readonly number[]
  /** A server that asks for a longer wait than this, in milliseconds, is not asked again. */
  readonly longestWaitMs: number
  /** Rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Twice, with growing pauses. */
export const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [500, 2000],
  longestWaitMs: 20_000,
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/**
 * Repeats a request that was answered with 429 or 5xx, before anything of the reply has come.
 * A used-up quota and an answer that would be the same again are not repeated.
 */
export async function retryBeforeFirstByte<Answer>(
  attempt: () => Promise<Answer>,
  { delaysMs, longestWaitMs, wait }: RetryPolicy,
  signal: AbortSignal,
): Promise<Answer> {
  for (const delayMs of delaysMs) {
    try {
      return await attempt()
    } catch (error) {
      const refusal = transientRefusal(error)
      const pauseMs = refusal?.retryAfterMs ?? delayMs
      if (!refusal || signal.aborted || pauseMs > longestWaitMs) throw error
      await wait(pauseMs, signal)
    }
  }
  return attempt()
}

function transientRefusal(error: unknown): ServerRefusal | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof ServerRefusal)) return undefined
  // a status tells apart a server that failed from one that cannot be reached at all
  const isTransient = error.code === 'LLM_RATE' || error.code === 'LLM_UNREACHABLE'
  return isTransient && error.cause.status !== undefined ? error.cause : undefined
}

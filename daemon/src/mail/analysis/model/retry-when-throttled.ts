import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../../errors.ts'
import { ServerRefusal } from '../../../platform/llm/server-refusal.ts'

/** Waits; rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

export const wait: Wait = (ms, signal) => setTimeout(ms, undefined, { signal })

/** How long to wait before each repetition, in milliseconds, and the longest that a server may ask. */
const delaysMs = [5_000, 20_000]
const LONGEST_MS = 60_000

export interface Throttling {
  readonly wait: Wait
  /** Told each time the server asks for fewer requests. */
  readonly onThrottled: () => void
}

/** Repeats what failed with `LLM_RATE` up to twice, each time later, or when the server asks for it. */
export async function retryWhenThrottled<Answer>(
  attempt: () => Promise<Answer>,
  { wait, onThrottled }: Throttling,
  signal: AbortSignal,
): Promise<Answer> {
  for (const delayMs of delaysMs) {
    try {
      return await attempt()
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.code !== 'LLM_RATE') throw failure
      onThrottled()
      const { cause } = failure
      const askedMs = cause instanceof ServerRefusal ? (cause.retryAfterMs ?? 0) : 0
      await wait(Math.min(Math.max(delayMs, askedMs), LONGEST_MS), signal)
    }
  }
  return attempt()
}

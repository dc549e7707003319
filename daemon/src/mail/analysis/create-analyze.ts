import type { ErrorCode } from '@shortlist/contracts/errors'
import { AppError } from '../../errors.ts'
import { type Clock, realClock } from '../../platform/clock.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import { refusalOf, stalled } from '../../platform/llm/server/llm-failure.ts'
import type { Log } from '../../platform/log.ts'
import { untilAborted } from '../../platform/until-aborted.ts'
import type { Analyze, AnalyzedMail, MailToAnalyze } from '../ports.ts'

interface AnalyzeParts {
  readonly llm: Pick<Llm, 'json' | 'models' | 'status'>
  readonly log: Pick<Log, 'warn'>
  readonly clock?: Clock
  /** How long one mail may wait for the model in all, in seconds; four times while it is loaded. */
  readonly limitSeconds?: number
  /** Told each time the model server asks for fewer requests. */
  readonly onThrottled?: () => void
}

/**
 * The analysis of a mail by the language model where one is at hand, else by the built-in rules.
 * They also step in where the model fails: it is down, hangs, refuses, or gives no valid answer when
 * asked again; where it was away the analysis says so. The finding says which of the two it was.
 * Rejects only when the signal is aborted.
 */
export function createAnalyze(parts: AnalyzeParts): Analyze {
  const { llm, log } = parts
  const limit = new ModelLimit(parts)

  async function tryModel(
    mail: MailToAnalyze,
    signal: AbortSignal,
  ): Promise<AnalyzedMail | 'away' | null> {
    if (limit.isPaused) return 'away'
    try {
      const { analyzeByModel } = await import('./model/analyze-by-model.ts')
      const model = llm.models()?.used.small
      const found = await limit.ask((within) => analyzeByModel(llm, mail, within), signal)
      return found && model ? { ...found, finding: { ...found.finding, model } } : found
    } catch (failure) {
      signal.throwIfAborted()
      const code = failure instanceof AppError ? failure.code : 'INTERNAL'
      log.warn({ code }, 'the model has not analysed a mail, the built-in rules do')
      return awayCodes.includes(code) ? 'away' : null
    }
  }

  return async (mail, signal) => {
    signal.throwIfAborted()
    const { isSuspicious } = await import('./learned/judge-mail.ts')
    // a scam is not worth a model's time, and has nothing to tell it
    const isReadable = mail.message.problem === null && !mail.isForRules
    const isWorthIt = isReadable && !isSuspicious(mail.message)
    const analyzed = isWorthIt ? await tryModel(mail, signal) : null
    if (analyzed !== null && analyzed !== 'away') return analyzed
    const { analyzeByRules } = await import('./analyze-by-rules.ts')
    return { ...(await analyzeByRules(mail)), ...(analyzed === 'away' && { isStandIn: true }) }
  }
}

/** Loads what the first analysis would load; the model's one begins with that by the rules. */
export async function loadAnalysis(): Promise<void> {
  await import('./model/analyze-by-model.ts')
}

/** While the server loads its model a mail may wait so many times as long. */
const LOADING = 4

/** The least wait before a server that has too many requests is asked again, in milliseconds. */
const THROTTLED_MS = 5_000

/** So many failures among so many calls, and the model is left alone for a while, in milliseconds. */
const FAILURES = 3
const CALLS = 10
const PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 600_000

/** Failures after which the same mail may be offered again; any other is an answer of a kind. */
const awayCodes: readonly ErrorCode[] = [
  'LLM_UNREACHABLE',
  'LLM_AUTH',
  'LLM_QUOTA',
  'LLM_RATE',
  'LLM_STALL',
]

/**
 * What a model may cost a mailbox. One mail waits for it no longer than the limit, whatever happens
 * meanwhile: silence, refusals, repetitions, pauses. A server that fails again and again, or asks for
 * a longer pause than a mail can wait, is left alone for that time.
 */
class ModelLimit {
  readonly #parts: Required<AnalyzeParts>
  /** Whether the server failed, of the last calls. */
  #failed: readonly boolean[] = []
  #pausedUntil = 0

  constructor(parts: AnalyzeParts) {
    this.#parts = { clock: realClock, limitSeconds: 30, onThrottled: () => {}, ...parts }
  }

  /** Whether the model is to be left alone. */
  get isPaused(): boolean {
    const left = this.#pausedUntil - this.#parts.clock.now()
    // a clock that is set back makes no longer pause
    return left > 0 && left <= LONGEST_PAUSE_MS
  }

  /**
   * The answer to what `attempt` asks of the model; asked again where the server has too many
   * requests. Rejects with what `attempt` rejects with, with `LLM_STALL` when the limit is passed, and
   * with the reason of the caller's signal.
   */
  async ask<Answer>(
    attempt: (signal: AbortSignal) => Promise<Answer>,
    caller: AbortSignal,
  ): Promise<Answer> {
    const { signal, end, until } = this.#begin(caller)
    try {
      const answer = await this.#repeat(attempt, signal, until)
      this.#note(false)
      return answer
    } catch (failure) {
      caller.throwIfAborted()
      const code = failure instanceof AppError ? failure.code : 'INTERNAL'
      this.#note(awayCodes.includes(code) || code === 'LLM_REFUSED')
      if (code === 'LLM_RATE') this.#pause(askedMs(failure))
      throw failure
    } finally {
      end()
    }
  }

  async #repeat<Answer>(
    attempt: (signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal,
    until: number,
  ): Promise<Answer> {
    const { clock, onThrottled } = this.#parts
    for (;;) {
      try {
        return await attempt(signal)
      } catch (failure) {
        if (!(failure instanceof AppError) || failure.code !== 'LLM_RATE') throw failure
        onThrottled()
        const waitMs = Math.max(THROTTLED_MS, askedMs(failure))
        if (clock.now() + waitMs >= until) throw failure
        const pass = () => new Promise<void>((resolve) => void clock.after(waitMs, resolve))
        await untilAborted(pass, signal)
        if (this.isPaused) throw failure
      }
    }
  }

  /** Begins the time of one mail. */
  #begin(caller: AbortSignal) {
    const { clock, limitSeconds, llm } = this.#parts
    const limitMs = limitSeconds * 1000
    const passed = new AbortController()
    const fail = () => passed.abort(stalled(limitMs))
    let forget = clock.after(limitMs, () => {
      if (llm.status().isLoading === true) forget = clock.after((LOADING - 1) * limitMs, fail)
      else fail()
    })
    return {
      signal: AbortSignal.any([caller, passed.signal]),
      until: clock.now() + limitMs,
      end: () => forget(),
    }
  }

  #note(hasFailed: boolean): void {
    this.#failed = [...this.#failed, hasFailed].slice(-CALLS)
    if (hasFailed && this.#failed.filter(Boolean).length >= FAILURES) this.#pause(PAUSE_MS)
  }

  #pause(ms: number): void {
    const until = this.#parts.clock.now() + Math.min(Math.max(ms, PAUSE_MS), LONGEST_PAUSE_MS)
    this.#pausedUntil = this.isPaused ? Math.max(until, this.#pausedUntil) : until
  }
}

/** How long the server asks to be left alone, in milliseconds; 0 where it does not say. */
function askedMs(failure: unknown): number {
  return refusalOf(failure)?.retryAfterMs ?? 0
}

import { AppError } from '../../errors.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import type { Log } from '../../platform/log.ts'
import type { Analyze, AnalyzedMail, MailToAnalyze } from '../ports.ts'
import { ModelPause } from './model/model-pause.ts'
import { retryWhenThrottled, type Wait, wait } from './model/retry-when-throttled.ts'

export interface AnalyzeParts {
  readonly llm: Pick<Llm, 'json'>
  readonly log: Pick<Log, 'warn'>
  readonly now?: () => Date
  readonly wait?: Wait
  /** Told each time the model server asks for fewer requests. */
  readonly onThrottled?: () => void
}

/**
 * The analysis of a mail by the language model where one is at hand, else by the built-in rules.
 * They also step in where the model fails: it is down, refuses, or gives no valid answer when asked
 * again. The finding says which of the two it was. Rejects only when the signal is aborted.
 */
export function createAnalyze(parts: AnalyzeParts): Analyze {
  const { llm, log, now = () => new Date() } = parts
  const throttling = { wait: parts.wait ?? wait, onThrottled: parts.onThrottled ?? (() => {}) }
  const pause = new ModelPause(now)

  async function tryModel(mail: MailToAnalyze, signal: AbortSignal): Promise<AnalyzedMail | null> {
    if (pause.isOn) return null
    try {
      const { analyzeByModel } = await loadModel()
      const ask = () => analyzeByModel(llm, mail, signal)
      const analyzed = await retryWhenThrottled(ask, throttling, signal)
      pause.answered()
      return analyzed
    } catch (failure) {
      signal.throwIfAborted()
      const code = failure instanceof AppError ? failure.code : 'INTERNAL'
      pause.failed(code)
      log.warn({ code }, 'the model has not analysed a mail, the built-in rules do')
      return null
    }
  }

  return async (mail, signal) => {
    signal.throwIfAborted()
    const isReadable = mail.message.problem === null
    const analyzed = isReadable ? await tryModel(mail, signal) : null
    return analyzed ?? (await loadRules()).analyzeByRules(mail)
  }
}

const loadModel = () => import('./model/analyze-by-model.ts')
const loadRules = () => import('./analyze-by-rules.ts')

/** Loads what the first analysis would load. */
export async function loadAnalysis(): Promise<void> {
  await Promise.all([loadModel(), loadRules()])
}

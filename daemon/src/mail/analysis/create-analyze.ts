import { AppError } from '../../errors.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import type { Log } from '../../platform/log.ts'
import type { Analyze, AnalyzedMail, MailToAnalyze } from '../ports.ts'
import { awayCodes, ModelLimit, type ModelLimitParts } from './model/model-limit.ts'

export interface AnalyzeParts extends ModelLimitParts {
  readonly llm: Pick<Llm, 'json' | 'status'>
  readonly log: Pick<Log, 'warn'>
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
      return await limit.ask((within) => analyzeByModel(llm, mail, within), signal)
    } catch (failure) {
      signal.throwIfAborted()
      const code = failure instanceof AppError ? failure.code : 'INTERNAL'
      log.warn({ code }, 'the model has not analysed a mail, the built-in rules do')
      return awayCodes.includes(code) ? 'away' : null
    }
  }

  return async (mail, signal) => {
    signal.throwIfAborted()
    const { isSuspicious } = await import('./is-suspicious.ts')
    // a scam is not worth a model's time, and has nothing to tell it
    const isWorthIt = mail.message.problem === null && !isSuspicious(mail.message)
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

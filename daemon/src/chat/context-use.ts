import type { ContextUse, Mode } from '@shortlist/contracts/chat'
import { estimateTokens } from '@shortlist/contracts/limits'
import { contextPercent } from './context-percent.ts'
import type { PromptUse } from './ports.ts'
import { systemPrompts } from './system-prompts.ts'

/**
 * What a chat fills of the context window: its last prompt, as if it had been asked in `mode`. An
 * empty chat holds the system prompt, which counts as one message.
 */
export function contextUse(last: PromptUse | undefined, mode: Mode): ContextUse {
  const system = estimateTokens(systemPrompts[mode])
  const before = last ? last.tokens - estimateTokens(systemPrompts[last.mode]) : 0
  const totalTokens = before + system
  return {
    contextPercent: contextPercent(totalTokens),
    totalTokens,
    messageCount: last?.messageCount ?? 1,
  }
}

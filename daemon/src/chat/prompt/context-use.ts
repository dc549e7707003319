import type { ContextUse, Mode, StoredMessage } from '@shortlist/contracts/chat'
import { CHARACTERS_PER_TOKEN, estimateTokens } from '@shortlist/contracts/limits'
import type { PromptUse } from '../ports.ts'
import { systemPrompts } from './system-prompts.ts'

/**
 * What a chat fills of a window of `contextTokens`: its last prompt and reply, as if it had been asked
 * in `mode`. An empty chat holds the system prompt, which counts as one message.
 */
export function contextUse(
  last: PromptUse | undefined,
  mode: Mode,
  contextTokens: number,
): ContextUse {
  const system = systemPrompts[mode]
  const before = last ? last.tokens - estimateTokens(systemPrompts[last.mode]) : 0
  const totalTokens = before + estimateTokens(system)
  return {
    contextPercent: contextPercent(totalTokens, contextTokens),
    totalTokens,
    messageCount: last?.messageCount ?? 1,
    contextTokens,
    instructionTokens: system.length / CHARACTERS_PER_TOKEN,
  }
}

/** How much of a window of `contextTokens` so many tokens fill, in percent from 0 to 100. */
export function contextPercent(tokens: number, contextTokens: number): number {
  return Math.min(100, Math.max(0, (tokens / contextTokens) * 100))
}

/**
 * What a prompt and the reply to it take, which is what the next question finds: by the server's count
 * where it gave one. Undefined where nothing was answered.
 */
export function tokensAfter(message: StoredMessage): number | undefined {
  const { role, content, promptTokens, countedTokens } = message
  if (role !== 'bot' || content.trim() === '' || promptTokens === undefined) return undefined
  return countedTokens ?? promptTokens + estimateTokens(content)
}

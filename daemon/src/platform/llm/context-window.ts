import {
  CHARACTERS_PER_TOKEN,
  CONTEXT_WINDOW_TOKENS,
  IMAGE_TOKENS,
} from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import type { PromptMessage } from './llm.ts'
import { refusalOf } from './server/llm-failure.ts'

/** What is kept free for the reply, in tokens; of a window that is small, a quarter. */
export const REPLY_RESERVE_TOKENS = 1024

/** A refusal of a prompt of so few tokens, by our count, is not about its length. */
const FEWEST_TOKENS = 512

/** What is sent of a prompt that was too long by an unknown amount. */
const SHORTER = 3 / 4

/** How long a prompt may be for one model server, as far as it is known. */
export class ContextWindow {
  /** By our count; what `Llm.contextTokens` promises. */
  tokens: number

  /** `servedTokens` is the window that the server tells, for prompt and reply together. */
  constructor(servedTokens = Number.POSITIVE_INFINITY) {
    this.tokens = Math.min(CONTEXT_WINDOW_TOKENS, promptTokens(servedTokens))
  }

  /** Learns from the failure of a reply to these messages; failures of another kind are ignored. */
  learn(failure: unknown, messages: readonly PromptMessage[]): void {
    if (!(failure instanceof AppError) || failure.code !== 'LLM_CONTEXT') return
    const sent = countTokens(messages)
    if (sent <= FEWEST_TOKENS) return
    const told = refusalOf(failure)
    const room = promptTokens(told?.contextTokens ?? Number.POSITIVE_INFINITY)
    // code and most languages have more tokens than a count by characters says
    const counted = Math.max(sent, told?.promptTokens ?? 0)
    const fitting = Math.min((room * sent) / counted, sent * SHORTER)
    this.tokens = Math.min(this.tokens, Math.max(FEWEST_TOKENS, Math.floor(fitting)))
  }
}

/** The specification's estimate (section 5), with a fixed size for images. */
export function countTokens(messages: readonly PromptMessage[]): number {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
  const images = messages.filter(({ image }) => image).length
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + images * IMAGE_TOKENS
}

/** What a window holds beside the reply. */
function promptTokens(windowTokens: number): number {
  return Math.floor(windowTokens - Math.min(REPLY_RESERVE_TOKENS, windowTokens / 4))
}

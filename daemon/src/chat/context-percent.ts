import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'

/** How much of the context window so many tokens fill, in percent from 0 to 100. */
export function contextPercent(tokens: number): number {
  return Math.min(100, Math.max(0, (tokens / CONTEXT_WINDOW_TOKENS) * 100))
}

import type { Excerpt } from '@shortlist/contracts/chat'
import { estimateTokens } from '@shortlist/contracts/limits'

/** What an excerpt is counted as in the context, in tokens; none for null. */
export function excerptTokens(excerpt: Excerpt | null): number {
  if (!excerpt) return 0
  return estimateTokens(`${excerpt.title}\n${excerpt.url}\n${excerpt.text}`)
}

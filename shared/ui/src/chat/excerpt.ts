import type { Excerpt } from '@shortlist/contracts/chat'
import { estimateTokens } from '@shortlist/contracts/limits'
import { copy } from '../copy.ts'
import { safeLink } from '../email/safe-link.ts'

const count = new Intl.NumberFormat('en')

/** Every text about what a question carries of a web page. */
export const excerptCopy = {
  label: ({ kind }: Excerpt, name: string) =>
    kind === 'page' ? `Page ${name}` : `Selection from ${name}`,
  size: (characters: number, tokens: number) =>
    `${count.format(characters)} characters, ~${count.format(tokens)} tokens`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  showAll: 'Show all',
  showLess: 'Show less',
  whole: 'Whole text',
} as const

/** What an excerpt is called: the title of its page, else the host. */
export function nameExcerpt(excerpt: Excerpt): string {
  return excerpt.title.trim() || hostOf(excerpt) || copy.chat.untitledPage
}

/** The host of the page; empty where it has no address that a tab may open. */
export function hostOf({ url }: Excerpt): string {
  return safeLink(url) === null ? '' : new URL(url).host
}

/** What an excerpt is counted as in the context, in tokens; none for null. */
export function excerptTokens(excerpt: Excerpt | null): number {
  if (!excerpt) return 0
  return estimateTokens(`${excerpt.title}\n${excerpt.url}\n${excerpt.text}`)
}

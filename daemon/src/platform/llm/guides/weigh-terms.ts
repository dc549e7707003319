import type { Guide } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'

/** A word that no guide uses tells as much about a question as one that this many use. */
const UNKNOWN = 2

/** The weights of terms, added up. */
export type WeighTerms = (terms: readonly string[]) => number

/** Learns from the guides how much a word says: the fewer guides use it, the more. */
export function weighTerms(guides: readonly Guide[]): WeighTerms {
  const users = new Map<string, number>()
  for (const guide of guides) {
    for (const term of new Set(topicTerms(textOf(guide)))) {
      users.set(term, (users.get(term) ?? 0) + 1)
    }
  }
  const weightOf = (term: string) => Math.log(1 + guides.length / (users.get(term) ?? UNKNOWN))

  return (terms) => terms.reduce((sum, term) => sum + weightOf(term), 0)
}

function textOf({ title, keywords, sections }: Guide): string {
  return [title, ...keywords, ...sections.flatMap(({ heading, text }) => [heading, text])].join(
    '\n',
  )
}

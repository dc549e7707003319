import type { Options } from 'minisearch'
import { topicTerms } from './topic-terms.ts'

/** How guides and sections are indexed and asked: by stems, with a little room for other endings. */
export const indexTerms = {
  tokenize: topicTerms,
  processTerm: (term: string) => term,
  searchOptions: {
    prefix: (term: string) => term.length > 3,
    fuzzy: (term: string) => term.length > 5 && 0.17,
    weights: { fuzzy: 0.3, prefix: 0.4 },
  },
} satisfies Partial<Options>

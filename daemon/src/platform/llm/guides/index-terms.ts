import type { Options } from 'minisearch'
import { isPhrase, topicTerms } from './topic-terms.ts'

/** How guides and sections are indexed and asked: by stems, with a little room for other endings. */
export const indexTerms = {
  tokenize: topicTerms,
  processTerm: (term: string) => term,
  searchOptions: {
    tokenize: topicTerms,
    prefix: (term: string) => !isPhrase(term) && term.length > 3,
    fuzzy: (term: string) => !isPhrase(term) && term.length > 5 && 0.17,
    weights: { fuzzy: 0.3, prefix: 0.4 },
  },
} satisfies Partial<Options>

/** For `addAllAsync`: the daemon streams other replies while the guides are indexed. */
export const inSmallSteps = { chunkSize: 5 }

import type MiniSearch from 'minisearch'
import { topicFields, topicsOf } from './index-guides.ts'
import type { Guide } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'
import type { WeighTerms } from './weigh-terms.ts'

/** A word of this many letters that is found in a slightly different form is surely the same. */
const SURE_LETTERS = 12

/** How much of a question a guide holds; both parts from 0 to 1. */
export interface Evidence {
  /** The part that occurs anywhere in the guide. */
  readonly covered: number
  /** The part that its title, keywords and headings hold; half a keyword counts half. */
  readonly onTopic: number
  /** How many words of the question occur. */
  readonly words: number
}

/** What a word of a question was recognised in: all words of a guide, and those of its topics. */
interface Match {
  readonly term: string
  readonly found: readonly string[]
  readonly topical: readonly string[]
}

/** Prepares guides for weighing; the function it returns gives the evidence by guide position. */
export function weighEvidence(guides: readonly Guide[], index: MiniSearch, weigh: WeighTerms) {
  const topics = guides.map((guide) => topicsOf(guide).map((topic) => new Set(topicTerms(topic))))

  return (question: string): ReadonlyMap<number, Evidence> => {
    const asked = [...new Set(topicTerms(question))]
    const total = weigh(asked)
    const matches = Map.groupBy(
      asked.flatMap((term) => matchesOf(index, term)),
      ({ id }) => id,
    )
    const share = ({ term, found }: Match) => (weigh([term]) * sureness(term, found)) / total
    return new Map(
      [...matches].map(([id, ofGuide]) => {
        const named = new Set(ofGuide.flatMap(({ topical }) => topical))
        const onTopic = (match: Match) =>
          share(match) * completeness(match, topics[id] ?? [], named)
        return [
          id,
          { covered: sum(ofGuide, share), onTopic: sum(ofGuide, onTopic), words: ofGuide.length },
        ]
      }),
    )
  }
}

function matchesOf(index: MiniSearch, term: string): (Match & { id: number })[] {
  return index.search(term, { tokenize: (word) => [word] }).map(({ id, match }) => ({
    id,
    term,
    found: Object.keys(match),
    topical: Object.entries(match)
      .filter(([, fields]) => fields.some((field) => topicFields.includes(field)))
      .map(([found]) => found),
  }))
}

function sureness(term: string, found: readonly string[]): number {
  return found.includes(term) ? 1 : Math.min(1, (term.length / SURE_LETTERS) ** 2)
}

/** How much of the topic that a word belongs to the question names, at best. */
function completeness(
  { topical }: Match,
  topics: readonly ReadonlySet<string>[],
  named: ReadonlySet<string>,
): number {
  const parts = topics
    .filter((topic) => topical.some((word) => topic.has(word)))
    .map((topic) => [...topic].filter((word) => named.has(word)).length / topic.size)
  return Math.max(0, ...parts)
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

import type { Mode } from '@shortlist/contracts/chat'
import MiniSearch, { type Options } from 'minisearch'
import type { Guide } from './read-guide.ts'
import { isPhrase, phrases, topicTerms } from './topic-terms.ts'

/** The evidence that a guide must bring to count as an answer. */
const FLOOR = 0.95
/** What each word beyond the second adds to it; a single word needs more than two do. */
const ANOTHER_WORD = 0.12
/** The part of a question that the topics of a guide hold when it is what is asked about. */
const ON_TOPIC = 0.55
/** What a guide of the other mode counts. */
const OTHER_MODE = 0.6
/** A word of this many letters that is found in a slightly different form is surely the same. */
const SURE_LETTERS = 12
/** A word that no guide uses tells as much about a question as one that this many use. */
const UNKNOWN = 2

const boost = { title: 4, keywords: 3, headings: 2, phrases: 3 }

/** The fields that say what a guide is about. */
const topicFields: readonly string[] = ['title', 'keywords', 'headings']

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

/** A guide that shares words with the question; relevant when it shares enough of them. */
export interface RankedGuide {
  readonly guide: Guide
  readonly score: number
  readonly isRelevant: boolean
  /** It is about what is asked, and does not only hold the words. */
  readonly isOnTopic: boolean
}

/** Indexes guides; the ranking that it returns is best first. */
export async function rankGuides(guides: readonly Guide[], weigh: WeighTerms) {
  const index = await indexGuides(guides)
  const evidenceFor = weighEvidence(guides, index, weigh)

  return (question: string, mode: Mode): RankedGuide[] => {
    const byGuide = evidenceFor(question)
    return index
      .search(question, { boost, tokenize: (text) => [...topicTerms(text), ...phrases(text)] })
      .flatMap(({ id, score, terms }) => {
        const guide = guides[id]
        if (!guide) return []
        const evidence = byGuide.get(id) ?? { covered: 0, onTopic: 0, words: 0 }
        const fit = guide.mode === mode || guide.mode === 'both' ? 1 : OTHER_MODE
        const isAsked = terms.some(isPhrase)
        return [
          {
            guide,
            score: score * fit * (evidence.covered + evidence.onTopic),
            isRelevant: isAsked || strength(evidence) >= FLOOR,
            isOnTopic: isAsked || evidence.onTopic >= ON_TOPIC,
          },
        ]
      })
      .sort((a, b) => b.score - a.score)
  }
}

/** What says what a guide is about, one by one: its title, its keywords and its headings. */
function topicsOf({ title, keywords, sections }: Guide): string[] {
  return [title, ...keywords, ...sections.map(({ heading }) => heading)]
}

/** Indexes guides under their positions; the field `phrases` knows topics by their wording. */
async function indexGuides(guides: readonly Guide[]): Promise<MiniSearch> {
  const index = new MiniSearch({
    ...indexTerms,
    fields: [...topicFields, 'phrases', 'text'],
    tokenize: (text, field) => (field === 'phrases' ? phrases(text) : topicTerms(text)),
  })
  await index.addAllAsync(
    guides.map((guide, id) => ({
      id,
      title: guide.title,
      keywords: guide.keywords.join('\n'),
      headings: guide.sections.map(({ heading }) => heading).join('\n'),
      phrases: topicsOf(guide).join('\n'),
      text: guide.sections.map(({ text }) => text).join('\n'),
    })),
    inSmallSteps,
  )
  return index
}

/** The weights of terms, added up. */
export type WeighTerms = (terms: readonly string[]) => number

/** Learns from the guides how much a word says: the fewer guides use it, the more. */
export function weighTerms(guides: readonly Guide[]): WeighTerms {
  const users = new Map<string, number>()
  for (const guide of guides) {
    const text = [...topicsOf(guide), ...guide.sections.map((section) => section.text)].join('\n')
    for (const term of new Set(topicTerms(text))) users.set(term, (users.get(term) ?? 0) + 1)
  }
  const weightOf = (term: string) => Math.log(1 + guides.length / (users.get(term) ?? UNKNOWN))

  return (terms) => sum(terms, weightOf)
}

/** How much of a question a guide holds; both parts from 0 to 1. */
interface Evidence {
  /** The part that occurs anywhere in the guide. */
  readonly covered: number
  /** The part that its title, keywords and headings hold; half a keyword counts half. */
  readonly onTopic: number
  /** How many words of the question occur. */
  readonly words: number
}

/** What a guide is about counts more than what it mentions; several words more than one. */
function strength({ covered, onTopic, words }: Evidence): number {
  return covered + 2 * onTopic + ANOTHER_WORD * (words - 2)
}

/** What a word of a question was recognised in: all words of a guide, and those of its topics. */
interface Match {
  readonly term: string
  readonly found: readonly string[]
  readonly topical: readonly string[]
}

/** Prepares guides for weighing; the function it returns gives the evidence by guide position. */
function weighEvidence(guides: readonly Guide[], index: MiniSearch, weigh: WeighTerms) {
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

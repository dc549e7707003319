import type { Mode } from '@shortlist/contracts/chat'
import MiniSearch from 'minisearch'
import { indexTerms } from './index-terms.ts'
import type { Guide } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'

/** What a question must share with a guide's title, keywords and headings, and with all of it. */
const FLOOR = { onTopic: 0.24, covered: 0.3 }
/** What a guide of the other mode counts. */
const OTHER_MODE = 0.6

const topicFields = ['title', 'keywords', 'headings']

/** A guide that shares words with the question; relevant when it shares enough of them. */
export interface RankedGuide {
  readonly guide: Guide
  readonly score: number
  readonly isRelevant: boolean
}

export type WeighTerms = (terms: readonly string[]) => number

/** Indexes guides; the ranking it gives is best first. */
export function rankGuides(guides: readonly Guide[], weigh: WeighTerms) {
  const index = indexWhole(guides)

  return (question: string, mode: Mode): RankedGuide[] => {
    const asked = [...new Set(topicTerms(question))]
    const total = weigh(asked)
    const topical = weighByGuide(index, asked, weigh)
    const hits = index.search(question, { boost: { title: 4, keywords: 3, headings: 2 } })
    return hits
      .flatMap((hit) => {
        const guide = guides[hit.id]
        if (!guide) return []
        const covered = weigh(hit.queryTerms) / total
        const onTopic = (topical.get(hit.id) ?? 0) / total
        const fit = guide.mode === mode || guide.mode === 'both' ? 1 : OTHER_MODE
        const isRelevant = covered >= FLOOR.covered && onTopic >= FLOOR.onTopic
        return [{ guide, score: hit.score * fit * (covered + onTopic), isRelevant }]
      })
      .sort((a, b) => b.score - a.score)
  }
}

function indexWhole(guides: readonly Guide[]): MiniSearch {
  const index = new MiniSearch({ ...indexTerms, fields: [...topicFields, 'text'] })
  index.addAll(
    guides.map(({ title, keywords, sections }, id) => ({
      id,
      title,
      keywords: keywords.join('\n'),
      headings: sections.map(({ heading }) => heading).join('\n'),
      text: sections.map(({ text }) => text).join('\n'),
    })),
  )
  return index
}

/** What part of the question each guide's title, keywords and headings hold, by position. */
function weighByGuide(index: MiniSearch, asked: readonly string[], weigh: WeighTerms) {
  const weights = new Map<number, number>()
  for (const term of asked) {
    for (const { id } of index.search(term, { fields: topicFields })) {
      weights.set(id, (weights.get(id) ?? 0) + weigh([term]))
    }
  }
  return weights
}

import type { Mode } from '@shortlist/contracts/chat'
import { indexGuides } from './index-guides.ts'
import type { Guide } from './read-guide.ts'
import { isPhrase, phrases, topicTerms } from './topic-terms.ts'
import { type Evidence, weighEvidence } from './weigh-evidence.ts'
import type { WeighTerms } from './weigh-terms.ts'

/** The evidence that a guide must bring to count as an answer. */
const FLOOR = 0.95
/** What each word beyond the second adds to it; a single word needs more than two do. */
const ANOTHER_WORD = 0.12
/** The part of a question that the topics of a guide hold when it is what is asked about. */
const ON_TOPIC = 0.55
/** What a guide of the other mode counts. */
const OTHER_MODE = 0.6

const boost = { title: 4, keywords: 3, headings: 2, phrases: 3 }

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

/** What a guide is about counts more than what it mentions; several words more than one. */
function strength({ covered, onTopic, words }: Evidence): number {
  return covered + 2 * onTopic + ANOTHER_WORD * (words - 2)
}

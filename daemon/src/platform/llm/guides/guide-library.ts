import { readdir, readFile } from 'node:fs/promises'
import type { Mode } from '@shortlist/contracts/chat'
import MiniSearch from 'minisearch'
import { indexTerms, inSmallSteps, rankGuides, weighTerms } from './rank-guides.ts'
import { type Guide, type GuideSection, readGuide } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'

/** A guide that answers a question, with its sections that bear on it most, in reading order. */
export interface FoundGuide {
  readonly guide: Guide
  /** It is about what is asked, and does not only hold the words. */
  readonly isOnTopic: boolean
  readonly sections: readonly GuideSection[]
}

/** The guides that come with the product, searchable. */
export interface GuideLibrary {
  readonly guides: readonly Guide[]
  /** One or two guides that answer the question, best first; none where it is about something else. */
  find(question: string, mode: Mode): readonly FoundGuide[]
  /** Up to three guides that share words with the question, relevant or not. */
  nearest(question: string, mode: Mode): readonly Guide[]
  /** How much of what the question is about occurs in a text or in its identifiers, from 0 to 1. */
  coverage(question: string, text: string): number
}

/** A second guide is quoted only when it is nearly as good as the first. */
const CLOSE = 0.75

/** Where an identifier such as `appendMessage` goes on to its next word. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu

/** Of a long question its beginning and its end are searched for, this many characters of each. */
const ASKED_AT_EACH_END = 500

/** Reads and indexes every guide of a folder; rejects when one cannot be read. */
export async function openGuideLibrary(
  folder: URL = new URL('./', import.meta.url),
): Promise<GuideLibrary> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const guides: Guide[] = []
  for (const name of names) {
    const source = await readFile(new URL(name, folder), 'utf8')
    guides.push(readGuide(name.slice(0, -'.md'.length), source))
  }
  const weigh = weighTerms(guides)
  const rank = await rankGuides(guides, weigh)
  const pick = await pickSections(guides)

  return {
    guides,
    find(question, mode) {
      const asked = shorten(question)
      const [best, next] = rank(asked, mode).filter(({ isRelevant }) => isRelevant)
      if (!best) return []
      const close = next && next.score >= CLOSE * best.score ? [next] : []
      return [best, ...close].map(({ guide, isOnTopic }) => ({
        guide,
        isOnTopic,
        sections: pick(guide, asked, 3 - close.length),
      }))
    },
    nearest: (question, mode) =>
      rank(shorten(question), mode)
        .slice(0, 3)
        .map(({ guide }) => guide),
    coverage(question, text) {
      const asked = [...new Set(topicTerms(shorten(question)))]
      const held = new Set([text, text.replace(HUMP, ' ')].flatMap(topicTerms))
      const total = weigh(asked)
      return total === 0 ? 0 : weigh(asked.filter((term) => held.has(term))) / total
    },
  }
}

function shorten(question: string): string {
  if (question.length <= 2 * ASKED_AT_EACH_END) return question
  return `${question.slice(0, ASKED_AT_EACH_END)}\n${question.slice(-ASKED_AT_EACH_END)}`
}

/** What a section with a template, code or an example to copy counts. */
const WITH_EXAMPLE = 1.3

/** Indexes sections; the function it returns picks a guide's opening and its best other sections. */
async function pickSections(guides: readonly Guide[]) {
  const sections = guides.flatMap((guide) => guide.sections.map((section) => ({ guide, section })))
  const index = new MiniSearch({ ...indexTerms, fields: ['heading', 'text'] })
  await index.addAllAsync(
    sections.map(({ section }, id) => ({ id, ...section })),
    inSmallSteps,
  )

  /** In reading order, `count` of them or all. */
  return (guide: Guide, question: string, count: number): readonly GuideSection[] => {
    const hits = index.search(question, {
      boost: { heading: 2 },
      boostDocument: (id) =>
        /^(>|```)/m.test(sections[id]?.section.text ?? '') ? WITH_EXAMPLE : 1,
      filter: ({ id }) => sections[id]?.guide === guide,
    })
    const best = hits.flatMap(({ id }) => sections[id]?.section ?? [])
    const others = best.length > 0 ? best : guide.sections
    const chosen = new Set([...new Set([...guide.sections.slice(0, 1), ...others])].slice(0, count))
    return guide.sections.filter((section) => chosen.has(section))
  }
}

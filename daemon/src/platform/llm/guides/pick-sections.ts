import MiniSearch from 'minisearch'
import { indexTerms } from './index-terms.ts'
import type { Guide, GuideSection } from './read-guide.ts'

/** Indexes sections; what it gives picks a guide's best for a question, in reading order. */
export function pickSections(guides: readonly Guide[]) {
  const sections = guides.flatMap((guide) => guide.sections.map((section) => ({ guide, section })))
  const index = new MiniSearch({ ...indexTerms, fields: ['heading', 'text'] })
  index.addAll(sections.map(({ section }, id) => ({ id, ...section })))

  return (guide: Guide, question: string, count: number): readonly GuideSection[] => {
    const hits = index.search(question, {
      boost: { heading: 2 },
      filter: ({ id }) => sections[id]?.guide === guide,
    })
    const best = hits.flatMap(({ id }) => sections[id]?.section ?? [])
    const picked = new Set([...best, ...guide.sections].slice(0, count))
    return guide.sections.filter((section) => picked.has(section))
  }
}

import MiniSearch from 'minisearch'
import { indexTerms, inSmallSteps } from './index-terms.ts'
import type { Guide, GuideSection } from './read-guide.ts'

/** What a section with a template, code or an example to copy counts. */
const WITH_EXAMPLE = 1.3

/** Indexes sections; the function it returns picks a guide's opening and its best other sections. */
export async function pickSections(guides: readonly Guide[]) {
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

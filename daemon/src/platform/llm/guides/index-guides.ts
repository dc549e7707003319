import MiniSearch from 'minisearch'
import { indexTerms, inSmallSteps } from './index-terms.ts'
import type { Guide } from './read-guide.ts'
import { phrases, topicTerms } from './topic-terms.ts'

/** The fields that say what a guide is about. */
export const topicFields: readonly string[] = ['title', 'keywords', 'headings']

/** What says what a guide is about, one by one: its title, its keywords and its headings. */
export function topicsOf({ title, keywords, sections }: Guide): string[] {
  return [title, ...keywords, ...sections.map(({ heading }) => heading)]
}

/** Indexes guides under their positions; the field `phrases` knows topics by their wording. */
export async function indexGuides(guides: readonly Guide[]): Promise<MiniSearch> {
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

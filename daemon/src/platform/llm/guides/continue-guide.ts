import type { FoundGuide } from '../guide-library.ts'
import type { Prompt } from '../llm.ts'
import type { Guide } from './read-guide.ts'

const SECTIONS_AT_ONCE = 2

const more =
  /^\W*((show|tell) me )?(more|go on|continue|the rest|next|mehr|weiter|la suite)( please)?\W*$/i

/**
 * What a question asks of the guides that the last reply quoted: a section by its heading, or "more"
 * of the first, which has no sections once all were shown. Null when it asks for something else.
 */
export function continueGuide(
  { question, messages }: Prompt,
  guides: readonly Guide[],
): FoundGuide | null {
  const replies = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  const quoted = [...(replies.at(-1) ?? '').matchAll(/^From the guide \*\*(.+)\*\*:$/gm)]
    .map(([, title]) => guides.find((guide) => guide.title === title))
    .filter((guide) => guide !== undefined)

  const [first] = quoted
  if (first && more.test(question)) {
    const rest = first.sections.filter(({ text }) => !replies.some((reply) => reply.includes(text)))
    return { guide: first, isOnTopic: true, sections: rest.slice(0, SECTIONS_AT_ONCE) }
  }
  return (
    quoted.map((guide) => sectionByName(guide, question)).find((found) => found !== null) ?? null
  )
}

function sectionByName(guide: Guide, name: string): FoundGuide | null {
  const section = guide.sections.find(({ heading }) => bare(heading) === bare(name))
  return section ? { guide, isOnTopic: true, sections: [section] } : null
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

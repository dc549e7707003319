import type { FoundGuide } from '../guide-library.ts'
import type { Prompt } from '../llm.ts'
import type { Guide } from './read-guide.ts'

const SECTIONS_AT_ONCE = 2

const more =
  /^\W*((show|tell) me )?(more|go on|continue|the rest|next|mehr|weiter|la suite)( please)?\W*$/i

/**
 * What a question asks of the guide that the last reply quoted: a section by its heading, or "more",
 * which has no sections once all were shown. Null when it asks for something else.
 */
export function continueGuide(
  { question, messages }: Prompt,
  guides: readonly Guide[],
): FoundGuide | null {
  const replies = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  const [, title] = /^From the guide \*\*(.+)\*\*:$/m.exec(replies.at(-1) ?? '') ?? []
  const guide = guides.find((known) => known.title === title)
  if (!guide) return null

  if (more.test(question)) {
    const rest = guide.sections.filter(({ text }) => !replies.some((reply) => reply.includes(text)))
    return { guide, sections: rest.slice(0, SECTIONS_AT_ONCE) }
  }
  const section = guide.sections.find(({ heading }) => bare(heading) === bare(question))
  return section ? { guide, sections: [section] } : null
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

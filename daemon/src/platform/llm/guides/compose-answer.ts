import type { Mode } from '@shortlist/contracts/chat'
import type { FoundGuide, GuideLibrary } from '../guide-library.ts'
import type { Prompt } from '../llm.ts'
import { chooseMaterial } from './choose-material.ts'
import { continueGuide } from './continue-guide.ts'
import { namePassages, quotePassages } from './quote-passages.ts'
import type { Guide, GuideSection } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'

const howToConnect = 'To chat with a model, start Ollama or set `OPENAI_BASE_URL` in `.env`.'
const guidesLine = `_These are Shortlist's built-in guides, not a language model. ${howToConnect}_`
const filesLine = `_Shortlist quotes your files here; it is not a language model. ${howToConnect}_`

const imageLine = 'The built-in guides cannot look at images; the one you attached was not read.'

const excerptLine =
  'The built-in guides cannot read what you took from the web page; this answers your words alone.'

const subjects: Record<Mode, string> = {
  coach: 'job search: applications, interviews, offers and the first months in a new job',
  chat: 'coding: debugging, reviews, tests, git, SQL, TypeScript and interview practice',
}

const examples: Record<Mode, readonly string[]> = {
  coach: [
    'How do I write a follow-up mail after an interview?',
    'What should I say when they ask about my salary expectations?',
    'How do I compare two job offers?',
  ],
  chat: [
    'How do I undo my last git commit?',
    'Why does my useEffect run in an endless loop?',
    'What belongs on a code review checklist?',
  ],
}

/**
 * The whole reply to a prompt in markdown: what the user's files and the guides say. Each quote names
 * where it is from; a list of sources ends an answer that is from guides alone.
 */
export function composeAnswer(prompt: Prompt, library: GuideLibrary): string {
  const image = hasImage(prompt) ? [imageLine] : []
  const excerpt = prompt.hasExcerpt ? [excerptLine] : []
  return [...image, ...excerpt, ...answer(prompt, library)].join('\n\n')
}

function hasImage({ messages }: Prompt): boolean {
  return messages.findLast(({ role }) => role === 'user')?.image !== undefined
}

function answer(prompt: Prompt, library: GuideLibrary): string[] {
  const other = answerOtherwise(prompt, library)
  if (other) return [...other, guidesLine]

  const { leading, named, guides } = chooseMaterial(prompt, library)
  if (leading.length > 0) {
    return [...quotePassages(leading), ...quoteGuides(guides), filesLine]
  }
  if (guides.length === 0) return [...admit(prompt, library), guidesLine]
  return [...quoteGuides(guides), ...namePassages(named), listSources(guides), guidesLine]
}

/** What is said to something that is no question of its own; null where it is one. */
function answerOtherwise(prompt: Prompt, library: GuideLibrary): string[] | null {
  const { question, mode } = prompt
  if (isThanks(question)) return ['You are welcome. Ask whenever the next question comes up.']
  const continued = continueGuide(prompt, library.guides)
  if (continued) return goOn(continued)
  return topicTerms(question).length === 0 ? introduce(mode) : null
}

function goOn(found: FoundGuide): string[] {
  if (found.sections.length === 0)
    return [`You have seen all of the guide **${found.guide.title}**.`]
  return [...quoteGuides([found]), listSources([found])]
}

function isThanks(question: string): boolean {
  return /^\W*(many thanks|thanks|thank you|thx|danke|vielen dank|merci)( so much| a lot| very much| beaucoup| schön| sehr)?\W*$/i.test(
    question,
  )
}

function introduce(mode: Mode): string[] {
  return [
    `I answer from built-in guides on ${subjects[mode]}, and quote the folders that you upload. Try one of these:`,
    examples[mode].map((example) => `- ${example}`).join('\n'),
  ]
}

function admit({ question, mode }: Prompt, library: GuideLibrary): string[] {
  const nearest = library.nearest(question, mode)
  const plain = 'No built-in guide covers this question.'
  if (nearest.length === 0) return [plain]
  return [`${plain} The nearest topics are:`, nearest.map(({ title }) => `- ${title}`).join('\n')]
}

function quoteGuides(guides: readonly FoundGuide[]): string[] {
  return guides.flatMap(({ guide, sections }) => [
    `From the guide **${guide.title}**:`,
    ...sections.map(({ heading, text }) =>
      heading === guide.title ? text : `### ${heading}\n\n${text}`,
    ),
    ...nameTheRest(guide, sections),
  ])
}

function nameTheRest(guide: Guide, shown: readonly GuideSection[]): string[] {
  const rest = guide.sections.filter((section) => !shown.includes(section))
  if (rest.length === 0) return []
  const headings = rest.map(({ heading }) => heading).join(' · ')
  return [`This guide also covers: ${headings}. Ask for one by its name, or for more.`]
}

function listSources(guides: readonly FoundGuide[]): string {
  return `**Sources:**\n\n${guides.map((guide) => `- ${citeGuide(guide)}`).join('\n')}`
}

function citeGuide({ guide, sections }: FoundGuide): string {
  return `Guide "${guide.title}": ${sections.map(({ heading }) => heading).join('; ')}`
}

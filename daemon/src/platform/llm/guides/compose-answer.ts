import type { Mode } from '@shortlist/contracts/chat'
import type { FoundGuide, GuideLibrary } from '../guide-library.ts'
import type { Passage, Prompt } from '../llm.ts'
import { continueGuide } from './continue-guide.ts'
import { citePassage, quotePassage } from './quote-passage.ts'
import type { Guide, GuideSection } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'

/** A passage is quoted when it holds at least this part of what the question is about. */
const PASSAGE_FLOOR = 0.3
const PASSAGES_QUOTED = 2

const connectLine =
  "_These are Shortlist's built-in guides, not a language model. To chat with a model, start Ollama or set `OPENAI_BASE_URL` in `.env`._"

const imageLine = 'The built-in guides cannot look at images; the one you attached was not read.'

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

/** The whole reply to a prompt in markdown: what the guides and the user's files say, with sources. */
export function composeAnswer(prompt: Prompt, library: GuideLibrary): string {
  const image = hasImage(prompt) ? [imageLine] : []
  return [...image, ...answer(prompt, library), connectLine].join('\n\n')
}

function hasImage({ messages }: Prompt): boolean {
  return messages.findLast(({ role }) => role === 'user')?.image !== undefined
}

function answer(prompt: Prompt, library: GuideLibrary): string[] {
  const { question, mode } = prompt
  if (isThanks(question)) return ['You are welcome. Ask whenever the next question comes up.']
  const continued = continueGuide(prompt, library.guides)
  if (continued) return goOn(continued)
  if (topicTerms(question).length === 0) return introduce(mode)

  const passages = relevantPassages(prompt, library)
  const guides = library.find(question, mode)
  if (passages.length === 0 && guides.length === 0) return admit(prompt, library)
  return [...quotePassages(passages), ...quoteGuides(guides), listSources(passages, guides)]
}

function goOn(found: FoundGuide): string[] {
  if (found.sections.length === 0)
    return [`You have seen all of the guide **${found.guide.title}**.`]
  return [...quoteGuides([found]), listSources([], [found])]
}

function isThanks(question: string): boolean {
  return /^\W*(many thanks|thanks|thank you|thx|danke|vielen dank|merci)( so much| a lot| very much| beaucoup| schön| sehr)?\W*$/i.test(
    question,
  )
}

function introduce(mode: Mode): string[] {
  return [
    `I answer from built-in guides on ${subjects[mode]}. Try one of these:`,
    examples[mode].map((example) => `- ${example}`).join('\n'),
  ]
}

function relevantPassages({ question, passages }: Prompt, library: GuideLibrary) {
  return passages
    .filter(({ text }) => library.coverage(question, text) >= PASSAGE_FLOOR)
    .slice(0, PASSAGES_QUOTED)
}

function admit({ question, mode }: Prompt, library: GuideLibrary): string[] {
  const nearest = library.nearest(question, mode)
  const plain = 'No built-in guide covers this question.'
  if (nearest.length === 0) return [plain]
  return [`${plain} The nearest topics are:`, nearest.map(({ title }) => `- ${title}`).join('\n')]
}

function quotePassages(passages: readonly Passage[]): string[] {
  if (passages.length === 0) return []
  const quotes = passages.map((passage) => `${citePassage(passage)}:\n\n${quotePassage(passage)}`)
  return ['From your files:', ...quotes]
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

function listSources(passages: readonly Passage[], guides: readonly FoundGuide[]): string {
  const sources = [...passages.map(citePassage), ...guides.map(citeGuide)]
  return `**Sources:**\n\n${sources.map((source) => `- ${source}`).join('\n')}`
}

function citeGuide({ guide, sections }: FoundGuide): string {
  return `Guide "${guide.title}": ${sections.map(({ heading }) => heading).join('; ')}`
}

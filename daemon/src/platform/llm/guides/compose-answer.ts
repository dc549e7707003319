import type { Mode } from '@shortlist/contracts/chat'
import { asCode } from '@shortlist/contracts/look-up'
import type { Passage, Prompt } from '../llm.ts'
import type { FoundGuide, GuideLibrary } from './guide-library.ts'
import type { Guide, GuideSection } from './read-guide.ts'
import { topicTerms } from './topic-terms.ts'

/** The part of what a question is about that a passage of an answer holds. */
const PASSAGE_FLOOR = 0.5

/** Sections that are shown to somebody who asks for more. */
const SECTIONS_AT_ONCE = 2

const howToConnect = 'To chat with a model, start Ollama or add a server in Settings.'
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
  const asked = prompt.messages.findLast(({ role }) => role === 'user')
  const image = asked?.image ? [imageLine] : []
  const excerpt = prompt.hasExcerpt ? [excerptLine] : []
  return [...image, ...excerpt, ...answer(prompt, library)].join('\n\n')
}

function answer(prompt: Prompt, library: GuideLibrary): string[] {
  const other = answerOtherwise(prompt, library)
  if (other) return [...other, guidesLine]

  const { leading, named, guides } = chooseMaterial(prompt, library)
  if (leading.length > 0) {
    return [...quotePassages(leading), ...quoteGuides(guides), filesLine]
  }
  if (guides.length === 0) return [...admit(prompt, library), guidesLine]
  const beside = namePlaces('Your files may say something about it too', named)
  return [...quoteGuides(guides), ...beside, listSources(guides), guidesLine]
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
  const sources = guides.map(({ guide, sections }) => {
    return `- Guide "${guide.title}": ${sections.map(({ heading }) => heading).join('; ')}`
  })
  return `**Sources:**\n\n${sources.join('\n')}`
}

/** What an answer is made of. */
interface Material {
  /** The passages that answer, best first; none where guides answer. */
  readonly leading: readonly Passage[]
  /** Passages that were found for a question that guides answer. */
  readonly named: readonly Passage[]
  /** Guides that answer, or that add to what the passages say. */
  readonly guides: readonly FoundGuide[]
}

/**
 * Decides between the user's files and the guides. Passages have been found because they bear on the
 * question, while a guide may merely hold its words: the files answer, and only a guide that is about
 * the very question adds to them, or answers where the passages hold less than half of it.
 */
function chooseMaterial({ question, mode, passages }: Prompt, library: GuideLibrary): Material {
  const found = library.find(question, mode)
  if (passages.length === 0) return { leading: [], named: [], guides: found }
  const guides = found.filter(({ isOnTopic }) => isOnTopic)
  if (guides.length === 0) return { leading: passages, named: [], guides }

  const holds = ({ path, heading, text }: Passage) =>
    library.coverage(question, `${path}\n${heading}\n${text}`) >= PASSAGE_FLOOR
  const leading = passages.filter(holds)
  return { leading, named: leading.length === 0 ? passages : [], guides }
}

const more =
  /^\W*((show|tell) me )?(more|go on|continue|the rest|next|mehr|weiter|la suite)( please)?\W*$/i

/**
 * What a question asks of the guides that the last reply quoted: a section by its heading, or "more"
 * of the first, which has no sections once all were shown. Null when it asks for something else.
 */
function continueGuide(
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
  for (const guide of quoted) {
    const section = guide.sections.find(({ heading }) => bare(heading) === bare(question))
    if (section) return { guide, isOnTopic: true, sections: [section] }
  }
  return null
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Passages that are quoted, and passages that are named, at most. */
const QUOTED = 3
const NAMED = 8

/** The best passages in full, each under its place, and the places of the others in one line. */
function quotePassages(passages: readonly Passage[]): string[] {
  const quotes = passages
    .slice(0, QUOTED)
    .map((passage) => `${citePassage(passage)}:\n\n${quotePassage(passage)}`)
  return ['From your files:', ...quotes, ...namePlaces('Also in', passages.slice(QUOTED))]
}

/** The places of passages in one line; none where there are none. */
function namePlaces(what: string, passages: readonly Passage[]): string[] {
  if (passages.length === 0) return []
  return [`${what}: ${passages.slice(0, NAMED).map(citePassage).join('; ')}.`]
}

const MAX_LINES = 30
const MAX_CHARACTERS = 1500
const HEADING_CHARACTERS = 120
const lineEnds = /\r\n|[\n\r\u2028\u2029]/

/** A passage as a block quote around a fence, so that no markdown in it acts; long ones are cut. */
export function quotePassage({ text }: Passage): string {
  const lines = text.slice(0, MAX_CHARACTERS).split(lineEnds)
  const isCut = text.length > MAX_CHARACTERS || lines.length > MAX_LINES
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const quoted = [`${fence}text`, ...lines.slice(0, MAX_LINES), ...(isCut ? ['[...]'] : []), fence]
  return quoted.map((line) => `> ${line}`).join('\n')
}

/**
 * Where a passage stands, for instance `` `notes/cv.md`, lines 3-9 (`Skills`) ``; nothing in the path
 * or in the heading acts.
 */
export function citePassage({ path, firstLine, lastLine, heading }: Passage): string {
  const range = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`
  const within = heading.trim() === '' ? '' : ` (${asCode(heading.slice(0, HEADING_CHARACTERS))})`
  return `${asCode(path)}, ${range}${within}`
}

function longestRun(text: string): number {
  const runs: readonly string[] = text.match(/`+/g) ?? []
  return runs.reduce((longest, { length }) => Math.max(longest, length), 0)
}

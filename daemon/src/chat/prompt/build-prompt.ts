import type { Excerpt, Mode, StoredMessage } from '@shortlist/contracts/chat'
import { CHARACTERS_PER_TOKEN, IMAGE_TOKENS } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import { countTokens } from '../../platform/llm/context-window.ts'
import type { Passage, Prompt, PromptImage, PromptMessage } from '../../platform/llm/llm.ts'
import { chooseHistory, type EarlierMessage, type FindTurns } from './choose-history.ts'
import { anyFence, fenceMaterial, newFence } from './fence.ts'
import { systemPrompts } from './system-prompts.ts'

/** Share of the room beside the question that passages may take. */
const PASSAGE_SHARE = 0.4

/** What stands for a question that is only an image. */
const IMAGE_ONLY = 'What does this image show, and how does it bear on our conversation?'

/** What stands for a question that is only an excerpt. */
const EXCERPT_ONLY = 'What does this web page say, and how does it bear on our conversation?'

/** What stands for an earlier message that was only an image. */
const EARLIER_IMAGE = '[image]'

/** What is asked, with what came with it. */
interface AskedQuestion {
  readonly mode: Mode
  readonly question: string
  readonly image?: PromptImage | undefined
  readonly excerpt?: Excerpt | undefined
}

export interface PromptParts extends AskedQuestion {
  /** The chat before the question, oldest first. */
  readonly earlier: readonly StoredMessage[]
  /** Best first. */
  readonly passages: readonly Passage[]
  /** Asked where earlier messages do not all fit. */
  readonly findTurns: FindTurns
  /** What the prompt may be counted at. */
  readonly contextTokens: number
  /** An unguessable word that no passage and no excerpt can contain. */
  readonly fence?: string
}

export interface BuiltPrompt extends Prompt {
  /** What all of `messages` are counted at; never more than `contextTokens`. */
  readonly tokens: number
  readonly messageCount: number
}

/**
 * Fits a prompt into `contextTokens`: the system prompt and the question with its excerpt always, then
 * passages, then earlier messages. That the question fits by itself is `refuseTooLong`'s to say before.
 */
export async function buildPrompt(parts: PromptParts): Promise<BuiltPrompt> {
  const { mode, question, image, excerpt, fence = newFence(), findTurns, contextTokens } = parts
  const system = systemPrompts[mode]
  const words = inWords(parts)
  const own = system.length + words.length
  const most = (contextTokens - (image ? IMAGE_TOKENS : 0)) * CHARACTERS_PER_TOKEN
  const room = most - own - fenceMaterial({ excerpt }, fence).length

  const passages = fitPassages(parts.passages, Math.floor(room * PASSAGE_SHARE), fence)
  const material = fenceMaterial({ passages, excerpt }, fence)
  const earlier = parts.earlier.map(withWords)
  const roomForHistory = most - own - material.length
  const history = await chooseHistory({ earlier, room: roomForHistory, fence, findTurns })

  const messages: readonly PromptMessage[] = [
    { role: 'system', content: system },
    ...history.map(asPromptMessage),
    { role: 'user', content: material + words, ...(image && { image }) },
  ]
  const tokens = countTokens(messages)
  const about = { question, mode, passages, hasExcerpt: excerpt !== undefined }
  return { messages, ...about, tokens, messageCount: messages.length }
}

/** Throws `TOO_LARGE` where a question does not even fit by itself. */
export function refuseTooLong(asked: AskedQuestion, contextTokens: number): void {
  const tokens = questionTokens(asked)
  if (tokens <= contextTokens) return
  const fit = `it takes ${tokens} tokens, and ${contextTokens} fit.`
  const reason = asked.excerpt
    ? `The message is too long: with the instructions and the text of the web page ${fit} Select less of the page, or remove it.`
    : `The message is too long: with the instructions ${fit}`
  throw new AppError('TOO_LARGE', reason)
}

/** What a question is counted at together with the system prompt, in tokens. */
export function questionTokens(asked: AskedQuestion): number {
  const { mode, image, excerpt } = asked
  const material = fenceMaterial({ excerpt }, anyFence)
  const characters = systemPrompts[mode].length + material.length + inWords(asked).length
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + (image ? IMAGE_TOKENS : 0)
}

/** Something is always asked, also by a question that is only an image or an excerpt. */
function inWords({ question, image, excerpt }: AskedQuestion): string {
  if (question.trim() !== '') return question
  if (image) return IMAGE_ONLY
  return excerpt ? EXCERPT_ONLY : question
}

/** Passages that fit as a whole; one that does not makes way for the next. */
function fitPassages(passages: readonly Passage[], room: number, fence: string): Passage[] {
  const fitting: Passage[] = []
  for (const passage of passages) {
    const tried = [...fitting, passage]
    if (fenceMaterial({ passages: tried }, fence).length <= room) fitting.push(passage)
  }
  return fitting
}

/** Images are sent with their own question alone; later prompts say that there was one. */
function withWords(message: StoredMessage): StoredMessage {
  if (message.role === 'bot' || message.content.trim() !== '') return message
  const isExcerpt = message.excerpt !== undefined && message.image === undefined
  return { ...message, content: isExcerpt ? EXCERPT_ONLY : EARLIER_IMAGE }
}

function asPromptMessage({ role, content }: EarlierMessage): PromptMessage {
  return { role: role === 'bot' ? 'assistant' : 'user', content }
}

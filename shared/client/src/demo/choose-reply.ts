import type { NewQuestion } from '../chats.ts'
import { coachFallback, coachReplies, codeFallback, codeReplies } from './replies.ts'

const replies = { chat: codeReplies, coach: coachReplies } as const
const fallbacks = { chat: codeFallback, coach: coachFallback } as const

/** Says at the end of every reply where it comes from. */
const ORIGIN =
  '*A prepared answer of the demo. On your own computer a model of your choice writes it, or the built-in guides do.*'

/** The canned reply to a question: the one that it is about, else the one that lists what there is. */
export function chooseReply({
  question,
  mode,
  image,
  excerpt,
}: Pick<NewQuestion, 'question' | 'mode' | 'image' | 'excerpt'>): string {
  const fit = replies[mode].find(({ about }) => about.test(question))
  const notes = [
    image && 'I have your image, but the demo has no model that could look at it.',
    excerpt && 'I have what you took from the page; the demo keeps it and cannot read it.',
  ].filter((note) => typeof note === 'string')
  return [...notes, fit?.text ?? fallbacks[mode], ORIGIN].join('\n\n')
}

import type { StoredMessage } from '@shortlist/contracts/chat'
import { AppError } from '../errors.ts'
import type { Background } from '../platform/background.ts'
import { askModel } from './ask-model.ts'
import type { ChatTitles } from './chat-titles.ts'
import type { ChatPorts } from './ports.ts'
import type { Question } from './question.ts'
import { noExcerptText, refuseTooLong } from './refuse-unfit-message.ts'
import { type ReplyWork, replyToMessage } from './reply-to-message.ts'
import type { RunningReplies, Turn } from './running-replies.ts'

/** What the calls of this domain work on together. */
export interface Conversation {
  readonly ports: ChatPorts
  readonly background: Background
  readonly replies: RunningReplies
  readonly titles: ChatTitles
}

/**
 * Takes a message: resolves when it is stored for good, while the reply is on its way already.
 * Throws `VALIDATION`, `NOT_FOUND`, `TOO_LARGE` and `RATE_LIMITED`, then nothing is stored; and what
 * the store throws, then the reply ends with the same sentence.
 */
export async function acceptMessage(parts: Conversation, question: Question): Promise<void> {
  await refuseUnfit(parts.ports, question)
  const turn = parts.replies.enter(question)
  const asked = askModel(parts.ports, question, turn, parts.background)
  const stored = storeQuestion(parts.ports, question)
  stored.catch(turn.stop)
  parts.background.run(() => reply(parts, question, turn, { asked, stored }).finally(turn.leave))
  await stored
}

async function refuseUnfit({ chats, llm }: ChatPorts, question: Question): Promise<void> {
  const { userId, chatId, text, image, excerpt } = question
  const isNamedOwn = chatId.startsWith(`${userId}_`)
  if (!isNamedOwn && (await chats.title(userId, chatId)) === undefined)
    throw new AppError('NOT_FOUND', 'Chat not found')
  if (text.trim() === '' && !image && !excerpt) {
    throw new AppError('VALIDATION', 'The message is empty.')
  }
  if (excerpt?.text.trim() === '') throw new AppError('VALIDATION', noExcerptText)
  refuseTooLong(question, llm.contextTokens())
}

async function storeQuestion(
  { chats, now }: ChatPorts,
  { userId, chatId, messageId, mode, text, image, excerpt }: Question,
): Promise<void> {
  const message: StoredMessage = {
    role: 'user',
    content: text,
    messageId,
    timestamp: now().toISOString(),
    mode,
    ...(image && { image: image.stored }),
    ...(excerpt && { excerpt }),
  }
  if (image) await chats.saveImage(userId, chatId, image.stored, image.bytes)
  await chats.append(userId, chatId, message)
}

function reply(
  { ports, background, titles }: Conversation,
  question: Question,
  { signal }: Turn,
  begun: Pick<ReplyWork, 'asked' | 'stored'>,
): Promise<void> {
  const { userId, chatId, text } = question
  return replyToMessage(ports, question, {
    ...begun,
    signal,
    checkpoint: (partial) => background.run(() => ports.chats.checkpoint(userId, chatId, partial)),
    onStored: (said) => titles.begin(userId, chatId, { question: text, reply: said }),
  })
}

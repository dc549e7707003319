import type { StoredMessage } from '@shortlist/contracts/chat'
import type { ServerEvent } from '@shortlist/contracts/events'
import type { Source } from '@shortlist/contracts/source'
import { AppError } from '../errors.ts'
import type { Background } from '../platform/background.ts'
import type { Passage } from '../platform/llm/llm.ts'
import type { ReplyStream } from '../platform/realtime/realtime.ts'
import { askModel, type BegunReply } from './ask-model.ts'
import type { ChatTitles } from './chat-titles.ts'
import type { ChatPorts, PostedQuestion } from './ports.ts'
import { refuseTooLong } from './prompt/build-prompt.ts'
import { contextPercent, tokensAfter } from './prompt/context-use.ts'
import type { RunningReplies } from './running-replies.ts'

/** A running reply is kept on disk this often, in milliseconds. */
export const CHECKPOINT_MS = 5_000

/** What the calls of this domain work on together. */
export interface Conversation {
  readonly ports: ChatPorts
  readonly background: Background
  readonly replies: RunningReplies
  readonly titles: ChatTitles
}

/**
 * Takes a question: resolves when it is stored for good, while the reply is on its way already.
 * Throws `NOT_FOUND`, `TOO_LARGE` and `RATE_LIMITED`, then nothing is stored; and what the store
 * throws, then the reply ends with the same sentence.
 */
export async function acceptQuestion(parts: Conversation, posted: PostedQuestion): Promise<void> {
  const { ports, background, replies } = parts
  const { userId, chatId } = posted
  const isNamedOwn = chatId.startsWith(`${userId}_`)
  if (!isNamedOwn && (await ports.chats.title(userId, chatId)) === undefined)
    throw new AppError('NOT_FOUND', 'Chat not found')
  refuseTooLong(posted, ports.llm.contextTokens())

  const place = replies.enter(posted)
  const asking = askModel(ports, posted, place, background)
  const storing = storeQuestion(ports, posted)
  storing.catch(place.stop)
  const work = { asking, storing, signal: place.signal }
  background.run(() => reply(parts, posted, work).finally(place.leave))
  await storing
}

async function storeQuestion(
  { chats, now }: ChatPorts,
  { userId, chatId, messageId, mode, question, image, excerpt }: PostedQuestion,
): Promise<void> {
  if (image) await chats.saveImage(userId, chatId, image.stored, image.bytes)
  await chats.append(userId, chatId, {
    role: 'user',
    content: question,
    messageId,
    timestamp: now().toISOString(),
    mode,
    ...(image && { image: image.stored }),
    ...(excerpt && { excerpt }),
  })
}

interface Heard {
  text: string
  /** Undefined where the model was never asked. */
  begun: BegunReply | undefined
  isStopped: boolean
  /** What ended the reply early; undefined when it is whole or was stopped. */
  failure: unknown
}

interface ReplyWork {
  readonly asking: Promise<BegunReply>
  /** Resolves when the question is on disk. Screens hear pieces before that, but no end. */
  readonly storing: Promise<void>
  /** Stops the reply. */
  readonly signal: AbortSignal
}

/**
 * Streams a reply to the user's screens and stores it. On every path exactly one of `chat-complete`,
 * `chat-stopped` and `chat-error` is sent; a stopped or failed reply keeps what it has said. Throws
 * what went wrong after having told it.
 */
async function reply(
  { ports, background, titles }: Conversation,
  posted: PostedQuestion,
  { asking, storing, signal }: ReplyWork,
): Promise<void> {
  const { chats, realtime, llm, now } = ports
  const { userId, chatId, messageId, mode, question } = posted
  const startedAt = now()
  const stream = realtime.openReply(userId, announcement(posted, startedAt))
  const heard: Heard = { text: '', begun: undefined, isStopped: false, failure: undefined }

  function asMessage(): StoredMessage {
    const time = now()
    const responseTime = time.getTime() - startedAt.getTime()
    const about = { messageId, timestamp: time.toISOString(), mode, responseTime }
    return { role: 'bot', content: heard.text, ...about, ...sourcesOf(heard) }
  }
  let kept = 0
  const timer = setInterval(() => {
    const { length } = heard.text
    // blank text would come back as a message, which the end does not make of it
    if (length > kept && heard.text.trim() !== '') {
      const partial = asMessage()
      background.run(() => chats.checkpoint(userId, chatId, partial))
    }
    kept = length
  }, CHECKPOINT_MS)
  await listen(heard, stream, asking, signal)
  clearInterval(timer)

  const message = { ...asMessage(), ...traits(heard) }
  let { failure } = heard
  try {
    await storing
    await chats.append(userId, chatId, message)
    titles.begin(userId, chatId, { question, reply: heard.text })
  } catch (error) {
    failure = error
  }
  tellEnd(stream, { messageId, chatId, contextTokens: llm.contextTokens() }, message, failure)
  if (failure !== undefined) throw failure
}

function announcement(posted: PostedQuestion, startedAt: Date): ServerEvent<'chat-started'> {
  const { messageId, chatId, mode, question, image, excerpt } = posted
  const about = { messageId, chatId, mode, question, startedAt: startedAt.toISOString() }
  return { ...about, ...(image && { image: image.stored }), ...(excerpt && { excerpt }) }
}

/** Passes the pieces on until they end, whichever way; never throws. */
async function listen(
  heard: Heard,
  stream: ReplyStream,
  asking: Promise<BegunReply>,
  signal: AbortSignal,
): Promise<void> {
  try {
    heard.begun = await asking
    for await (const piece of heard.begun.pieces) {
      heard.text += piece
      stream.push(piece)
    }
    if (heard.text.trim() === '')
      heard.failure = new AppError('LLM_EMPTY', 'No response content received from LLM')
  } catch (error) {
    heard.failure = error
  }
  heard.isStopped = signal.aborted
  if (heard.isStopped) heard.failure = undefined
}

/** The places of what the prompt held of the user's files; what says nothing has nothing from them. */
function sourcesOf({ text, begun }: Heard): Pick<StoredMessage, 'sources'> {
  const places = new Map<string, Source>()
  for (const passage of begun?.prompt.passages ?? []) {
    const { fileId, firstLine, lastLine } = passage
    const place = `${fileId} ${firstLine} ${lastLine}`
    // passages of one very long line stand in the same place
    if (!places.has(place)) places.set(place, asSource(passage))
  }
  return text.trim() === '' || places.size === 0 ? {} : { sources: [...places.values()] }
}

/** Where a passage stands; its text stays in the file that it is from. */
function asSource({ fileId, path, firstLine, lastLine, heading }: Passage): Source {
  return { fileId, path, firstLine, lastLine, heading }
}

function traits({ begun, isStopped, failure }: Heard): Partial<StoredMessage> {
  const countedTokens = begun?.countedTokens()
  return {
    ...(begun && { promptTokens: begun.prompt.tokens }),
    ...(countedTokens !== undefined && { countedTokens }),
    ...(isStopped && { isStopped }),
    ...(failure !== undefined && { error: sentence(failure) }),
  }
}

function tellEnd(
  stream: ReplyStream,
  about: Pick<PostedQuestion, 'messageId' | 'chatId'> & { readonly contextTokens: number },
  message: StoredMessage,
  failure: unknown,
): void {
  const { contextTokens, ...ids } = about
  const { content: fullResponse, responseTime = 0, isStopped, sources } = message
  const said = { ...ids, fullResponse, ...(sources && { sources }) }
  if (failure !== undefined) {
    stream.end('chat-error', { ...said, error: sentence(failure) })
  } else if (isStopped) {
    stream.end('chat-stopped', said)
  } else {
    const percent = contextPercent(tokensAfter(message) ?? 0, contextTokens)
    stream.end('chat-complete', { ...said, contextPercent: percent, contextTokens, responseTime })
  }
}

function sentence(failure: unknown): string {
  return failure instanceof AppError ? failure.message : 'Streaming error occurred'
}

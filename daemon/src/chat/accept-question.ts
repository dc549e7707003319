import type { OtherAnswerer, StoredMessage } from '@shortlist/contracts/chat'
import { answerLookUp } from '@shortlist/contracts/look-up'
import { Source } from '@shortlist/contracts/source'
import { lookUpOf } from '@shortlist/contracts/suggestions'
import { AppError } from '../errors.ts'
import type { Background } from '../platform/background.ts'
import type { Passage } from '../platform/llm/llm.ts'
import { inTime } from '../platform/until-aborted.ts'
import type { ChatTitles } from './chat-titles.ts'
import type { ChatPorts, PostedQuestion } from './ports.ts'
import {
  type BuiltPrompt,
  buildPrompt,
  contextPercent,
  refuseTooLong,
  tokensAfter,
} from './prompt/build-prompt.ts'
import type { ReplyPlace, RunningReplies } from './running-replies.ts'

/** A running reply is kept on disk this often, in milliseconds. */
export const CHECKPOINT_MS = 5_000

/** A question does not wait longer than this for what a search finds, in milliseconds. */
export const SEARCH_LIMIT_MS = 10_000

/** A model that turns out to hold less is sent less, at most so many times. */
const SHORTENINGS = 3

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

async function storeQuestion({ chats, now }: ChatPorts, posted: PostedQuestion): Promise<void> {
  const { userId, chatId, messageId, mode, question, image } = posted
  if (image) await chats.saveImage(userId, chatId, image.stored, image.bytes)
  await chats.append(userId, chatId, {
    role: 'user',
    content: question,
    messageId,
    timestamp: now().toISOString(),
    mode,
    ...attachedTo(posted),
  })
}

/** A reply whose first piece has come, and the prompt that it answers. */
interface BegunReply {
  readonly prompt: BuiltPrompt
  readonly pieces: AsyncIterable<string>
  /** Calendar and mails have answered. */
  readonly isLookUp: boolean
  /** What the server counted prompt and reply at; undefined until the end, or where it tells nothing. */
  readonly countedTokens: () => number | undefined
  /** The model that the guides answer for; undefined where they do not. */
  readonly instead: () => string | undefined
}

/**
 * Builds the prompt, sends it when it is the reply's turn and resolves with the first piece; nobody has
 * to listen yet. Where the prompt is too long for the model, it is built again for what the engine has
 * learned; throws `TOO_LARGE` where the question does not even fit that. A search that fails or takes
 * long is only reported: the chat goes on without what it would have found. What can be looked up no
 * model is asked for: it does not know the calendar.
 */
async function askModel(
  ports: ChatPorts,
  posted: PostedQuestion,
  { signal, begin }: ReplyPlace,
  background: Background,
): Promise<BegunReply> {
  const { chats, llm, findPassages, findTurns } = ports
  const { userId, chatId, question, answerBy } = posted
  if (begin) await begin
  const lookedUp = await lookUp(ports, posted)
  const search = <Found>(find: () => Promise<readonly Found[]>) =>
    inTime('A search', SEARCH_LIMIT_MS, find, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      background.run(() => Promise.reject(error))
      return []
    })
  const [earlier, passages] = await Promise.all([
    chats.messages(userId, chatId),
    lookedUp === null ? search(() => findPassages(userId, question)) : [],
  ])
  for (let shortened = 0; ; shortened++) {
    const contextTokens = llm.contextTokens()
    // it may hold less than when the question was accepted
    refuseTooLong(posted, contextTokens)
    const prompt = await buildPrompt({
      ...posted,
      earlier,
      passages,
      findTurns: (turns) => search(() => findTurns(userId, chatId, turns, question)),
      contextTokens,
    })
    let counted: number | undefined
    const onCounted = (tokens: number) => {
      counted = tokens
    }
    let instead: string | undefined
    const onInstead = (name: string) => {
      instead = name
    }
    try {
      const asked = { ...prompt, answerBy, onCounted, onInstead }
      const reply = lookedUp === null ? llm.stream(asked, signal) : whole(lookedUp)
      const pieces = await startPieces(reply)
      const isLookUp = lookedUp !== null
      return { prompt, pieces, isLookUp, countedTokens: () => counted, instead: () => instead }
    } catch (error) {
      const isTooLong = error instanceof AppError && error.code === 'LLM_CONTEXT'
      const isLess = llm.contextTokens() < prompt.tokens
      if (!isTooLong || !isLess || shortened === SHORTENINGS) throw error
    }
  }
}

/** What calendar and mails answer; null where they are not asked. */
async function lookUp({ lookUp: ask }: ChatPorts, posted: PostedQuestion): Promise<string | null> {
  const { userId, question, image, excerpt } = posted
  const asked = image || excerpt ? null : lookUpOf(question)
  return asked && answerLookUp(asked, await ask(userId))
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text
}

/** The same pieces once the first has come; throws what comes instead of it. */
async function startPieces(pieces: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return all()
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
  const began = { messageId, chatId, mode, question, startedAt: startedAt.toISOString() }
  const stream = realtime.openReply(userId, { ...began, ...attachedTo(posted) })
  let text = ''
  /** Undefined where the model was never asked. */
  let begun: BegunReply | undefined
  /** What ended the reply early; undefined when it is whole or was stopped. */
  let failure: unknown

  function asMessage() {
    const time = now()
    const responseTime = time.getTime() - startedAt.getTime()
    const about = { messageId, timestamp: time.toISOString(), mode, responseTime }
    // what says nothing has nothing from the user's files
    const sources = text.trim() === '' ? [] : placesOf(begun?.prompt.passages ?? [])
    return {
      ...{ role: 'bot' as const, content: text, ...about },
      ...(sources.length > 0 && { sources }),
      ...(begun?.isLookUp && { isLookUp: true }),
    }
  }
  let kept = 0
  const timer = setInterval(() => {
    // blank text would come back as a message, which the end does not make of it
    if (text.length > kept && text.trim() !== '') {
      const partial = asMessage()
      background.run(() => chats.checkpoint(userId, chatId, partial))
    }
    kept = text.length
  }, CHECKPOINT_MS)
  try {
    begun = await asking
    for await (const piece of begun.pieces) {
      text += piece
      stream.push(piece)
    }
    if (text.trim() === '') throw new AppError('LLM_EMPTY', 'No response content received from LLM')
  } catch (error) {
    if (!signal.aborted) failure = error
  }
  clearInterval(timer)

  const isStopped = signal.aborted
  const countedTokens = begun?.countedTokens()
  const otherwise = otherAnswerer(ports, posted, { begun, text, failure })
  const message = {
    ...asMessage(),
    ...(begun && { promptTokens: begun.prompt.tokens }),
    ...(countedTokens !== undefined && { countedTokens }),
    ...(isStopped && { isStopped }),
    ...(failure !== undefined && { error: sentence(failure) }),
    ...(otherwise && { otherwise }),
  }
  try {
    await storing
    await chats.append(userId, chatId, message)
    background.run(async () => {
      const reply = begun?.isLookUp ? '' : text
      await titles.title(userId, chatId, { question, reply })
    })
  } catch (error) {
    failure = error
  }
  const { responseTime } = message
  const said = { messageId, chatId, fullResponse: text, ...beside(message) }
  if (failure !== undefined) {
    stream.end('chat-error', { ...said, error: sentence(failure) })
    throw failure
  }
  if (isStopped) return stream.end('chat-stopped', said)
  const contextTokens = llm.contextTokens()
  const percent = contextPercent(tokensAfter(message) ?? 0, contextTokens)
  stream.end('chat-complete', { ...said, contextPercent: percent, contextTokens, responseTime })
}

/** What an end tells beside the text. */
function beside({ sources, otherwise }: StoredMessage) {
  return { ...(sources && { sources }), ...(otherwise && { otherwise }) }
}

interface EndedReply {
  readonly begun: BegunReply | undefined
  readonly text: string
  readonly failure: unknown
}

/** Who else can be asked: the model that the guides answered for, or the guides where a model failed. */
function otherAnswerer(
  { llm }: ChatPorts,
  { answerBy }: PostedQuestion,
  { begun, text, failure }: EndedReply,
): OtherAnswerer | undefined {
  const name = begun?.instead()
  if (name !== undefined) return { by: 'model', name }
  const isOfModel = failure instanceof AppError && failure.code.startsWith('LLM_')
  const isByGuides = answerBy === 'guides' || llm.status().kind === 'built-in'
  return isOfModel && !isByGuides && text.trim() === '' ? { by: 'guides' } : undefined
}

/** What a question came with, as it is kept and told. */
function attachedTo({ image, excerpt }: PostedQuestion): Pick<StoredMessage, 'image' | 'excerpt'> {
  return { ...(image && { image: image.stored }), ...(excerpt && { excerpt }) }
}

/** Where passages stand, each place once: those of one very long line stand in the same. */
function placesOf(passages: readonly Passage[]): Source[] {
  const places = Map.groupBy(
    passages,
    ({ fileId, firstLine, lastLine }) => `${fileId} ${firstLine} ${lastLine}`,
  )
  return [...places.values()].flatMap(([first]) => (first ? [Source.parse(first)] : []))
}

function sentence(failure: unknown): string {
  return failure instanceof AppError ? failure.message : 'Streaming error occurred'
}

/** A question that is posted again within this time is the same question, in milliseconds. */
const REPEAT_MS = 10 * 60_000

/**
 * Accepts a question once, so that a client may send it again when it has heard no answer: a
 * repetition gets the outcome of the first. A refused one is forgotten.
 */
export function onlyOnce(now: () => Date) {
  const posts = new Map<string, { readonly at: number; readonly accepted: Promise<void> }>()

  return ({ userId, chatId, messageId }: PostedQuestion, accept: () => Promise<void>) => {
    const at = now().getTime()
    for (const [key, post] of posts) if (post.at <= at - REPEAT_MS) posts.delete(key)
    const key = JSON.stringify([userId, chatId, messageId])
    const known = posts.get(key)
    if (known) return known.accepted
    const accepted = accept()
    posts.set(key, { at, accepted })
    return accepted.catch((error: unknown) => {
      posts.delete(key)
      throw error
    })
  }
}

import { AppError } from '../errors.ts'
import type { Background } from '../platform/background.ts'
import { inTime } from '../platform/until-aborted.ts'
import type { ChatPorts, PostedQuestion } from './ports.ts'
import { type BuiltPrompt, buildPrompt } from './prompt/build-prompt.ts'
import type { ReplyPlace } from './running-replies.ts'

/** A question does not wait longer than this for what a search finds, in milliseconds. */
export const SEARCH_LIMIT_MS = 10_000

/** A model that turns out to hold less is sent less, at most so many times. */
const SHORTENINGS = 3

/** A reply whose first piece has come, and the prompt that it answers. */
export interface BegunReply {
  readonly prompt: BuiltPrompt
  readonly pieces: AsyncIterable<string>
  /** What the server counted prompt and reply at; undefined until the end, or where it tells nothing. */
  readonly countedTokens: () => number | undefined
}

/**
 * Builds the prompt, sends it when it is the reply's turn and resolves with the first piece; nobody has
 * to listen yet. Where the prompt is too long for the model, it is built again for what the engine has
 * learned. A search that fails or takes long is only reported: the chat goes on without what it would
 * have found.
 */
export async function askModel(
  { chats, llm, findPassages, findTurns }: ChatPorts,
  posted: PostedQuestion,
  { signal, begin }: ReplyPlace,
  background: Background,
): Promise<BegunReply> {
  const { userId, chatId, question } = posted
  if (begin) await begin
  const search = <Found>(find: () => Promise<readonly Found[]>) =>
    inTime('A search', SEARCH_LIMIT_MS, find, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      background.run(() => Promise.reject(error))
      return []
    })
  const [earlier, passages] = await Promise.all([
    chats.messages(userId, chatId),
    search(() => findPassages(userId, question)),
  ])
  for (let shortened = 0; ; shortened++) {
    const prompt = await buildPrompt({
      ...posted,
      earlier,
      passages,
      findTurns: (turns) => search(() => findTurns(userId, chatId, turns, question)),
      contextTokens: llm.contextTokens(),
    })
    let counted: number | undefined
    const onCounted = (tokens: number) => {
      counted = tokens
    }
    try {
      const pieces = await startPieces(llm.stream({ ...prompt, onCounted }, signal))
      return { prompt, pieces, countedTokens: () => counted }
    } catch (error) {
      const isTooLong = error instanceof AppError && error.code === 'LLM_CONTEXT'
      const isLess = llm.contextTokens() < prompt.tokens
      if (!isTooLong || !isLess || shortened === SHORTENINGS) throw error
    }
  }
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

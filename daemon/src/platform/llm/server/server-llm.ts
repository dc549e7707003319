import type { EngineStatus } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { AppError } from '../../../errors.ts'
import {
  countTokens,
  type Llm,
  type Prompt,
  type PromptMessage,
  type ServedModels,
} from '../llm.ts'
import { answerInJson, type Writing, withoutThought } from './answer-in-json.ts'
import { modelName } from './describe-server.ts'
import { isOwnNetwork } from './is-own-network.ts'
import { type Failing, llmFailure, refusalOf, statusOf } from './llm-failure.ts'
import {
  type EngineLimits,
  type Open,
  type ReplyCall,
  requestAnswer,
  streamReply,
} from './stream-reply.ts'

/** Ids of the models that an engine asks for. */
export interface EngineModels {
  readonly chat: string
  readonly small: string
  readonly vision: string
  /**
   * Null where the server has none, and where it is somebody else's and nobody has named one: whole
   * folders would go there.
   */
  readonly embedding: string | null
}

/** One model server and how to use it. */
export interface EngineConfig {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** As in `ServerAddress`. */
  readonly fetch?: typeof fetch | undefined
  /** What the label says, such as "Ollama" or "api.openai.com". */
  readonly serverName: string
  readonly models: EngineModels
  /** What the server lists. */
  readonly served: ServedModels['served']
  /** What the server says that the chat model holds, prompt and reply together. */
  readonly contextTokens?: number | undefined
  readonly limits: EngineLimits
}

/** A request with one whole answer. */
export interface AnswerCall<Answer> {
  /** Sends it; a refusal is thrown as an `AppError`. */
  readonly open: Open
  /** What the body says; undefined when it makes no sense. */
  read(body: unknown): Answer | undefined
}

/** How one kind of server is asked; the rest is the same for all of them. */
export interface ServerDialect {
  readonly kind: Exclude<EngineStatus['kind'], 'built-in'>
  /** Loads what the first call would load. */
  load?(): Promise<unknown>
  reply(
    messages: readonly PromptMessage[],
    about: ModelAt,
  ): Pick<ReplyCall, 'open' | 'createReader'>
  write(writing: Writing, about: ModelAt): AnswerCall<string>
  /** One vector per text, in their order. */
  embed(texts: readonly string[], about: ModelAt): AnswerCall<readonly number[][]>
}

/** A model by its id at the server, and as a sentence may name it. */
export interface ModelAt extends Failing {
  readonly id: string
}

/** A server that asks for a longer wait fails a `json` at once, in milliseconds. */
const LONGEST_WAIT_MS = 2_000

/** A model engine on top of one server. */
export function serverLlm(
  { kind, load, reply, write, embed }: ServerDialect,
  { baseUrl, serverName, models, served, contextTokens, limits: { timers, retry } }: EngineConfig,
): Llm {
  const model = modelName(models.chat)
  const window = new ContextWindow(contextTokens)
  /** How the last call ended. */
  let error: string | null = null
  /** Calls that wait for a model that is being loaded. */
  let loading = 0
  const onLoading = (isLoading: boolean) => {
    loading += isLoading ? 1 : -1
  }
  const limits = { timers, retry, onLoading }
  const { host } = new URL(baseUrl)
  const at = (id: string): ModelAt => ({ host, id, model: modelName(id) })

  function status(): EngineStatus {
    const isLoading = loading > 0 && { isLoading: true }
    return { kind, model, label: `${model} on ${serverName}`, error, found: [], ...isLoading }
  }

  function noted(failure: unknown): never {
    if (failure instanceof AppError) error = failure.message
    throw failure
  }

  async function keep<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const kept = await answer.catch(noted)
    error = null
    return kept
  }

  async function* stream({ messages, onCounted }: Prompt, signal: AbortSignal) {
    if (signal.aborted) return
    const about = at(messages.some(({ image }) => image) ? models.vision : models.chat)
    try {
      const call = { about, onCounted, ...reply(messages, about) }
      for await (const piece of streamReply(call, limits, signal)) {
        yield piece
        error = null
      }
    } catch (failure) {
      window.learn(failure, messages)
      noted(failure)
    }
  }

  async function written(writing: Writing, signal: AbortSignal, within = limits): Promise<string> {
    signal.throwIfAborted()
    const about = at(models.small)
    const text = withoutThought(await answerOf(write(writing, about), about, signal, within))
    if (!text) throw llmFailure('LLM_EMPTY', about)
    return text
  }

  async function embedded(texts: readonly string[], id: string, signal: AbortSignal) {
    const about = at(id)
    const vectors = await answerOf(embed(texts, about), about, signal)
    if (vectors.length !== texts.length) throw llmFailure('LLM_MALFORMED', about)
    return { model: id, vectors: vectors.map((vector) => Float32Array.from(vector)) }
  }

  async function answerOf<Answer>(
    call: AnswerCall<Answer>,
    about: Failing,
    signal: AbortSignal,
    within: EngineLimits = limits,
  ) {
    const answer = call.read(await requestAnswer(call.open, about, within, signal))
    if (answer === undefined) throw llmFailure('LLM_MALFORMED', about)
    return answer
  }

  // many such calls follow one another: who makes them knows how long a busy server can be waited for
  const impatient = { ...limits, retry: { ...retry, longestWaitMs: LONGEST_WAIT_MS } }
  const json = answerInJson((writing, signal) => written(writing, signal, impatient))

  return {
    status,
    models: () => ({
      origin: new URL(baseUrl).origin,
      isOwnNetwork: isOwnNetwork(baseUrl),
      served,
      used: { ...models },
    }),
    contextTokens: () => window.tokens,
    refresh: async () => status(),
    async warmUp() {
      await load?.()
    },
    stream,
    write: ({ messages, maxTokens }, signal) => keep(written({ messages, maxTokens }, signal)),
    json: (task, signal) => keep(json(task, signal)),
    async embed(texts, signal) {
      signal.throwIfAborted()
      if (!models.embedding) return null
      if (texts.length === 0) return { model: models.embedding, vectors: [] }
      // not kept as the state: whether the chat model answers is another question
      return embedded(texts, models.embedding, signal).catch((failure: unknown) => {
        // the server does not offer the call at all
        if ([404, 501].includes(statusOf(failure))) return null
        throw failure
      })
    },
  }
}

/** What is kept free for the reply, in tokens; of a window that is small, a quarter. */
export const REPLY_RESERVE_TOKENS = 1024

/** A refusal of a prompt of so few tokens, by our count, is not about its length. */
const FEWEST_TOKENS = 512

/** What is sent of a prompt that was too long by an unknown amount. */
const SHORTER = 3 / 4

/** How long a prompt may be for one model server, as far as it is known. */
export class ContextWindow {
  /** By our count; what `Llm.contextTokens` promises. */
  tokens: number

  /** `servedTokens` is the window that the server tells, for prompt and reply together. */
  constructor(servedTokens = Number.POSITIVE_INFINITY) {
    this.tokens = Math.min(CONTEXT_WINDOW_TOKENS, promptTokens(servedTokens))
  }

  /** Learns from the failure of a reply to these messages; failures of another kind are ignored. */
  learn(failure: unknown, messages: readonly PromptMessage[]): void {
    if (!(failure instanceof AppError) || failure.code !== 'LLM_CONTEXT') return
    const sent = countTokens(messages)
    if (sent <= FEWEST_TOKENS) return
    const told = refusalOf(failure)
    const room = promptTokens(told?.contextTokens ?? Number.POSITIVE_INFINITY)
    // code and most languages have more tokens than a count by characters says
    const counted = Math.max(sent, told?.promptTokens ?? 0)
    const fitting = Math.min((room * sent) / counted, sent * SHORTER)
    this.tokens = Math.min(this.tokens, Math.max(FEWEST_TOKENS, Math.floor(fitting)))
  }
}

/** What a window holds beside the reply. */
function promptTokens(windowTokens: number): number {
  return Math.floor(windowTokens - Math.min(REPLY_RESERVE_TOKENS, windowTokens / 4))
}

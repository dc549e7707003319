import { IMAGE_TOKENS } from '@shortlist/contracts/limits'
import { z } from 'zod'
import { parseJson } from '../../storage/parse-json.ts'
import type { Llm, PromptMessage } from '../llm.ts'
import type { Writing } from './answer-in-json.ts'
import { modelName } from './describe-server.ts'
import { type Failing, llmFailure, refusedByServer } from './llm-failure.ts'
import {
  type EngineConfig,
  type ModelAt,
  REPLY_RESERVE_TOKENS,
  type ServerDialect,
  serverLlm,
} from './server-llm.ts'
import {
  guardedFetch,
  LINE_MAX_CHARACTERS,
  type Open,
  openRequest,
  type ReplyReader,
  type ReplyText,
} from './stream-reply.ts'

const Answer = z.looseObject({ message: z.looseObject({ content: z.string() }) })
const Vectors = z.looseObject({ embeddings: z.array(z.array(z.number())) })
const Running = z.looseObject({
  models: z.array(z.looseObject({ name: z.string(), context_length: z.number().nullish() })),
})
const Shown = z.looseObject({ capabilities: z.array(z.string()) })

const anything = z.unknown().optional()

/** One line of Ollama's `/api/chat`: https://docs.ollama.com/api/chat */
const ChatLine = z.object({
  error: anything,
  message: z.object({ content: z.string().nullish(), thinking: anything }).nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: anything,
  eval_count: anything,
})

/** The sizes that are asked for, in tokens: each change makes Ollama load the model again. */
const sizes = [8192, 16_384, 32_768] as const

// no tokenizer in use makes more tokens of a text than this, whatever its language
const BYTES_PER_TOKEN = 2.5
const TOKENS_AROUND_MESSAGE = 8

/**
 * Ollama through its own API, since its OpenAI-compatible one takes no context size and cuts long
 * prompts silently: https://docs.ollama.com/api/chat
 */
export function ollamaLlm(config: EngineConfig): Llm {
  const contextFor = createContexts()
  const ask = createAsk(config)
  const memory = createMemory(ask)

  /** Opens a call for which the model has to be in memory, with a context of `numCtx` if given. */
  function open(path: string, about: ModelAt, body: object, numCtx?: number): Open {
    return async (signal, loads) => {
      // while a model loads, Ollama also lets this call wait
      if (llm.status().isLoading || (await memory.lacks(about, numCtx, signal))) loads()
      const response = await ask(path, about, body, signal)
      if (numCtx) memory.holds(about, numCtx)
      return response
    }
  }

  function chat<Body extends ReturnType<typeof uncut>>(body: Body, about: ModelAt): Open {
    return open('/api/chat', about, body, body.options.num_ctx)
  }

  /** Rather an error than a prompt, or a reply, with its beginning thrown away. */
  function uncut(messages: readonly PromptMessage[], about: ModelAt, maxTokens?: number) {
    const context = contextFor(about.id, messages)
    if (!context) throw llmFailure('LLM_CONTEXT', about)
    const { numCtx, numPredict } = context
    const options = { num_ctx: numCtx, num_predict: Math.min(numPredict, maxTokens ?? numPredict) }
    return { messages: messages.map(chatMessage), options, truncate: false, shift: false }
  }

  /** A model without eyes would answer as if there were no image. */
  async function mustSee(about: ModelAt, signal: AbortSignal): Promise<void> {
    const shown = await ask('/api/show', about, {}, signal)
    // servers before 0.6.4 do not tell
    const { data } = Shown.safeParse(await shown.json())
    if (data && !data.capabilities.includes('vision')) throw llmFailure('LLM_IMAGE', about)
  }

  const dialect: ServerDialect = {
    kind: 'ollama',
    reply: (messages, about) => ({
      async open(signal, loads) {
        if (messages.some(({ image }) => image)) await mustSee(about, signal)
        return chat({ ...uncut(messages, about), stream: true }, about)(signal, loads)
      },
      createReader: (type, reply) =>
        /^application\/(x-ndjson|json)/.test(type) ? readChatLines(reply, about) : undefined,
    }),
    write: ({ messages, maxTokens, form }, about) => ({
      open: chat(
        {
          ...uncut(messages, about, maxTokens),
          ...answerFormat(form),
          stream: false,
          // a short answer is not worth a thought, which would use up its tokens
          think: false,
        },
        about,
      ),
      read: (body) => Answer.safeParse(body).data?.message.content,
    }),
    embed: (texts, about) => ({
      open: open('/api/embed', about, { input: texts }),
      read: (body) => Vectors.safeParse(body).data?.embeddings,
    }),
  }
  const llm = serverLlm(dialect, config)
  return llm
}

type Ask = ReturnType<typeof createAsk>

/** Sends requests about a model, with a body by POST. */
function createAsk({ baseUrl, apiKey, fetch: ask }: EngineConfig) {
  const { origin } = new URL(baseUrl)
  const fetch = guardedFetch(baseUrl, ask)
  return (path: string, about: ModelAt, body: object | undefined, signal: AbortSignal) => {
    const sent = body && { body: { model: about.id, ...body } }
    return openRequest({ url: `${origin}${path}`, apiKey, about, fetch, ...sent }, signal)
  }
}

/** Which models Ollama has in memory, and with which context. */
function createMemory(ask: Ask) {
  /** The context that a model answered with last. */
  const contexts = new Map<string, number>()

  return {
    holds(about: ModelAt, numCtx: number): void {
      contexts.set(about.id, numCtx)
    },
    /** Asked before a call, since Ollama lists a model as soon as it begins to load it. */
    async lacks(about: ModelAt, numCtx: number | undefined, signal: AbortSignal): Promise<boolean> {
      let answer: unknown
      try {
        answer = await (await ask('/api/ps', about, undefined, signal)).json()
      } catch {
        // servers before 0.1.38 do not tell; one that is not there is noticed by the call itself
        signal.throwIfAborted()
        return false
      }
      const { data } = Running.safeParse(answer)
      const running = data?.models.find(({ name }) => modelName(name) === about.model)
      if (!data || !running) return data !== undefined
      const isOther = Boolean(numCtx && running.context_length && running.context_length !== numCtx)
      // a model with a small window never gets more than that
      return isOther && contexts.get(about.id) !== numCtx
    },
  }
}

function answerFormat(form: Writing['form']): { format?: Record<string, unknown> | 'json' } {
  if (!form || form.format === 'plain') return {}
  return { format: form.format === 'schema' ? form.schema : 'json' }
}

function chatMessage({ role, content, image }: PromptMessage) {
  const images = image && { images: [Buffer.from(image.bytes).toString('base64')] }
  return { role, content, ...images }
}

/** More tokens than a prompt can have, from its bytes in UTF-8. */
function mostTokens(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content, image }) => {
    const text = Math.ceil(Buffer.byteLength(content) / BYTES_PER_TOKEN)
    return sum + text + TOKENS_AROUND_MESSAGE + (image ? 2 * IMAGE_TOKENS : 0)
  }, 0)
}

/**
 * Chooses a context that holds prompt and reply, and stays with the largest that was needed so far
 * of each model; `numPredict` is what is left for the reply. Undefined for a prompt that fits none.
 */
function createContexts() {
  const largest = new Map<string, number>()

  return (model: string, messages: readonly PromptMessage[]) => {
    const prompt = mostTokens(messages)
    const needed = Math.max(prompt + REPLY_RESERVE_TOKENS, largest.get(model) ?? 0)
    const numCtx = sizes.find((size) => size >= needed)
    if (numCtx === undefined) return undefined
    largest.set(model, numCtx)
    return { numCtx, numPredict: numCtx - prompt }
  }
}

/** Reads the line-delimited JSON of Ollama; a line that is no JSON is passed over. */
function readChatLines(reply: ReplyText, about: Failing): ReplyReader {
  let begun = ''

  function feed(piece: string): void {
    if (reply.failure) return
    const lines = (begun + piece).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) takeLine(line, reply, about)
    if (begun.length > LINE_MAX_CHARACTERS) reply.failure = llmFailure('LLM_MALFORMED', about)
  }
  return { feed, end: () => feed('\n') }
}

function takeLine(line: string, reply: ReplyText, about: Failing): void {
  if (reply.failure || line.trim() === '') return
  // what is no JSON is counted, never kept
  const read = ChatLine.safeParse(parseJson(line)).data
  if (!read) {
    reply.brokenLines++
    return
  }
  if (read.error) {
    reply.failure = refusedByServer(read.error, about)
    return
  }
  if (read.message?.thinking) reply.hasBegun = reply.hasThought = true
  reply.add(read.message?.content ?? '')
  if (!read.done) return
  // servers before 0.3 send `done` without a reason
  reply.finish = read.done_reason || 'stop'
  reply.isOver = true
  reply.count(read.prompt_eval_count, read.eval_count)
}

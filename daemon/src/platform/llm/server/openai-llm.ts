import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { OpenAI } from 'openai'
import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { parseJson } from '../../storage/parse-json.ts'
import type { Llm, PromptMessage } from '../llm.ts'
import type { Writing } from './answer-in-json.ts'
import { OPENAI_HOST } from './describe-server.ts'
import { contentRefused, type Failing, llmFailure, refusedByServer } from './llm-failure.ts'
import { type EngineConfig, type ServerDialect, serverLlm } from './server-llm.ts'
import {
  guardedFetch,
  LINE_MAX_CHARACTERS,
  type ReplyReader,
  type ReplyText,
  readError,
} from './stream-reply.ts'

type Message = OpenAI.Chat.ChatCompletionMessageParam
type Format = Pick<OpenAI.Chat.ChatCompletionCreateParams, 'response_format'>

const Vectors = z.looseObject({
  data: z.array(z.looseObject({ index: z.number(), embedding: z.array(z.number()) })),
})

/**
 * Any server that speaks OpenAI's chat completions: OpenAI, LM Studio, llama.cpp, vLLM and others.
 * The SDK is loaded at the first call.
 */
export function openAiLlm(config: EngineConfig): Llm {
  const isOpenAi = new URL(config.baseUrl).hostname === OPENAI_HOST
  const ask = createAsk(config)

  const dialect: ServerDialect = {
    kind: 'openai',
    load: () => import('openai'),
    reply(messages, about) {
      const body = { model: about.id, messages: messages.map(chatMessage), stream: true as const }
      return {
        open: (signal) => ask((sdk) => sdk.chat.completions.create(body, { signal }), about),
        createReader(type, reply) {
          if (type.startsWith('text/event-stream')) return readChatEvents(reply, about)
          return type.startsWith('application/json') ? readChatBody(reply, about) : undefined
        },
      }
    },
    write({ messages, maxTokens, form }, about) {
      const body = {
        model: about.id,
        messages: messages.map(chatMessage),
        // OpenAI's newer models refuse the older name, and most other servers know only that
        ...(isOpenAi ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
        ...responseFormat(form),
      }
      return {
        open: (signal) => ask((sdk) => sdk.chat.completions.create(body, { signal }), about),
        read: readAnswer,
      }
    },
    embed(texts, about) {
      const body = { model: about.id, input: [...texts], encoding_format: 'float' as const }
      return {
        open: (signal) => ask((sdk) => sdk.embeddings.create(body, { signal }), about),
        read: readVectors,
      }
    },
  }
  return serverLlm(dialect, config)
}

/** Sends requests through the SDK; the body is left to the caller. */
function createAsk({ baseUrl, apiKey, fetch: ask, limits }: EngineConfig) {
  const own = guardedFetch(baseUrl, ask)
  return async (
    send: (sdk: OpenAI) => { asResponse(): Promise<Response> },
    about: Failing,
  ): Promise<Response> => {
    const { OpenAI } = await import('openai')
    let refusal: AppError | undefined
    const sdk = new OpenAI({
      baseURL: baseUrl,
      // what is not given here the SDK looks for in the environment
      apiKey: apiKey || 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: limits.timers.totalMs,
      logLevel: 'off',
      async fetch(input, init) {
        const response = await own(input, init).catch((failure: unknown) => {
          if (failure instanceof AppError) refusal = failure
          throw failure
        })
        if (response.ok) return response
        refusal = refusedByServer(await readError(response), about, response)
        throw refusal
      },
    })
    try {
      return await send(sdk).asResponse()
    } catch (error) {
      // the SDK takes what its fetch throws for a failure of the connection
      throw refusal ?? error
    }
  }
}

function chatMessage({ role, content, image }: PromptMessage): Message {
  if (!image || role !== 'user') return { role, content }
  const url = `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}`
  const picture = { type: 'image_url' as const, image_url: { url } }
  return { role, content: content ? [{ type: 'text', text: content }, picture] : [picture] }
}

function responseFormat(form: Writing['form']): Format {
  if (!form || form.format === 'plain') return {}
  if (form.format === 'json') return { response_format: { type: 'json_object' } }
  const { name, schema } = form
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } }
}

function readAnswer(body: unknown): string | undefined {
  const choice = Answer.safeParse(body).data?.choices[0]
  const { content = '', refusal } = choice?.message ?? {}
  if (!content && (refusal || choice?.finish_reason === 'content_filter')) throw contentRefused()
  return choice && content
}

function readVectors(body: unknown): number[][] | undefined {
  return Vectors.safeParse(body)
    .data?.data.toSorted((one, other) => one.index - other.index)
    .map(({ embedding }) => embedding)
}

const text = z.string().optional().catch(undefined)

/** A whole answer; only the first of its choices is looked at, and of that what can be used. */
const Answer = z.object({
  choices: z.tuple(
    [z.object({ message: z.object({ content: text, refusal: text }), finish_reason: text })],
    z.unknown(),
  ),
})

// parsed for every token: plain fields without fallbacks cost a quarter of a microsecond
const mayBeText = z.string().nullish()
const anything = z.unknown().optional()
const Saying = z
  .object({
    content: mayBeText,
    refusal: anything,
    reasoning_content: anything,
    reasoning: anything,
  })
  .nullish()

/** What the request took, in tokens; in a stream it comes once, mostly after the last word. */
const Usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
})

/** A chunk of a stream carries a `delta`, a whole answer a `message`; what else is in it is ignored. */
const Completion = z.object({
  error: anything,
  usage: anything,
  choices: z
    .array(z.object({ index: anything, delta: Saying, message: Saying, finish_reason: mayBeText }))
    .nullish(),
})

/** Reads the event stream of a chat completion; comments, ids and what is no JSON are passed over. */
export function readChatEvents(reply: ReplyText, about: Failing): ReplyReader {
  const parser = createParser({
    maxBufferSize: LINE_MAX_CHARACTERS,
    onEvent: (event) => takeEvent(event, reply, about),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') reply.failure = llmFailure('LLM_MALFORMED', about)
    },
  })

  function feed(piece: string): void {
    if (!reply.failure) parser.feed(piece)
  }
  // an event without its blank line would be lost
  return { feed, end: () => feed('\n\n') }
}

/** Reads a body that holds one whole answer instead of a stream. */
function readChatBody(reply: ReplyText, about: Failing): ReplyReader {
  let body = ''
  return {
    feed(piece) {
      body += piece
      if (body.length > LINE_MAX_CHARACTERS) reply.failure = llmFailure('LLM_MALFORMED', about)
    },
    end: () => takeEvent({ data: body }, reply, about),
  }
}

function takeEvent({ event, data }: EventSourceMessage, reply: ReplyText, about: Failing): void {
  if (reply.failure) return
  if (data === '[DONE]') {
    reply.isOver = true
    return
  }
  // what is no JSON is counted, never kept
  const chunk = parseJson(data)
  const completion = Completion.safeParse(chunk).data
  if (event === 'error' || completion?.error) {
    reply.failure = refusedByServer(completion?.error ?? chunk, about)
    return
  }
  if (!completion) {
    reply.brokenLines++
    return
  }
  if (completion.usage) takeUsage(completion.usage, reply)
  // other choices are other replies
  const choice = completion.choices?.find(({ index }) => !index)
  if (!choice) return
  const said = choice.delta ?? choice.message
  if (said?.reasoning_content || said?.reasoning) reply.hasBegun = reply.hasThought = true
  if (said?.refusal) reply.isRefused = true
  reply.add(said?.content ?? '')
  reply.finish = choice.finish_reason || reply.finish
}

function takeUsage(usage: unknown, reply: ReplyText): void {
  const used = Usage.safeParse(usage).data
  if (!used) return
  const thoughts = used.completion_tokens_details?.reasoning_tokens ?? 0
  reply.count(used.prompt_tokens, used.completion_tokens - thoughts)
}

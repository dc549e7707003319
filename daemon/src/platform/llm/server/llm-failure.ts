import type { ErrorCode } from '@shortlist/contracts/errors'
import { z } from 'zod'
import { AppError } from '../../../errors.ts'

/** What a sentence may name. */
export interface Failing {
  /** Host and port, such as `127.0.0.1:11434`. */
  readonly host: string
  /** The model as it is shown. */
  readonly model: string
}

/** What a model server said when it refused; its own words are left out, they may quote a prompt. */
export interface Refusal {
  /** The HTTP status; undefined for an error that came inside a running reply. */
  readonly status?: number | undefined
  /** The server's error code or type, such as `insufficient_quota`. */
  readonly code?: string | undefined
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** What it says that a model holds and that a prompt has, in its own tokens. */
  readonly contextTokens?: number | undefined
  readonly promptTokens?: number | undefined
}

/** A refusal with the server's own words, which decide the code and go no further. */
interface VendorRefusal extends Refusal {
  readonly text: string
}

type Sentence = (about: Failing, refusal: Refusal) => string

const sentences = {
  LLM_UNREACHABLE: ({ host }, { status }) =>
    status === undefined
      ? `The model server at ${host} cannot be reached. Start it, or check its address in Settings or OPENAI_BASE_URL.`
      : `The model server at ${host} failed (HTTP ${status}). Try again in a moment.`,
  LLM_AUTH: () => 'The model server refused the key. Check it in Settings or OPENAI_API_KEY.',
  LLM_QUOTA: () => 'The quota of the model account is used up. Check its plan and billing.',
  LLM_RATE: (_, { retryAfterMs }) =>
    `The model server has too many requests. Try again in ${inWords(retryAfterMs)}.`,
  LLM_CONTEXT: () => 'The conversation is too long for the model. Start a new chat or send less.',
  LLM_IMAGE: () =>
    'The model cannot read images. Choose one that can in Settings or by VISION_MODEL, or send no image.',
  LLM_CUT: () => 'The reply was cut off in the middle. Please try again.',
  LLM_MALFORMED: ({ host }) =>
    `The model server at ${host} sent an answer that could not be understood.`,
  LLM_REFUSED: ({ host }, { status }) =>
    status === 404
      ? `Nothing at ${host} answers chats under this address (HTTP 404). Check it in Settings or OPENAI_BASE_URL: it usually ends in /v1.`
      : `The model server refused the request${status === undefined ? '' : ` (HTTP ${status})`}.`,
  LLM_EMPTY: () => 'No response content received from LLM',
} satisfies Partial<Record<ErrorCode, Sentence>>

/** A failure of the model by its code, with the sentence that goes with it. */
export function llmFailure(
  code: keyof typeof sentences,
  about: Failing,
  options?: { cause?: unknown },
): AppError {
  const refused = options?.cause instanceof ServerRefusal ? options.cause.refusal : {}
  return new AppError(code, sentences[code](about, refused), options)
}

/** A time to wait, rounded up. */
function inWords(ms: number | undefined): string {
  if (!ms) return 'a moment'
  const seconds = Math.ceil(ms / 1000)
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5400
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour']
  const whole = Math.ceil(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** The content filter of the server kept it from answering at all. */
export function contentRefused(): AppError {
  return new AppError('LLM_REFUSED', 'The model refused to answer this.')
}

/** The server was silent for too long. */
export function stalled(silentMs: number): AppError {
  const seconds = Math.max(1, Math.round(silentMs / 1000))
  const told = `The model said nothing for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return new AppError('LLM_STALL', `${told}, so the reply was ended.`)
}

/** The reply went on for longer than any reply may. */
export function tookTooLong(totalMs: number): AppError {
  const minutes = Math.max(1, Math.round(totalMs / 60_000))
  return new AppError('LLM_STALL', `The reply took longer than ${minutes} minutes and was ended.`)
}

/**
 * An answer of the server that is an error, before or inside a reply, in our words. `error` is what
 * stands under `error` in a body or in a frame of a stream; `answer` is the response that it came in,
 * where it came in one of its own.
 */
export function refusedByServer(
  error: unknown,
  about: Failing,
  answer?: { readonly status: number; readonly headers: Headers },
): AppError {
  const vendor = readRefusal(error, answer?.status, answer?.headers)
  const { text: _, ...refusal } = vendor
  const cause = new ServerRefusal(refusal)
  const code = codeOfWords(vendor) ?? codeOfStatus(vendor.status)
  if (vendor.status === 503 && /loading model/i.test(vendor.text)) {
    const told = `The model server at ${about.host} is still loading its model.`
    return new AppError(code, `${told} Try again in a minute.`, { cause })
  }
  if (code === 'LLM_REFUSED' && isUnknownModel(vendor)) {
    const known = `The model server does not know the model "${about.model}".`
    return new AppError(code, `${known} Choose one that it has in Settings or by CHAT_MODEL.`, {
      cause,
    })
  }
  if (code === 'LLM_REFUSED' && vendor.code === 'content_filter') return contentRefused()
  return llmFailure(code, about, { cause })
}

/**
 * A connection that failed: before the answer nobody is there, within it the reply is cut. A
 * `RangeError` is an answer that is longer than any.
 */
export function brokenConnection(cause: unknown, about: Failing, isAnswering: boolean): AppError {
  if (cause instanceof RangeError) return llmFailure('LLM_MALFORMED', about)
  const code = connectionCode(cause)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return stalled(300_000)
  return llmFailure(isAnswering ? 'LLM_CUT' : 'LLM_UNREACHABLE', about, { cause })
}

const wordsOf: readonly (readonly [keyof typeof sentences, RegExp])[] = [
  ['LLM_QUOTA', /insufficient_quota|billing_hard_limit|exceeded your current quota/i],
  [
    'LLM_CONTEXT',
    /context_length|exceed_context|context (length|size|window)|context.{0,8}overflow|\bn_ctx\b/i,
  ],
  ['LLM_IMAGE', /image (input|content)|image_url|multimodal|support(s|ing)? (vision|images?)/i],
  ['LLM_AUTH', /invalid_api_key|authentication_error/i],
  ['LLM_RATE', /rate_limit/i],
  // llama.cpp answers 500 when a schema answer was cut short: nothing is wrong with the server
  ['LLM_MALFORMED', /does not match the expected/i],
  ['LLM_REFUSED', /content_filter|content_policy|model_not_found/i],
]

function codeOfWords({ status, code, text }: VendorRefusal): keyof typeof sentences | undefined {
  if (status === 401 || status === 404) return undefined
  const words = `${code ?? ''} ${text}`
  return wordsOf.find(([, pattern]) => pattern.test(words))?.[0]
}

function codeOfStatus(status: number | undefined): keyof typeof sentences {
  if (status === undefined) return 'LLM_CUT'
  if (status === 401 || status === 403) return 'LLM_AUTH'
  if (status === 402) return 'LLM_QUOTA'
  if (status === 413) return 'LLM_CONTEXT'
  if (status === 429) return 'LLM_RATE'
  return status >= 500 ? 'LLM_UNREACHABLE' : 'LLM_REFUSED'
}

function isUnknownModel({ status, code, text }: VendorRefusal): boolean {
  return code === 'model_not_found' || (status === 404 && /model/i.test(text))
}

function connectionCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && error.code !== undefined ? error.code : connectionCode(error.cause)
}

/** The cause of an `AppError` that came from an answer of the server, not from the connection. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(['the model server refused', refusal.status, refusal.code].filter(Boolean).join(' '))
    this.refusal = refusal
  }
}

/** What the server said, of a failure that came from an answer of it. */
export function refusalOf(failure: unknown): Refusal | undefined {
  const cause = failure instanceof Error ? failure.cause : undefined
  return cause instanceof ServerRefusal ? cause.refusal : undefined
}

/** The HTTP status that a failure came from; 0 where it came from none. */
export function statusOf(failure: unknown): number {
  return refusalOf(failure)?.status ?? 0
}

const ErrorBody = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  // llama.cpp
  n_ctx: z.number().positive().optional().catch(undefined),
  n_prompt_tokens: z.number().positive().optional().catch(undefined),
})

/** Reads the error of an OpenAI-compatible server (`{message, type, code}`) or of Ollama (a text). */
function readRefusal(error: unknown, status?: number, headers?: Headers): VendorRefusal {
  const retryAfterMs = readRetryAfter(headers?.get('retry-after'))
  if (typeof error === 'string') return { status, retryAfterMs, text: error, ...sizesIn(error) }
  const body = ErrorBody.safeParse(error)
  if (!body.success) return { status, retryAfterMs, text: '' }
  const { message = '', code, type, n_ctx, n_prompt_tokens } = body.data
  const { contextTokens, promptTokens } = sizesIn(message)
  const numeric = typeof code === 'number' && code >= 400 && code <= 599 ? code : undefined
  return {
    status: status ?? numeric,
    code: [code, type].map(plainCode).find(Boolean),
    retryAfterMs,
    text: `${plainCode(type) ?? ''} ${message}`,
    contextTokens: n_ctx ?? contextTokens,
    promptTokens: n_prompt_tokens ?? promptTokens,
  }
}

/** "maximum context length is 4096 tokens", "context size (4096 tokens)", "n_ctx (4096)", ... */
const window = /(?:context (?:length|size|window)|n_ctx)[^\d.]{0,24}(\d{3,7})\b/i
/** "request (4476 tokens)", "requested 4476 tokens", "has 4476 input tokens", "n_keep (4476)", ... */
const sizes = /\b(\d{3,7}) (?:\w+ )?tokens|(?:tokens|n_keep) \((\d{3,7})\)/gi

/** The sizes that the words of a refusal name, in the server's tokens. */
function sizesIn(words: string): Pick<VendorRefusal, 'contextTokens' | 'promptTokens'> {
  const text = words.slice(0, 1000)
  const contextTokens = Number(window.exec(text)?.[1]) || undefined
  const named = [...text.matchAll(sizes)].map(([, before, within]) => Number(before ?? within))
  const promptTokens = Math.max(...named)
  // a prompt that fits is another number
  if (!contextTokens || promptTokens <= contextTokens) return { contextTokens }
  return { contextTokens, promptTokens }
}

/** Milliseconds of a Retry-After header (RFC 9110, section 10.2.3), in seconds or as a date. */
function readRetryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const ms = /^[\d.]+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function plainCode(code: unknown): string | undefined {
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined
}

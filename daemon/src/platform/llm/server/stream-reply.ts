import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { parseJson } from '../../storage/parse-json.ts'
import type { Prompt } from '../llm.ts'
import {
  brokenConnection,
  contentRefused,
  type Failing,
  llmFailure,
  refusalOf,
  refusedByServer,
  stalled,
  statusOf,
  tookTooLong,
} from './llm-failure.ts'

/** Most bytes of one streamed answer, whatever they hold. */
const BODY_MAX_BYTES = 64 * 1024 * 1024

/** Most bytes of an answer that is not streamed; 64 long vectors fit. */
const ANSWER_MAX_BYTES = 16 * 1024 * 1024

/**
 * Sends a request. `loads` is called before it goes out where the server says that it has to load
 * the model for it.
 */
export type Open = (signal: AbortSignal, loads: () => void) => Promise<Response>

/** One streaming request to a model server. */
export interface ReplyCall {
  readonly about: Failing
  /** Sends the request; a refusal is thrown as an `AppError`. */
  readonly open: Open
  /** Undefined when a body of this content type, in lower case, is no reply. */
  createReader(contentType: string, reply: ReplyText): ReplyReader | undefined
  /** As in `Prompt`. */
  readonly onCounted?: Prompt['onCounted'] | undefined
}

/** How long a model may take, in milliseconds. */
export interface LlmTimers {
  /** Without a word: before a reply, within it, and before an answer that is not streamed. */
  readonly silenceMs: number
  /** The same while the server says that it is loading the model. */
  readonly loadingMs: number
  /** From the request to the end, repetitions included. */
  readonly totalMs: number
  /** How long a connection is read on after the reply is complete, so that it can be used again. */
  readonly graceMs: number
}

/**
 * The timers that go with a tolerated silence; loading a model may take four times as long. The
 * time to connect is the platform's own: 10 seconds.
 */
export function llmTimers(stallSeconds: number): LlmTimers {
  const silenceMs = stallSeconds * 1000
  return { silenceMs, loadingMs: 4 * silenceMs, totalMs: 600_000, graceMs: 250 }
}

export interface EngineLimits {
  readonly timers: LlmTimers
  readonly retry: RetryPolicy
  /** Told when a call begins to wait for a model that is being loaded, and when that is over. */
  readonly onLoading?: (isLoading: boolean) => void
}

export interface RetryPolicy {
  /** How long to wait before each repetition, in milliseconds; their number is the limit. */
  readonly delaysMs: readonly number[]
  /** A server that asks for a longer wait than this, in milliseconds, is not asked again. */
  readonly longestWaitMs: number
  /** Rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The same limits for a request that is not repeated. */
export function withoutRetry(limits: EngineLimits): EngineLimits {
  return { ...limits, retry: { ...limits.retry, delaysMs: [] } }
}

/** Twice, with growing pauses. */
export const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [500, 2000],
  longestWaitMs: 20_000,
  wait: (ms, signal) => pause(ms, undefined, { signal }),
}

/**
 * The reply in pieces, one per read of the body. Ends silently when the caller aborts; throws an
 * `AppError` when the reply cannot be begun, is cut, stalls or makes no sense.
 */
export async function* streamReply(
  call: ReplyCall,
  limits: EngineLimits,
  caller: AbortSignal,
): AsyncGenerator<string> {
  if (caller.aborted) return
  const watchdog = new Watchdog(limits.timers.totalMs, caller, limits.onLoading)
  let response: Response | undefined
  try {
    response = await openWatched(call.open, limits, watchdog)
    yield* readReply(response, call, limits.timers, watchdog)
  } catch (error) {
    if (caller.aborted) return
    if (watchdog.failure) throw watchdog.failure
    throw error instanceof AppError ? error : brokenConnection(error, call.about, !!response)
  } finally {
    watchdog.close()
  }
}

/**
 * One request with one whole JSON answer. Throws an `AppError` when there is none, and the reason
 * of the caller's signal when it was aborted.
 */
export async function requestAnswer(
  open: Open,
  about: Failing,
  limits: EngineLimits,
  caller: AbortSignal,
): Promise<unknown> {
  caller.throwIfAborted()
  const watchdog = new Watchdog(limits.timers.totalMs, caller, limits.onLoading)
  let response: Response | undefined
  try {
    response = await openWatched(open, limits, watchdog)
    const answer = parseJson(await readBody(response, ANSWER_MAX_BYTES))
    if (answer === undefined) throw llmFailure('LLM_MALFORMED', about)
    return answer
  } catch (error) {
    caller.throwIfAborted()
    if (watchdog.failure) throw watchdog.failure
    throw error instanceof AppError ? error : brokenConnection(error, about, !!response)
  } finally {
    watchdog.close()
  }
}

/**
 * Opens a request under watch. One that was answered with 429 or 5xx is repeated, before anything of
 * the reply has come; a used-up quota and an answer that would be the same again are not. A pause
 * before a repetition is no silence of the server.
 */
async function openWatched(
  open: Open,
  { timers, retry }: EngineLimits,
  watchdog: Watchdog,
): Promise<Response> {
  for (let tries = 0; ; tries++) {
    watchdog.allow(timers.silenceMs)
    try {
      return await open(watchdog.signal, () => watchdog.allow(timers.loadingMs, true))
    } catch (error) {
      watchdog.rest()
      const refusal = isTransient(error) ? refusalOf(error) : undefined
      const pauseMs = refusal?.retryAfterMs ?? retry.delaysMs[tries]
      const isLast = tries >= retry.delaysMs.length || watchdog.signal.aborted
      if (!refusal || isLast || pauseMs === undefined || pauseMs > retry.longestWaitMs) throw error
      await retry.wait(pauseMs, watchdog.signal)
    }
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  // a status tells apart a server that failed from one that cannot be reached at all
  return (error.code === 'LLM_RATE' || error.code === 'LLM_UNREACHABLE') && statusOf(error) > 0
}

async function* readReply(
  response: Response,
  call: ReplyCall,
  timers: LlmTimers,
  watchdog: Watchdog,
): AsyncGenerator<string> {
  const reply = new ReplyText(call.onCounted)
  const contentType = response.headers.get('content-type') ?? ''
  const reader = call.createReader(contentType.toLowerCase(), reply)
  if (!reader) throw llmFailure('LLM_MALFORMED', call.about)
  const keepWatch = watchReply(reply, timers, watchdog)
  try {
    for await (const text of readText(response, BODY_MAX_BYTES)) {
      reader.feed(text)
      keepWatch()
      const piece = reply.take()
      if (piece) yield piece
      if (reply.failure || reply.isTooLong || (reply.isOver && !reply.finish)) break
    }
  } catch (error) {
    // a server that hangs up after its last word has said all
    if (!reply.finish || watchdog.failure) throw error
  }
  reader.end()
  reply.isOver = true
  const rest = reply.take()
  if (rest) yield rest
  const note = closingNote(reply, call.about)
  if (note) yield note
}

/** After each read: what comes before a first token is no life, and the end has hardly any time. */
function watchReply(reply: ReplyText, timers: LlmTimers, watchdog: Watchdog): () => void {
  let phase: 'waiting' | 'running' | 'ending' = 'waiting'
  return () => {
    if (reply.finish && phase !== 'ending') {
      phase = 'ending'
      watchdog.endWithin(timers.graceMs)
    } else if (reply.hasBegun && phase === 'waiting') {
      phase = 'running'
      watchdog.allow(timers.silenceMs)
    } else if (phase === 'running') {
      watchdog.heard()
    }
  }
}

/** What is said under a reply that was ended early; throws when it is no reply at all. */
function closingNote(reply: ReplyText, about: Failing): string {
  if (reply.failure) throw reply.failure
  if (reply.isTooLong) return '\n\n_The reply was cut off at 200 KB._'
  if (reply.length === 0) {
    if (reply.isRefused || reply.finish === 'content_filter') throw contentRefused()
    throw llmFailure(reply.brokenLines > 0 ? 'LLM_MALFORMED' : 'LLM_EMPTY', about)
  }
  if (!reply.finish) throw llmFailure(reply.brokenLines > 0 ? 'LLM_MALFORMED' : 'LLM_CUT', about)
  if (reply.finish === 'length') {
    return "\n\n_The reply was cut off at the model's length limit._"
  }
  if (reply.finish !== 'content_filter') return ''
  return "\n\n_The reply was ended by the model server's content filter._"
}

/** Ends a request that takes too long, or that its caller no longer wants. */
export class Watchdog {
  /** The limit that was passed; undefined while all is well. */
  failure: AppError | undefined
  readonly #request = new AbortController()
  readonly #caller: AbortSignal
  readonly #onLoading: (isLoading: boolean) => void
  readonly #total: NodeJS.Timeout
  #silence: NodeJS.Timeout | undefined
  #isLoading = false

  /**
   * `totalMs` begins now. `onLoading` is told when the call begins to wait for a model that is being
   * loaded, and when it no longer does.
   */
  constructor(
    totalMs: number,
    caller: AbortSignal,
    onLoading: (isLoading: boolean) => void = () => {},
  ) {
    this.#caller = caller
    this.#onLoading = onLoading
    this.#total = setTimeout(() => this.#fail(tookTooLong(totalMs)), totalMs)
    if (caller.aborted) this.#abort()
    else caller.addEventListener('abort', this.#abort, { once: true })
  }

  /** Aborted by the caller's signal and by every limit. */
  get signal(): AbortSignal {
    return this.#request.signal
  }

  /** Allows a silence of so many milliseconds from now on, in which the server may load a model. */
  allow(silenceMs: number, isLoading = false): void {
    this.rest(isLoading)
    this.#silence = setTimeout(() => this.#fail(stalled(silenceMs)), silenceMs)
  }

  /** Something was heard: the silence begins anew. */
  heard(): void {
    this.#silence?.refresh()
  }

  /** Nobody is waited for at present. */
  rest(isLoading = false): void {
    clearTimeout(this.#silence)
    if (isLoading !== this.#isLoading) this.#onLoading(isLoading)
    this.#isLoading = isLoading
  }

  /** Ends the request after so many milliseconds, which is not a failure. */
  endWithin(ms: number): void {
    this.rest()
    this.#silence = setTimeout(() => this.#request.abort(), ms)
  }

  /** Ends what still runs and lets go of timers and signal. */
  close(): void {
    this.rest()
    clearTimeout(this.#total)
    this.#caller.removeEventListener('abort', this.#abort)
    this.#request.abort()
  }

  #fail(error: AppError): void {
    this.failure ??= error
    this.#request.abort()
  }

  readonly #abort = () => this.#request.abort(this.#caller.reason)
}

/** Most bytes of an error body that are looked at. */
const REFUSAL_MAX_BYTES = 64 * 1024

const AnyError = z.looseObject({ error: z.unknown().optional(), detail: z.unknown().optional() })

export interface ServerRequest {
  readonly url: string
  readonly apiKey?: string | undefined
  /** Sent as JSON; without one the request is a GET. */
  readonly body?: object | undefined
  readonly about: Failing
  readonly fetch: typeof fetch
}

/** Asks a model server without an SDK; an answer that is not 2xx is thrown as an `AppError`. */
export async function openRequest(
  { url, apiKey, body, about, fetch }: ServerRequest,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  })
  if (response.ok) return response
  throw refusedByServer(await readError(response), about, response)
}

/** The error in an answer that is not 2xx, wherever it stands; of a page its text. */
export async function readError(response: Response): Promise<unknown> {
  const body = await readBody(response, REFUSAL_MAX_BYTES)
  const answer = AnyError.safeParse(parseJson(body)).data
  // a plain text or a page: its words still help to tell what is wrong
  return answer ? (answer.error ?? answer.detail ?? answer) : body
}

/** Asks one server only: another address is refused, and so is a redirect to one. */
export function guardedFetch(baseUrl: string, ask = fetch): typeof fetch {
  const { origin } = new URL(baseUrl)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new TypeError('a model engine asks only its own server')
    return ask(input, { ...init, redirect: 'error' })
  }
}

/** A body as text, piece by piece; throws a `RangeError` when it has more bytes than allowed. */
async function* readText(response: Response, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let size = 0
  for await (const bytes of response.body ?? []) {
    size += bytes.length
    if (size > maxBytes) throw new RangeError('The body is too long.')
    yield decoder.decode(bytes, { stream: true })
  }
  yield decoder.decode()
}

/** The same as a whole; '' for one that is too long. */
async function readBody(response: Response, maxBytes: number): Promise<string> {
  try {
    let body = ''
    for await (const text of readText(response, maxBytes)) body += text
    return body
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** Longest reply, in characters. */
export const REPLY_MAX_CHARACTERS = 200 * 1024

/** Longest line or event of a stream, in characters. */
export const LINE_MAX_CHARACTERS = 1024 * 1024

// what no text should hold: control characters but line breaks and tabs, and failed decoding
const unfit = /[^\P{Cc}\t\n\r]|\uFFFD/gu

/** Takes the text of a body, piece by piece, and fills the reply that it was made for. */
export interface ReplyReader {
  /** Never throws: what cannot be read is noted in the reply. */
  feed(text: string): void
  /** The body has ended. */
  end(): void
}

/** A reply as it comes in: readers add to it, the stream takes from it. */
export class ReplyText {
  /** Why the model ended: `stop`, `length`, `content_filter`, ...; undefined while it has not. */
  finish: string | undefined
  /** What the server reported within its reply. */
  failure: AppError | undefined
  /** The server has sent its end mark. */
  isOver = false
  /** Anything of a reply has come, be it only a thought. */
  hasBegun = false
  /** Lines that could not be read; the reply goes on without them. */
  brokenLines = 0
  /** The model thought aloud before it spoke. */
  hasThought = false
  /** The model declined, in words that are not part of the reply. */
  isRefused = false

  readonly #onCounted: Prompt['onCounted']
  #fresh = ''
  #length = 0

  /** `onCounted` as in `Prompt`. */
  constructor(onCounted?: Prompt['onCounted']) {
    this.#onCounted = onCounted
  }

  /** Characters so far. */
  get length(): number {
    return this.#length
  }

  get isTooLong(): boolean {
    return this.#length > REPLY_MAX_CHARACTERS
  }

  add(text: string): void {
    if (text === '') return
    const fit = text.replace(unfit, '')
    this.hasBegun = true
    const room = Math.max(0, REPLY_MAX_CHARACTERS - this.#length)
    this.#length += fit.length
    this.#fresh += fit.slice(0, room)
  }

  /** Takes the server's counts of prompt and reply; thoughts are among them, and are not sent again. */
  count(prompt: unknown, said: unknown): void {
    if (typeof prompt !== 'number' || typeof said !== 'number' || this.hasThought) return
    if (prompt > 0 && said > 0) this.#onCounted?.(prompt + said)
  }

  /** What came since the last time; half a character waits for its other half. */
  take(): string {
    const isHalf = !this.isOver && /[\uD800-\uDBFF]$/.test(this.#fresh)
    const end = isHalf ? this.#fresh.length - 1 : this.#fresh.length
    const piece = this.#fresh.slice(0, end)
    this.#fresh = this.#fresh.slice(end)
    return piece
  }
}

import { z } from 'zod'
import { parseJson } from '../../storage/parse-json.ts'
import { type Failing, refusedByServer } from './llm-failure.ts'

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
export function guardedFetch(baseUrl: string): typeof fetch {
  const { origin } = new URL(baseUrl)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new TypeError('a model engine asks only its own server')
    return fetch(input, { ...init, redirect: 'error' })
  }
}

/** A body as text, piece by piece; throws a `RangeError` when it has more bytes than allowed. */
export async function* readText(response: Response, maxBytes: number): AsyncGenerator<string> {
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
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  try {
    let body = ''
    for await (const text of readText(response, maxBytes)) body += text
    return body
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

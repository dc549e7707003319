import { ErrorCode, ErrorReply } from '@shortlist/contracts/errors'
import type { App } from '@shortlist/daemon/app'
import { type ClientResponse, hc } from 'hono/client'
import { z } from 'zod'
import { CallFailed, type FailureReason } from '../call-failed.ts'

/** The daemon's calls, typed by its own routes. Every call carries the cookie. */
export function daemonApi(baseUrl: string) {
  return hc<App>(baseUrl, { init: { credentials: 'include' }, fetch: outlivingFetch }).api
}

/**
 * How many calls outlive their page, and how many characters each has at most: a browser refuses one
 * with which all of them would have more than 64 KiB (Fetch, "HTTP-network-or-cache fetch").
 */
const MOST_OUTLIVING = 10
const LONGEST_OUTLIVING = 2_000

let outliving = 0

/** Has small changes arrive though the page that asked for them is left meanwhile. */
export async function outlivingFetch(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { method, body } = init
  const isSmall = !body || (typeof body === 'string' && body.length <= LONGEST_OUTLIVING)
  const keepalive = method !== 'GET' && isSmall && outliving < MOST_OUTLIVING
  outliving += keepalive ? 1 : 0
  try {
    return await fetch(input, { ...init, keepalive })
  } finally {
    outliving -= keepalive ? 1 : 0
  }
}

export type DaemonApi = ReturnType<typeof daemonApi>

/** The part of an answer that is read. */
export type Answer = Pick<Response, 'ok' | 'status' | 'statusText' | 'text'>

/** What the typed client says that a call can answer: what its contract promises, or why not. */
type Reply<Body> = ClientResponse<Body, 200, 'json'> | ClientResponse<ErrorReply>

/** Reads the answers to calls; all throw `CallFailed`. */
export interface Calls {
  /** The checked body of the answer. */
  ask<Schema extends z.ZodType>(
    calling: Promise<Reply<z.input<Schema>>>,
    schema: Schema,
  ): Promise<z.output<Schema>>
  /** The bytes of an answer. */
  blob(calling: Promise<Response>): Promise<Blob>
  /** For calls that answer without a body. */
  tell(calling: Promise<Answer>): Promise<void>
}

/** What calls on behalf of an account need from the client that makes them. */
export interface AccountCallParts {
  readonly api: DaemonApi
  readonly calls: Calls
  /** The id of the signed-in account; throws `CallFailed` 401 without one. */
  readonly userId: () => string
}

/** The sessions of a client, one after the other. */
export interface Sessions {
  /** A number that is another one after each sign-in. */
  current(): number
  /** The daemon does not accept the current one any more. */
  expire(): void
}

/**
 * Reads the answers to calls; `settle` hears of each whether the daemon was there. With `sessions`, a
 * 401 ends the session that the call belonged to; a call that is answered in a later session fails,
 * whatever its answer was.
 */
export function readCalls(settle: (isThere: boolean) => void, sessions?: Sessions): Calls {
  async function settled<Result>(calling: Promise<Result>): Promise<Result> {
    const asked = sessions?.current()
    const isLate = () => sessions?.current() !== asked
    try {
      const result = await calling
      settle(true)
      if (!isLate()) return result
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      settle(!error.isOffline)
      if (!isLate()) {
        if (error.isSignedOut) sessions?.expire()
        throw error
      }
    }
    throw new CallFailed(0, 'The session has ended', { reason: 'refused' })
  }

  return {
    ask: (calling, schema) =>
      settled(arrive(calling, async (answer) => checked(answer, await answer.text(), schema))),
    blob: (calling) => settled(arrive(calling, (answer) => answer.blob())),
    tell: (calling) => settled(arrive(calling, async (answer) => void (await answer.text()))),
  }
}

/** The sentence of a refusal: the specification reads `message` of some calls, `error` of others. */
const Refusal = ErrorReply.pick({ message: true, error: true })
  .partial()
  .extend({ code: ErrorCode.optional().catch(undefined) })

async function checked<Schema extends z.ZodType>(
  { status }: Answer,
  text: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = parseJson(text)
  const result = await schema.safeParseAsync(body)
  if (result.success) return result.data
  throw new CallFailed(status, 'Server returned an unexpected response', {
    reason: reasonOf(status, text),
    cause: result.error,
    notJson: body === undefined ? text : undefined,
  })
}

/**
 * What is read of a 2xx answer; throws `CallFailed` for any other. An abort rejects as it is: it says
 * nothing about the daemon.
 */
async function arrive<Head extends Answer, Body>(
  calling: Promise<Head>,
  readBody: (answer: Head) => Promise<Body>,
): Promise<Body> {
  try {
    const answer = await calling
    if (!answer.ok) throw refused(answer, await answer.text())
    return await readBody(answer)
  } catch (cause) {
    if (cause instanceof CallFailed) throw cause
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    const detail = cause instanceof Error ? cause.message : 'Failed to fetch'
    throw new CallFailed(0, detail, { cause })
  }
}

function refused(answer: Answer, text: string): CallFailed {
  const body = parseJson(text)
  const { message, error, code } = Refusal.safeParse(body).data ?? {}
  const sentence = message ?? error
  if (sentence) return new CallFailed(answer.status, sentence, { code })
  return new CallFailed(answer.status, answer.statusText || `HTTP ${answer.status}`, {
    reason: reasonOf(answer.status, text),
    notJson: body === undefined ? text : undefined,
  })
}

/** Undefined for what is no JSON: the callers check against a schema that refuses it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const gatewayErrors = [502, 503, 504]

/** Why an answer is not the daemon's own; proxies say so by status, text or an empty 500. */
function reasonOf(status: number, text: string): FailureReason {
  const isProxy = /^\s*proxy error/i.test(text) || (status === 500 && text === '')
  if (isProxy || gatewayErrors.includes(status)) return 'proxy'
  return status === 404 ? 'missing' : 'unexpected'
}

export type Fields = Readonly<Record<string, unknown>>

/**
 * As a schema of the contract, for answers that may keep to the specification alone (sections 3
 * and 7): `defaults` stand for what is left out or null.
 */
export function orDefaults<Schema extends z.ZodType>(
  schema: Schema,
  defaults: Fields | ((body: Fields) => Fields),
): Schema {
  const fill = (body: unknown) => {
    if (typeof body !== 'object' || body === null) return body
    const known: Fields = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== null),
    )
    return { ...body, ...(typeof defaults === 'function' ? defaults(known) : defaults), ...known }
  }
  // what goes in is checked all the same, so callers may hold the contract to it
  return z.preprocess(fill, schema) as unknown as Schema
}

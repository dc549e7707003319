import { ErrorReply } from '@shortlist/contracts/errors'
import type { z } from 'zod'
import { CallFailed, type FailureReason } from '../assistant-client.ts'
import type { Answer } from './api.ts'

/** The sentence of a refusal: the specification reads `message` of some calls, `error` of others. */
const Refusal = ErrorReply.pick({ message: true, error: true }).partial()

/** The checked body of a 2xx answer; whatever else happens throws `CallFailed`. */
export async function read<Schema extends z.ZodType>(
  calling: Promise<Answer>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { answer, body: text } = await arrive(calling, asText)
  const body = parseJson(text)
  if (!answer.ok) throw refused(answer, text, body)
  const checked = await schema.safeParseAsync(body)
  if (checked.success) return checked.data
  throw new CallFailed(answer.status, 'Server returned an unexpected response', {
    reason: reasonOf(answer.status, text),
    cause: checked.error,
    notJson: body === undefined ? text : undefined,
  })
}

/** As `read`, for calls that answer without a body. */
export async function readNothing(calling: Promise<Answer>): Promise<void> {
  const { answer, body: text } = await arrive(calling, asText)
  if (!answer.ok) throw refused(answer, text, parseJson(text))
}

/** The bytes of a 2xx answer, under their media type. */
export async function readBlob(calling: Promise<Response>): Promise<Blob> {
  const { answer, body } = await arrive(calling, (response) => response.blob())
  if (answer.ok) return body
  const text = await body.text()
  throw refused(answer, text, parseJson(text))
}

/** An answer with its whole body. An abort rejects as it is: it says nothing about the daemon. */
async function arrive<Head extends Answer, Body>(
  calling: Promise<Head>,
  readBody: (answer: Head) => Promise<Body>,
): Promise<{ answer: Head; body: Body }> {
  try {
    const answer = await calling
    return { answer, body: await readBody(answer) }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    const detail = cause instanceof Error ? cause.message : 'Failed to fetch'
    throw new CallFailed(0, detail, { cause })
  }
}

const asText = (answer: Answer) => answer.text()

function refused(answer: Answer, text: string, body: unknown): CallFailed {
  const { message, error } = Refusal.safeParse(body).data ?? {}
  const sentence = message ?? error
  if (sentence) return new CallFailed(answer.status, sentence)
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

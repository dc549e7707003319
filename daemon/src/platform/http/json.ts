import { randomUUID } from 'node:crypto'
import { type ErrorCode, ErrorReply } from '@shortlist/contracts/errors'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { AppError, RateLimited } from '../../errors.ts'
import type { SignedIn } from './session.ts'

/** A JSON request body that must be there and fit its schema. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } } as const
}

/** The answers of a call: 200 with what its contract promises, anything else an `ErrorReply`. */
export function replies<Schema extends z.ZodType>(schema: Schema, description: string) {
  return {
    200: { description, content: { 'application/json': { schema } } },
    default: refusal,
  } as const
}

/** What every call answers when it refuses or fails. */
export const refusal = {
  description: 'What went wrong',
  content: { 'application/json': { schema: ErrorReply } },
} as const

const SHOWN_ISSUES = 3

type Result =
  | { readonly success: true }
  | { readonly success: false; readonly error: z.core.$ZodError }

/** Clients show it as it is (wire contract, section 8). */
const NOBODY = 'User ID is required'

/** The hook of every route: what does not fit its contract answers 400 and names the field. */
export function refuseInvalid(result: Result): void {
  if (result.success) return
  const { issues } = result.error
  if (issues.some(({ path }) => path[0] === 'userId')) throw new AppError('VALIDATION', NOBODY)
  throw new AppError('VALIDATION', issues.slice(0, SHOWN_ISSUES).map(sentence).join(' '))
}

function sentence({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? `${message}.` : `${path.join('.')}: ${message}.`
}

/** Writes down a failure that nobody expected, together with the id that the client was told. */
export type LogFailure = (error: unknown, requestId: string) => void

/** The only place where a failure becomes an answer; a bug is logged and stays anonymous outside. */
export function answerError(log: LogFailure) {
  return (error: Error, c: Context<SignedIn>) => {
    const { requestId } = c.var
    const known = error instanceof AppError ? error : refusedByFramework(error)
    if (!known) {
      log(error, requestId)
      const message = `Internal error (id ${requestId})`
      return c.json(errorReply('INTERNAL', message, requestId), statusOf.INTERNAL)
    }
    if (statusOf[known.code] >= 500) log(known, requestId)
    if (known instanceof RateLimited) c.header('Retry-After', String(known.retryAfterSeconds))
    const { code, message, detail } = known
    return c.json(errorReply(code, message, requestId, detail), statusOf[code])
  }
}

/** Hono's own refusals: malformed bodies and content types that a route does not take. */
function refusedByFramework(error: Error): AppError | undefined {
  if (!(error instanceof HTTPException)) return undefined
  const { status, message } = error
  if (status === 415) return new AppError('TYPE', 'This content type is not supported here.')
  if (status === 413) return new AppError('TOO_LARGE', 'The request body is too large.')
  if (status !== 400) return undefined
  // what follows the first words is the parser's own text
  const isForm = message.startsWith('Malformed FormData')
  return new AppError('VALIDATION', isForm ? 'The form data is malformed.' : `${message}.`)
}

/**
 * The body of a refusal, under an id of its own where it has none: `message` says the same as `error`,
 * or says it exactly (wire contract, rule E1).
 */
export function errorReply(
  code: ErrorCode,
  error: string,
  requestId: string = randomUUID(),
  message = error,
): ErrorReply {
  return { code, message, error, requestId }
}

/** The HTTP status of each failure, and the only place that knows it. */
export const statusOf = {
  AUTH_REQUIRED: 401,
  BAD_CREDENTIALS: 401,
  SIGNUP_REJECTED: 400,
  SIGNUP_TAKEN: 409,
  RATE_LIMITED: 429,
  HOST: 403,
  ORIGIN: 403,
  FORBIDDEN_USER: 403,
  CONFIRM_NEEDED: 403,
  NOT_FOUND: 404,
  STALE_REVISION: 409,
  METHOD: 405,
  VALIDATION: 400,
  TYPE: 415,
  TOO_LARGE: 413,
  NOT_AVAILABLE: 501,
  SET_BY_ENVIRONMENT: 409,
  ADDRESS_REFUSED: 400,
  STORE_FULL: 507,
  STORE_READONLY: 503,
  STORE_NEWER: 503,
  LLM_UNREACHABLE: 503,
  LLM_AUTH: 502,
  LLM_QUOTA: 502,
  LLM_RATE: 503,
  LLM_STALL: 502,
  LLM_CUT: 502,
  LLM_MALFORMED: 502,
  LLM_REFUSED: 502,
  LLM_EMPTY: 502,
  LLM_CONTEXT: 502,
  LLM_IMAGE: 502,
  // existing clients know a mailbox that cannot be read by it (wire contract, sections 9 and 11)
  MAIL_CONNECT: 500,
  MAIL_NOT_CONNECTED: 409,
  MAIL_SYNC: 500,
  IMAP_NOT_CONFIGURED: 409,
  IMAP_AUTH: 502,
  IMAP_NET: 502,
  IMAP_TLS: 502,
  IMAP_THROTTLED: 503,
  IMAP_FOLDER: 502,
  MAIL_FILE: 500,
  MAIL_DRAFT: 409,
  CAL_NOT_CONNECTED: 409,
  CAL_NOT_CONFIGURED: 409,
  CAL_TOKEN_REVOKED: 409,
  CAL_UNREACHABLE: 502,
  CAL_REFUSED: 502,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>

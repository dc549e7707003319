import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError } from '../../errors.ts'
import { errorReply, statusOf } from './error-reply.ts'
import { RateLimited } from './rate-limited.ts'
import type { SignedIn } from './session.ts'

/** Writes down a failure that nobody expected, together with the id that the client was told. */
export type LogFailure = (error: unknown, requestId: string) => void

/** The only place where a failure becomes an answer; a bug is logged and stays anonymous outside. */
export function answerError(log: LogFailure) {
  return (error: Error, c: Context<SignedIn>) => {
    const { requestId } = c.var
    const known = asAppError(error)
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

function asAppError(error: Error): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) return refusedByFramework(error)
  return undefined
}

/** Hono's own refusals: malformed bodies and content types that a route does not take. */
function refusedByFramework(error: HTTPException): AppError | undefined {
  const { status, message } = error
  if (status === 415) return new AppError('TYPE', 'This content type is not supported here.')
  if (status === 413) return new AppError('TOO_LARGE', 'The request body is too large.')
  if (status !== 400) return undefined
  // what follows the first words is the parser's own text
  const isForm = message.startsWith('Malformed FormData')
  return new AppError('VALIDATION', isForm ? 'The form data is malformed.' : `${message}.`)
}

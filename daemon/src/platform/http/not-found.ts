import type { Context } from 'hono'
import { errorReply } from './error-reply.ts'
import type { SignedIn } from './session.ts'
import { statusOf } from './status-of.ts'

/** What nothing answers, as JSON (wire contract, section 11). */
export function answerNotFound(c: Context<SignedIn>) {
  return c.json(errorReply('NOT_FOUND', 'Not Found', c.var.requestId), statusOf.NOT_FOUND)
}

/** A path that exists, called with a method that it does not have. */
export function answerWrongMethod(c: Context<SignedIn>, methods: readonly string[]) {
  const body = errorReply('METHOD', 'Method Not Allowed', c.var.requestId)
  return c.json(body, statusOf.METHOD, { Allow: methods.join(', ') })
}

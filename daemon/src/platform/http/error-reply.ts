import type { ErrorCode, ErrorReply } from '@shortlist/contracts/errors'

/** The body of a refusal: `error` and `message` are the same sentence (wire contract, rule E1). */
export function errorReply(code: ErrorCode, message: string, requestId: string): ErrorReply {
  return { code, message, error: message, requestId }
}

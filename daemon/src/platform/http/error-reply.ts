import type { ErrorCode, ErrorReply } from '@shortlist/contracts/errors'

/** The body of a refusal: `message` says the same as `error`, or says it exactly (wire contract, rule E1). */
export function errorReply(
  code: ErrorCode,
  error: string,
  requestId: string,
  message = error,
): ErrorReply {
  return { code, message, error, requestId }
}

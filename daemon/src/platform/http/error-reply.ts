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
  NOT_FOUND: 404,
  METHOD: 405,
  VALIDATION: 400,
  TYPE: 415,
  TOO_LARGE: 413,
  NOT_AVAILABLE: 501,
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

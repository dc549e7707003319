import { z } from 'zod'

/** Every way in which a call can fail, as a closed list; the daemon turns each into a status. */
export const ErrorCode = z.enum([
  'AUTH_REQUIRED',
  'BAD_CREDENTIALS',
  'SIGNUP_REJECTED',
  'SIGNUP_TAKEN',
  'RATE_LIMITED',
  'HOST',
  'ORIGIN',
  'FORBIDDEN_USER',
  'CONFIRM_NEEDED',
  'NOT_FOUND',
  'STALE_REVISION',
  'METHOD',
  'VALIDATION',
  'TYPE',
  'TOO_LARGE',
  'NOT_AVAILABLE',
  'SET_BY_ENVIRONMENT',
  'ADDRESS_REFUSED',
  'STORE_FULL',
  'STORE_READONLY',
  'STORE_NEWER',
  'LLM_UNREACHABLE',
  'LLM_AUTH',
  'LLM_QUOTA',
  'LLM_RATE',
  'LLM_STALL',
  'LLM_CUT',
  'LLM_MALFORMED',
  'LLM_REFUSED',
  'LLM_EMPTY',
  'LLM_CONTEXT',
  'LLM_IMAGE',
  'MAIL_CONNECT',
  'MAIL_NOT_CONNECTED',
  'MAIL_SYNC',
  'IMAP_NOT_CONFIGURED',
  'IMAP_AUTH',
  'IMAP_NET',
  'IMAP_TLS',
  'IMAP_THROTTLED',
  'IMAP_FOLDER',
  'MAIL_FILE',
  'MAIL_DRAFT',
  'CAL_NOT_CONNECTED',
  'CAL_NOT_CONFIGURED',
  'CAL_TOKEN_REVOKED',
  'CAL_UNREACHABLE',
  'CAL_REFUSED',
  'INTERNAL',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/**
 * The body of every answer that is not a success. `error` and `message` carry the same sentence,
 * because some calls of existing clients read the one and some the other (wire contract, rule E1);
 * where they are promised a general sentence as `error`, `message` says what exactly went wrong.
 */
export const ErrorReply = z
  .object({
    code: ErrorCode,
    message: z.string().min(1),
    error: z.string().min(1),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof ErrorReply>

import type { ErrorCode } from '@shortlist/contracts/errors'

/** A failure with a code of the closed list and a sentence that is fit to be shown. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** What exactly went wrong, where existing clients are promised a general sentence. */
  readonly detail: string

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; detail?: string }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.detail = options?.detail ?? message
  }
}

/** A refusal for now; the answer carries `Retry-After` (RFC 9110, section 10.2.3). */
export class RateLimited extends AppError {
  readonly retryAfterSeconds: number

  /** `what` there was too much of, as the first sentence of the refusal. */
  constructor(waitMs: number, what = 'Too many attempts') {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    super('RATE_LIMITED', `${what}. Try again in ${seconds} s.`)
    this.name = 'RateLimited'
    this.retryAfterSeconds = seconds
  }
}

/** A setting that cannot be used; the message names it and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

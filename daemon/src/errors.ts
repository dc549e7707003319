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

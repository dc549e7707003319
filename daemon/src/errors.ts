import type { ErrorCode } from '@shortlist/contracts/errors'

/** A failure with a code of the closed list and a sentence that is fit to be shown. */
export class AppError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
  }
}

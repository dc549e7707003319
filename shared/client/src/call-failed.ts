import type { ErrorCode } from '@shortlist/contracts/errors'

/**
 * Why a call failed: the daemon refused it, nobody answered, a proxy found no daemon behind it, the
 * address does not exist, or the answer was not what the contract promises.
 */
export type FailureReason = 'refused' | 'unreachable' | 'proxy' | 'missing' | 'unexpected'

interface FailureDetails {
  readonly code?: ErrorCode | undefined
  readonly cause?: unknown
  readonly reason?: FailureReason
  readonly notJson?: string | undefined
}

/** A call that was refused or failed. `status` is 0 when nobody answered. */
export class CallFailed extends Error {
  readonly status: number
  readonly reason: FailureReason
  /** What the daemon calls it; undefined where it was not the daemon, or a newer one. */
  readonly code: ErrorCode | undefined
  /** The whole answer where it was no JSON; undefined where it was, or where none came. */
  readonly notJson: string | undefined

  constructor(status: number, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'CallFailed'
    this.status = status
    this.reason = details.reason ?? (status === 0 ? 'unreachable' : 'refused')
    this.code = details.code
    this.notJson = details.notJson
  }

  /** The session is missing or over. */
  get isSignedOut(): boolean {
    return this.status === 401
  }

  /** The daemon is not running or cannot be reached. */
  get isOffline(): boolean {
    return this.reason === 'unreachable' || this.reason === 'proxy'
  }
}

/** A chosen file cannot be read (any more): it was changed, moved or removed, or is not allowed. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
  readonly path: string

  constructor(path: string, options?: ErrorOptions) {
    super(`${path} cannot be read`, options)
    this.path = path
  }
}

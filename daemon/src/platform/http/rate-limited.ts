import { AppError } from '../../errors.ts'

/** A refusal for now; the answer carries `Retry-After` (RFC 9110, section 10.2.3). */
export class RateLimited extends AppError {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    super('RATE_LIMITED', `Too many attempts. Try again in ${seconds} s.`)
    this.name = 'RateLimited'
    this.retryAfterSeconds = seconds
  }
}

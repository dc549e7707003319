import { AppError } from '../errors.ts'
import type { GoogleAccess } from './google-access.ts'
import { type GoogleFailure, googleFailure, unreachable } from './google-failure.ts'

export interface GoogleCallParts {
  readonly access: GoogleAccess
  readonly now: () => Date
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** From 0 to 1, for jitter. */
  readonly random: () => number
}

const DELAYS_MS = [1000, 2000, 4000, 8000, 16_000]
const IMPATIENT_MS = 60_000

/** A call that Google has answered with a refusal which its caller may know what to do about. */
export class GoogleRefusal extends Error {
  readonly failure: Extract<GoogleFailure['kind'], 'missing' | 'taken' | 'gone'>

  constructor(failure: GoogleRefusal['failure'], cause: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/**
 * Calls of one account. The token is replaced once where Google does not take it; what may pass is
 * tried again after 1, 2, 4, 8 and 16 seconds, each cut by up to a half, and for a minute after that
 * has failed only once. Throws `CAL_TOKEN_REVOKED`, `CAL_UNREACHABLE`, `CAL_REFUSED`, or a
 * `GoogleRefusal`.
 */
export class GoogleCalls {
  readonly #parts: GoogleCallParts
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(parts: GoogleCallParts) {
    this.#parts = parts
  }

  /** `isPatient: false` tries once. */
  async call<Answer>(
    work: (token: string) => Promise<Answer>,
    { isPatient = true } = {},
  ): Promise<Answer> {
    const { now, wait, random } = this.#parts
    const isTrusted = now().getTime() - this.#failedAt >= IMPATIENT_MS
    const delays = isPatient && isTrusted ? DELAYS_MS : []
    for (const delay of delays) {
      const answer = await this.#once(work)
      if (answer) return answer.value
      await wait(delay * (1 - random() / 2))
    }
    const last = await this.#once(work)
    if (last) {
      this.#failedAt = Number.NEGATIVE_INFINITY
      return last.value
    }
    this.#failedAt = now().getTime()
    throw unreachable()
  }

  /** Undefined where it may pass. */
  async #once<Answer>(
    work: (token: string) => Promise<Answer>,
  ): Promise<{ value: Answer } | undefined> {
    const { access } = this.#parts
    try {
      const token = await access.token()
      const first = await attempt(work, token)
      if (!('failure' in first)) return first
      if (first.failure.kind !== 'unauthorized') return this.#judge(first)
      const second = await attempt(work, await access.replace(token))
      return 'failure' in second ? this.#judge(second) : second
    } catch (error) {
      if (error instanceof AppError && error.code === 'CAL_UNREACHABLE') return undefined
      throw error
    }
  }

  #judge({ failure, error }: Failed): Promise<never> | undefined {
    switch (failure.kind) {
      case 'unreachable':
        return undefined
      case 'unauthorized':
      case 'scope':
        return this.#parts.access.giveUp()
      case 'refused':
        throw new AppError('CAL_REFUSED', failure.sentence, { cause: error })
      default:
        throw new GoogleRefusal(failure.kind, error)
    }
  }
}

interface Failed {
  readonly failure: GoogleFailure
  readonly error: unknown
}

async function attempt<Answer>(
  work: (token: string) => Promise<Answer>,
  token: string,
): Promise<{ value: Answer } | Failed> {
  try {
    return { value: await work(token) }
  } catch (error) {
    return { failure: googleFailure(error), error }
  }
}

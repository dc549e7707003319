import { AppError } from '../errors.ts'
import type { GoogleAccess } from './google-access.ts'
import { type GoogleFailure, googleFailure, refusals, unreachable } from './google-failure.ts'

export interface GoogleCallParts {
  readonly access: GoogleAccess
  readonly now: () => Date
  /** Waits so many milliseconds; ends early where `stop` is aborted. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Aborted when the daemon ends: nothing is waited for any more. */
  readonly stop: AbortSignal
  /** From 0 to 1, for jitter. */
  readonly random: () => number
}

const DELAYS_MS = [1000, 2000, 4000, 8000, 16_000]
const REST_MS = 30_000

/** A call that Google has answered with a refusal which its caller may know what to do about. */
export class GoogleRefusal extends Error {
  readonly failure: Extract<GoogleFailure, 'missing' | 'taken' | 'gone'>

  constructor(failure: GoogleRefusal['failure'], cause: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/**
 * Calls of one account. The token is replaced once where Google does not take it; what may pass is
 * tried again after 1, 2, 4, 8 and 16 seconds, each cut by up to a half; after that Google is left
 * alone for half a minute, so that a sync does not wait for each of its mails. Throws
 * `CAL_TOKEN_REVOKED`, `CAL_UNREACHABLE`, `CAL_REFUSED`, or a `GoogleRefusal`.
 */
export class GoogleCalls {
  readonly #parts: GoogleCallParts
  #restsUntil = Number.NEGATIVE_INFINITY
  /** Why the last call did not pass. */
  #why: 'unreachable' | 'throttled' = 'unreachable'

  constructor(parts: GoogleCallParts) {
    this.#parts = parts
  }

  /** `isPatient: false` tries exactly once. */
  async call<Answer>(
    work: (token: string) => Promise<Answer>,
    { isPatient = true } = {},
  ): Promise<Answer> {
    const { now, wait, random, stop } = this.#parts
    if (isPatient && this.#isResting) throw unreachable(this.#why)
    for (const delay of isPatient ? [...DELAYS_MS, null] : [null]) {
      const answer = await this.#once(work)
      if (answer) {
        this.#restsUntil = Number.NEGATIVE_INFINITY
        return answer.value
      }
      if (delay !== null) await wait(delay * (1 - random() / 2))
      if (stop.aborted) throw unreachable(this.#why)
    }
    // one call that failed once says little about the next one
    if (isPatient) this.#restsUntil = now().getTime() + REST_MS
    throw unreachable(this.#why)
  }

  /** A clock that is set back in the meantime makes no longer rest. */
  get #isResting(): boolean {
    const left = this.#restsUntil - this.#parts.now().getTime()
    return left > 0 && left <= REST_MS
  }

  /** Undefined where it may pass. */
  async #once<Answer>(
    work: (token: string) => Promise<Answer>,
  ): Promise<{ value: Answer } | undefined> {
    const { access } = this.#parts
    try {
      const token = await access.token()
      try {
        return { value: await work(token) }
      } catch (error) {
        if (googleFailure(error) !== 'unauthorized') throw error
        return { value: await work(await access.replace(token)) }
      }
    } catch (error) {
      return this.#judge(error)
    }
  }

  #judge(error: unknown): Promise<never> | undefined {
    if (error instanceof AppError && error.code !== 'CAL_UNREACHABLE') throw error
    const failure = googleFailure(error)
    switch (failure) {
      case 'unreachable':
      case 'throttled':
        this.#why = failure
        return undefined
      case 'unauthorized':
      case 'scope':
        return this.#parts.access.giveUp()
      case 'missing':
      case 'taken':
      case 'gone':
        throw new GoogleRefusal(failure, error)
      default:
        throw new AppError('CAL_REFUSED', refusals[failure], { cause: error })
    }
  }
}

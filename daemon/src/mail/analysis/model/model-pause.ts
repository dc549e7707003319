import type { ErrorCode } from '@shortlist/contracts/errors'

/** After so many failures in a row the model is left alone for a while, in milliseconds. */
const FAILURES = 3
const PAUSE_MS = 60_000

/** Failures of the server, not of one answer. */
const ofServer: readonly ErrorCode[] = [
  'LLM_UNREACHABLE',
  'LLM_AUTH',
  'LLM_QUOTA',
  'LLM_STALL',
  'LLM_REFUSED',
]

/**
 * Remembers how the model does, so that a server which hangs or refuses does not cost every mail of
 * a mailbox its time limit.
 */
export class ModelPause {
  readonly #now: () => Date
  #failures = 0
  #until = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Whether the model is to be left alone. */
  get isOn(): boolean {
    const left = this.#until - this.#now().getTime()
    // a clock that is set back makes no longer pause
    return left > 0 && left <= PAUSE_MS
  }

  answered(): void {
    this.#failures = 0
  }

  failed(code: ErrorCode): void {
    this.#failures = ofServer.includes(code) ? this.#failures + 1 : 0
    if (this.#failures >= FAILURES) this.#until = this.#now().getTime() + PAUSE_MS
  }
}

/** `full` frames carry the whole text so far, `delta` frames what is new. */
export type Dialect = 'full' | 'delta'

/** Frames of one reply are at least this far apart, in milliseconds: 100 tokens/s pass undelayed. */
const SHORTEST_MS = 8

/** Full frames are at most this far apart, in milliseconds. */
const LONGEST_MS = 100

/** Characters per millisecond that full frames may repeat (512 KB/s). */
const FULL_RATE = (512 * 1024) / 1000

/** Milliseconds from a frame to the next one of a reply of `length` characters. */
export function frameInterval(dialect: Dialect, length: number): number {
  if (dialect === 'delta') return SHORTEST_MS
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, length / FULL_RATE))
}

/** Decides when the next frame of one reply may leave. */
export class FramePacer {
  readonly #dialect: Dialect
  #last = Number.NEGATIVE_INFINITY

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Milliseconds that a frame of `length` characters has to wait; 0 or less means at once. */
  wait(now: number, length: number): number {
    return this.#last + frameInterval(this.#dialect, length) - now
  }

  sent(now: number): void {
    this.#last = now
  }
}

/** How much of a text can be shown: all of it, but not the first half of a surrogate pair. */
export function showableLength(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return isHalf ? text.length - 1 : text.length
}

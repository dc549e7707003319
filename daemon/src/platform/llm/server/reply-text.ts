import type { AppError } from '../../../errors.ts'
import type { Prompt } from '../llm.ts'

/** Longest reply, in characters. */
export const REPLY_MAX_CHARACTERS = 200 * 1024

/** Longest line or event of a stream, in characters. */
export const LINE_MAX_CHARACTERS = 1024 * 1024

// what no text should hold: control characters but line breaks and tabs, and failed decoding
const unfit = /[^\P{Cc}\t\n\r]|\uFFFD/gu

/** Takes the text of a body, piece by piece, and fills the reply that it was made for. */
export interface ReplyReader {
  /** Never throws: what cannot be read is noted in the reply. */
  feed(text: string): void
  /** The body has ended. */
  end(): void
}

/** A reply as it comes in: readers add to it, the stream takes from it. */
export class ReplyText {
  /** Why the model ended: `stop`, `length`, `content_filter`, ...; undefined while it has not. */
  finish: string | undefined
  /** What the server reported within its reply. */
  failure: AppError | undefined
  /** The server has sent its end mark. */
  isOver = false
  /** Anything of a reply has come, be it only a thought. */
  hasBegun = false
  /** Lines that could not be read; the reply goes on without them. */
  brokenLines = 0
  /** The model thought aloud before it spoke. */
  hasThought = false
  /** The model declined, in words that are not part of the reply. */
  isRefused = false

  readonly #onCounted: Prompt['onCounted']
  #fresh = ''
  #length = 0

  /** `onCounted` as in `Prompt`. */
  constructor(onCounted?: Prompt['onCounted']) {
    this.#onCounted = onCounted
  }

  /** Characters so far. */
  get length(): number {
    return this.#length
  }

  get isTooLong(): boolean {
    return this.#length > REPLY_MAX_CHARACTERS
  }

  add(text: string): void {
    if (text === '') return
    const fit = text.replace(unfit, '')
    this.hasBegun = true
    const room = Math.max(0, REPLY_MAX_CHARACTERS - this.#length)
    this.#length += fit.length
    this.#fresh += fit.slice(0, room)
  }

  /** Takes the server's counts of prompt and reply; thoughts are among them, and are not sent again. */
  count(prompt: unknown, said: unknown): void {
    if (typeof prompt !== 'number' || typeof said !== 'number' || this.hasThought) return
    if (prompt > 0 && said > 0) this.#onCounted?.(prompt + said)
  }

  /** What came since the last time; half a character waits for its other half. */
  take(): string {
    const isHalf = !this.isOver && /[\uD800-\uDBFF]$/.test(this.#fresh)
    const end = isHalf ? this.#fresh.length - 1 : this.#fresh.length
    const piece = this.#fresh.slice(0, end)
    this.#fresh = this.#fresh.slice(end)
    return piece
  }
}

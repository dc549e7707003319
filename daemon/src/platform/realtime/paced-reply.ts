import type { ServerEvent, TerminalEventName } from '@shortlist/contracts/events'
import type { Clock } from '../clock.ts'
import type { ReplyStream } from './realtime.ts'
import type { Dialect, Screen } from './screens.ts'

/** Frames of one reply are at least this far apart, in milliseconds: 100 tokens/s pass undelayed. */
const SHORTEST_MS = 8

/** Full frames are at most this far apart, in milliseconds. */
const LONGEST_MS = 100

/** Characters per millisecond that full frames may repeat (512 KB/s). */
const FULL_RATE = (512 * 1024) / 1000

export interface ReplyParts {
  readonly started: ServerEvent<'chat-started'>
  /** The joined screens of the account that speak a dialect. */
  readonly screens: (dialect: Dialect) => readonly Screen[]
  readonly clock: Clock
  /** Sends the terminal event to every screen and forgets the reply. */
  readonly onEnd: <Name extends TerminalEventName>(name: Name, payload: ServerEvent<Name>) => void
}

/** What is sent in one dialect. */
interface Line {
  readonly dialect: Dialect
  /** When the last frame left. */
  last: number
  /** Takes the next frame back that waits for its time. */
  cancel: (() => void) | undefined
}

/** A running reply: paces its frames per dialect and knows how far each screen has read. */
export class PacedReply implements ReplyStream {
  readonly #parts: ReplyParts
  readonly #lines: readonly Line[] = (['delta', 'full'] as const).map((dialect) => ({
    dialect,
    last: Number.NEGATIVE_INFINITY,
    cancel: undefined,
  }))
  /** UTF-16 units that each screen was sent, by its id. */
  readonly #known = new Map<string, number>()
  #text = ''
  #ended = false

  constructor(parts: ReplyParts) {
    this.#parts = parts
  }

  get started(): ServerEvent<'chat-started'> {
    return this.#parts.started
  }

  push(text: string): void {
    if (this.#ended || text === '') return
    this.#text += text
    for (const each of this.#lines) this.#schedule(each)
  }

  end<Name extends TerminalEventName>(name: Name, payload: ServerEvent<Name>): void {
    if (this.#ended) return
    this.#ended = true
    for (const each of this.#lines) {
      each.cancel?.()
      for (const screen of this.#parts.screens(each.dialect)) this.#bring(screen, each.dialect)
    }
    this.#parts.onEnd(name, payload)
  }

  /** Tells a screen that has joined in the middle what was said so far. */
  catchUp(screen: Screen, dialect: Dialect): void {
    if (dialect === 'delta') screen.send('chat-started', this.#parts.started)
    if (this.#text === '') this.#known.set(screen.id, 0)
    else this.sendWhole(screen)
  }

  /** Sends one full frame, whatever the dialect. */
  sendWhole(screen: Screen): void {
    const length = showableLength(this.#text)
    const { messageId, chatId } = this.#parts.started
    this.#known.set(screen.id, length)
    screen.send('chat-chunk', { messageId, chatId, fullResponse: this.#text.slice(0, length) })
  }

  #schedule(each: Line): void {
    if (each.cancel) return
    if (this.#parts.screens(each.dialect).length === 0) return
    const wait =
      each.last + frameInterval(each.dialect, this.#text.length) - this.#parts.clock.now()
    if (wait <= 0) this.#frame(each)
    else this.#later(each, wait)
  }

  #later(each: Line, wait: number): void {
    each.cancel = this.#parts.clock.after(wait, () => {
      each.cancel = undefined
      this.#frame(each)
    })
  }

  #frame(each: Line): void {
    let isIncomplete = false
    for (const screen of this.#parts.screens(each.dialect)) {
      if (screen.isBehind) isIncomplete = true
      else this.#bring(screen, each.dialect)
    }
    each.last = this.#parts.clock.now()
    // nothing may be said for a while, so the screen that was passed over is not left behind
    if (isIncomplete) this.#later(each, LONGEST_MS)
  }

  /** Sends a screen what it has not got. */
  #bring(screen: Screen, dialect: Dialect): void {
    const end = showableLength(this.#text)
    const offset = this.#known.get(screen.id)
    if (offset === end || (offset === undefined && end === 0)) return
    if (dialect === 'full' || offset === undefined) this.sendWhole(screen)
    else {
      const { messageId } = this.#parts.started
      this.#known.set(screen.id, end)
      screen.send('chat-chunk', { messageId, offset, delta: this.#text.slice(offset, end) })
    }
  }
}

/** Milliseconds from a frame to the next one of a reply of `length` characters. */
function frameInterval(dialect: Dialect, length: number): number {
  if (dialect === 'delta') return SHORTEST_MS
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, length / FULL_RATE))
}

/** How much of a text can be shown: all of it, but not the first half of a surrogate pair. */
function showableLength(text: string): number {
  return /[\uD800-\uDBFF]/.test(text.slice(-1)) ? text.length - 1 : text.length
}

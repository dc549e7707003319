import type { MessageId } from '@shortlist/contracts/chat'
import type { ServerEvent } from '@shortlist/contracts/events'
import type { RunningReply } from './chats.ts'

interface Assembly {
  readonly started?: ServerEvent<'chat-started'>
  /** Deltas name their message alone. */
  readonly chatId?: string
  readonly text: string
  /** A full frame was asked for; deltas mean nothing until it comes. */
  readonly isWaiting: boolean
}

const nothingYet: Assembly = { text: '', isWaiting: false }

/** The replies that run, put together from what is told of them. */
export class RunningReplies {
  readonly #assemblies = new Map<MessageId, Assembly>()

  start(started: ServerEvent<'chat-started'>): void {
    const { messageId, chatId } = started
    this.#assemblies.set(messageId, { ...this.#known(messageId), started, chatId })
  }

  /**
   * Adds a frame: a full one replaces the text, a delta is appended where its offset fits. Gives the
   * whole text so far, `resync` when a full frame must be asked for, since a delta does not fit or
   * nothing is known of its reply, and undefined while that frame is on its way.
   */
  add(
    chunk: ServerEvent<'chat-chunk'>,
  ): { readonly chatId: string; readonly text: string } | 'resync' | undefined {
    const { messageId } = chunk
    const known = this.#known(messageId)
    const isFull = 'fullResponse' in chunk
    if (known.isWaiting && !isFull) return undefined
    const chatId = isFull ? chunk.chatId : known.chatId
    if (chatId === undefined || !(isFull || chunk.offset === known.text.length)) {
      this.#assemblies.set(messageId, { ...known, isWaiting: true })
      return 'resync'
    }
    const text = isFull ? chunk.fullResponse : known.text + chunk.delta
    this.#assemblies.set(messageId, { ...known, chatId, text, isWaiting: false })
    return { chatId, text }
  }

  end(messageId: MessageId): void {
    this.#assemblies.delete(messageId)
  }

  /** Forgets all replies but these. */
  keep(running: readonly MessageId[]): void {
    for (const messageId of this.#assemblies.keys()) {
      if (!running.includes(messageId)) this.end(messageId)
    }
  }

  /** Those of a chat whose beginning was told. */
  of(chatId: string): readonly RunningReply[] {
    return [...this.#assemblies.values()].flatMap(({ started, text }) =>
      started?.chatId === chatId ? [{ ...started, text }] : [],
    )
  }

  #known(messageId: MessageId): Assembly {
    return this.#assemblies.get(messageId) ?? nothingYet
  }
}

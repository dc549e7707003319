import type { MessageId } from '@shortlist/contracts/chat'
import type { ServerEvent } from '@shortlist/contracts/events'
import type { RunningReply } from '../assistant-client.ts'
import { type Assembly, assembleChunk, nothingYet } from './assemble-chunk.ts'

interface SoFar {
  readonly chatId: string
  readonly text: string
}

/** The replies that run, put together from what the daemon streams. */
export class RunningReplies {
  readonly #started = new Map<MessageId, ServerEvent<'chat-started'>>()
  readonly #assemblies = new Map<MessageId, Assembly>()
  /** Deltas name their message alone. */
  readonly #chatIds = new Map<MessageId, string>()

  start(event: ServerEvent<'chat-started'>): void {
    this.#started.set(event.messageId, event)
    this.#chatIds.set(event.messageId, event.chatId)
  }

  /**
   * The whole text so far, `resync` when it has a gap or nothing is known of its reply, undefined
   * while the gap is being closed.
   */
  add(chunk: ServerEvent<'chat-chunk'>): SoFar | 'resync' | undefined {
    const { messageId } = chunk
    const known = this.#assemblies.get(messageId) ?? nothingYet
    const { assembly, step } = assembleChunk(known, chunk)
    this.#assemblies.set(messageId, assembly)
    if (step !== 'show') return step === 'resync' ? 'resync' : undefined
    if ('chatId' in chunk) this.#chatIds.set(messageId, chunk.chatId)
    const chatId = this.#chatIds.get(messageId)
    return chatId === undefined ? 'resync' : { chatId, text: assembly.text }
  }

  end(messageId: MessageId): void {
    this.#started.delete(messageId)
    this.#assemblies.delete(messageId)
    this.#chatIds.delete(messageId)
  }

  /** Forgets all replies but these. */
  keep(running: readonly MessageId[]): void {
    const known = new Set([...this.#started.keys(), ...this.#assemblies.keys()])
    for (const messageId of known) if (!running.includes(messageId)) this.end(messageId)
  }

  of(chatId: string): readonly RunningReply[] {
    return [...this.#started.values()]
      .filter((started) => started.chatId === chatId)
      .map((started) => ({
        ...started,
        text: this.#assemblies.get(started.messageId)?.text ?? '',
      }))
  }
}

import type { MessageId } from '@shortlist/contracts/chat'
import type { ClientEvents, RunningReply } from '../assistant-client.ts'
import type { NewQuestion } from '../chats.ts'
import type { EventHub } from '../event-hub.ts'
import type { Plans } from './clock.ts'
import type { DemoChats } from './demo-chats.ts'
import { CONTEXT_PERCENT, REPLY_DELAY, WORD_MAX, WORD_MIN } from './demo-script.ts'
import { titleOf } from './title-of.ts'

export interface ReplyParts {
  readonly chats: DemoChats
  readonly hub: EventHub<ClientEvents>
  readonly plans: Plans
  /** From 0 to below 1. */
  readonly random: () => number
}

interface Running {
  readonly reply: RunningReply
  readonly began: number
}

/** The replies that are being written, word by word as a model would. */
export class RunningReplies {
  readonly #running = new Map<MessageId, Running>()
  readonly #parts: ReplyParts

  constructor(parts: ReplyParts) {
    this.#parts = parts
  }

  /** Begins to answer a question with `text`. */
  begin({ messageId, chatId, mode, text: question, excerpt }: NewQuestion, text: string): void {
    const { hub, plans } = this.#parts
    const began = plans.now()
    const startedAt = new Date(began).toISOString()
    const started = { messageId, chatId, mode, question, startedAt, ...(excerpt && { excerpt }) }
    const words = text.match(/\s*\S+/g) ?? []
    this.#running.set(messageId, { reply: { ...started, text: '' }, began })
    plans.after(REPLY_DELAY, () => this.#say(messageId, words, 0))
    hub.emit('chat-started', started)
  }

  of(chatId: string): readonly RunningReply[] {
    return [...this.#running.values()]
      .map(({ reply }) => reply)
      .filter((reply) => reply.chatId === chatId)
  }

  /** Ends the replies of a chat where they are; what was said of them stays. */
  stop(chatId: string): void {
    for (const reply of this.of(chatId)) {
      this.#end(reply.messageId, { isStopped: true })
      const { messageId, text } = reply
      this.#parts.hub.emit('chat-stopped', { messageId, chatId, fullResponse: text })
    }
  }

  /** Says the next word, unless the reply was ended meanwhile. */
  #say(messageId: MessageId, words: readonly string[], at: number): void {
    const running = this.#running.get(messageId)
    if (!running) return
    const { hub, plans, random } = this.#parts
    const fullResponse = running.reply.text + (words[at] ?? '')
    const pause = WORD_MIN + random() * (WORD_MAX - WORD_MIN)
    const isLast = at + 1 >= words.length
    plans.after(pause, () =>
      isLast ? this.#complete(messageId) : this.#say(messageId, words, at + 1),
    )
    const reply = { ...running.reply, text: fullResponse }
    this.#running.set(messageId, { ...running, reply })
    hub.emit('chat-chunk', { messageId, chatId: reply.chatId, fullResponse })
  }

  #complete(messageId: MessageId): void {
    const ended = this.#end(messageId, {})
    if (!ended) return
    const { chatId, text: fullResponse } = ended.reply
    this.#parts.hub.emit('chat-complete', {
      messageId,
      chatId,
      fullResponse,
      contextPercent: CONTEXT_PERCENT,
      responseTime: ended.responseTime,
    })
  }

  /** Calls a chat by its first question, as the daemon does when a reply has ended. */
  #title(chatId: string): void {
    const { chats, hub } = this.#parts
    const [first] = chats.messages(chatId)
    if (!first || chats.title(chatId) !== null) return
    const title = titleOf(first.content)
    chats.setTitle(chatId, title)
    hub.emit('chat-titled', { chatId, title })
  }

  /** Keeps what was said as a message of the chat. */
  #end(messageId: MessageId, how: { readonly isStopped?: true }) {
    const running = this.#running.get(messageId)
    if (!running) return undefined
    this.#running.delete(messageId)
    const { reply, began } = running
    this.#title(reply.chatId)
    const now = this.#parts.plans.now()
    const responseTime = Math.round(now - began)
    this.#parts.chats.append(reply.chatId, {
      role: 'bot',
      content: reply.text,
      messageId,
      mode: reply.mode,
      timestamp: new Date(now).toISOString(),
      responseTime,
      ...how,
    })
    return { reply, responseTime }
  }
}

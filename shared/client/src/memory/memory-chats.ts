import type { ChatListItem, StoredMessage } from '@shortlist/contracts/chat'

/** A chat as it is kept in memory, with its messages oldest first. */
export interface MemoryChat {
  readonly chatId: string
  readonly title: string | null
  readonly messages: readonly StoredMessage[]
}

/** The chats of one account, that with the newest message last. */
export class MemoryChats {
  readonly #chats: Map<string, MemoryChat>

  constructor(chats: readonly MemoryChat[]) {
    this.#chats = new Map(chats.map((chat) => [chat.chatId, chat]))
  }

  messages(chatId: string): readonly StoredMessage[] {
    return this.#chats.get(chatId)?.messages ?? []
  }

  append(chatId: string, message: StoredMessage): void {
    const { title = null, messages = [] } = this.#chats.get(chatId) ?? {}
    this.#chats.delete(chatId)
    this.#chats.set(chatId, { chatId, title, messages: [...messages, message] })
  }

  title(chatId: string): string | null {
    return this.#chats.get(chatId)?.title ?? null
  }

  setTitle(chatId: string, title: string): void {
    const chat = this.#chats.get(chatId)
    if (chat) this.#chats.set(chatId, { ...chat, title })
  }

  remove(chatId: string): void {
    this.#chats.delete(chatId)
  }

  /** Newest first. */
  list(): readonly ChatListItem[] {
    return [...this.#chats.values()].reverse().map(({ chatId, title, messages }) => ({
      id: chatId,
      chatId,
      title,
      messageCount: messages.length,
      firstMessage: messages[0]?.timestamp ?? epoch,
      lastMessage: messages.at(-1)?.timestamp ?? epoch,
      preview: messages[0]?.content ?? '',
    }))
  }
}

const epoch = new Date(0).toISOString()

/** Longest title that is made of a question, in words. */
const TITLE_WORDS = 6

/** What a chat is called by a question: its first words. */
export function titleOf(question: string): string {
  return question.trim().split(/\s+/).slice(0, TITLE_WORDS).join(' ') || 'Untitled'
}

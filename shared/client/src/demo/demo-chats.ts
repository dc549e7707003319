import type { ChatListItem, StoredMessage } from '@shortlist/contracts/chat'

/** A conversation as the demo keeps it. Messages are oldest first and all have a timestamp. */
export interface DemoChat {
  readonly chatId: string
  readonly title: string | null
  readonly messages: readonly TimedMessage[]
}

export type TimedMessage = StoredMessage & { readonly timestamp: string }

/** The conversations of a visitor, until the page is closed. */
export class DemoChats {
  readonly #chats: Map<string, DemoChat>

  constructor(chats: readonly DemoChat[]) {
    this.#chats = new Map(chats.map((chat) => [chat.chatId, chat]))
  }

  messages(chatId: string): readonly StoredMessage[] {
    return this.#chats.get(chatId)?.messages ?? []
  }

  append(chatId: string, message: TimedMessage): void {
    const { title = null, messages = [] } = this.#chats.get(chatId) ?? {}
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
    return [...this.#chats.values()]
      .flatMap(listItem)
      .sort((a, b) => b.lastMessage.localeCompare(a.lastMessage))
  }
}

function listItem({ chatId, title, messages }: DemoChat): ChatListItem[] {
  const first = messages[0]
  const last = messages.at(-1)
  if (!first || !last) return []
  return [
    {
      id: chatId,
      chatId,
      title,
      messageCount: messages.length,
      firstMessage: first.timestamp,
      lastMessage: last.timestamp,
      preview: first.content,
    },
  ]
}

import { conversationOf, type KnownThreads, type Threaded, threadKey } from './thread-key.ts'

/**
 * The threads of a mailbox: mails that answer one another, or belong to one conversation, are grouped
 * under one key. In memory; the caller stores each key with its mail.
 */
export interface Threads extends KnownThreads {
  /** Takes over a mail whose key is stored. */
  add(message: Threaded, key: string): void
  /** The key of a mail that is new, which is then known. */
  keyOf(message: Threaded): string
}

export function createThreads(): Threads {
  const byMessage = new Map<string, string>()
  const byConversation = new Map<string, string>()
  const threads: Threads = {
    ofMessage: (messageId) => byMessage.get(messageId),
    ofConversation: (conversation) => byConversation.get(conversation),
    add(message, key) {
      for (const id of [message.messageId, ...message.references]) {
        if (id !== '' && !byMessage.has(id)) byMessage.set(id, key)
      }
      const conversation = conversationOf(message)
      if (conversation !== null) byConversation.set(conversation, key)
    },
    keyOf(message) {
      const key = threadKey(message, threads)
      threads.add(message, key)
      return key
    },
  }
  return threads
}

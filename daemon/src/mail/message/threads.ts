import { conversationOf, type KnownThreads, type Threaded, threadKey } from './thread-key.ts'

/**
 * Names the threads of mails that are new, one after the other: mails that answer one another, or
 * belong to one conversation, are grouped under one key. `stored` tells those of earlier mails.
 */
export function createThreads(stored?: KnownThreads): { keyOf(message: Threaded): string } {
  const byMessage = new Map<string, string>()
  const byConversation = new Map<string, string>()
  const known: KnownThreads = {
    ofMessage: (id) => stored?.ofMessage(id) ?? byMessage.get(id),
    ofConversation: (name) => byConversation.get(name) ?? stored?.ofConversation(name),
  }
  return {
    keyOf(message) {
      const key = threadKey(message, known)
      for (const id of [message.messageId, ...message.references]) {
        if (id !== '' && !byMessage.has(id)) byMessage.set(id, key)
      }
      const conversation = conversationOf(message)
      if (conversation !== null) byConversation.set(conversation, key)
      return key
    },
  }
}

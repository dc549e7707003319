import type { StoredMessage } from '@shortlist/contracts/chat'
import { JSONFilePreset } from 'lowdb/node'

interface Chat {
  readonly chatId: string
  readonly messages: StoredMessage[]
}

/** Every chat in one lowdb file, written as a whole after each message and not synchronised. */
export async function lowdbAsItComes(path: string) {
  const db = await JSONFilePreset<{ chats: Chat[] }>(path, { chats: [] })
  return {
    append(chat: number, message: StoredMessage): Promise<void> {
      db.data.chats[chat]?.messages.push(message)
      return db.write()
    },
    /** The newest first, as a screen shows them. */
    list(): readonly { readonly chatId: string; readonly messageCount: number }[] {
      return db.data.chats
        .map(({ chatId, messages }) => ({
          chatId,
          messageCount: messages.length,
          lastMessage: messages.at(-1)?.timestamp ?? '',
        }))
        .sort((a, b) => (a.lastMessage < b.lastMessage ? 1 : -1))
    },
  }
}

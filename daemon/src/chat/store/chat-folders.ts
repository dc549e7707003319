import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ChatId } from '@shortlist/contracts/chat'
import { z } from 'zod'
import type { IndexedChat } from './chat-index-row.ts'

export const CHAT_VERSION = 1

/** Line 1 of a chat's file: enough to take it back into a lost index. */
export const ChatHeader = z.object({
  v: z.literal(CHAT_VERSION),
  userId: z.string().min(1),
  chatId: ChatId,
  /** ISO 8601, UTC. */
  createdAt: z.string(),
})

export function chatHeader(chat: IndexedChat): z.infer<typeof ChatHeader> {
  const { userId, chatId, firstMessage: createdAt } = chat
  return { v: CHAT_VERSION, userId, chatId, createdAt }
}

/** Where things lie. File ids are random; no id that a client sends becomes a path. */
export class ChatFolders {
  readonly chats: string
  readonly images: string

  constructor(dataFolder: string) {
    this.chats = join(dataFolder, 'chats')
    this.images = join(dataFolder, 'images')
  }

  chat(fileId: string): string {
    return join(this.chats, `${fileId}.jsonl`)
  }

  /** The running replies of a chat. */
  partial(fileId: string): string {
    return join(this.chats, `${fileId}.partial.json`)
  }

  /** There while everything was written before the daemon went. */
  get cleanMarker(): string {
    return join(this.chats, 'clean')
  }

  imagesOf(fileId: string): string {
    return join(this.images, fileId)
  }

  image(fileId: string, imageId: string): string {
    return join(this.imagesOf(fileId), createHash('sha256').update(imageId).digest('hex'))
  }
}

import type { StoredMessage } from '@shortlist/contracts/chat'
import { beginChat } from './chat-index-row.ts'
import { type ChatStoreParts, retell } from './chat-store-parts.ts'
import type { ImageFile } from './image-store.ts'

/** A whole conversation, as it leaves the store and as it can be put back. */
export interface WholeChat {
  readonly userId: string
  readonly chatId: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly title: string | null
  /** Oldest first. */
  readonly messages: readonly StoredMessage[]
  /** Read one at a time, since they may be large. */
  readonly images: AsyncIterable<ImageFile> | Iterable<ImageFile>
}

/**
 * Every account's conversations, one at a time, oldest last message first: an index takes them in at
 * its newest end, where a place costs nothing to find.
 */
export async function* exportChats({
  index,
  journals,
  images,
}: ChatStoreParts): AsyncGenerator<WholeChat> {
  for (const chat of [...index.all()].reverse()) {
    const messages = await journals.use(chat, (open) => open.messages())
    const { userId, chatId, firstMessage: createdAt, title, fileId } = chat
    if (messages.length > 0) {
      yield { userId, chatId, createdAt, title, messages, images: images.of(fileId) }
    }
  }
}

/** Puts a conversation back; false where its owner has one of that id, which stays as it is. */
export async function importChat(
  { index, indexFile, journals, images }: ChatStoreParts,
  whole: WholeChat,
): Promise<boolean> {
  const { userId, chatId, createdAt, title, messages } = whole
  if (index.get(userId, chatId)) return false
  const chat = { ...beginChat(userId, chatId, createdAt), title }
  for await (const { image, bytes } of whole.images) await images.save(chat.fileId, image, bytes)
  await journals.use(chat, async (open) => {
    await open.append(messages)
    index.set(retell(chat, messages, open.journal.size()))
  })
  await indexFile.store(index.get(userId, chatId) ?? chat)
  return true
}

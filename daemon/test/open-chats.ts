import type { StoredMessage } from '@shortlist/contracts/chat'
import { expect } from 'vitest'
import { type FileChatStore, openChatStore } from '../src/chat/store/chat-store.ts'
import type { FileSystem } from '../src/platform/storage/file-system.ts'

/** Opens a real chat store whose clock moves on by a second at each look; repairs fail the test. */
export async function openChats(
  folder: string,
  report: (sentence: string) => void = unexpected,
  fs?: FileSystem,
): Promise<FileChatStore> {
  let seconds = Date.parse('2026-03-01T10:00:00Z')
  const now = () => {
    seconds += 1000
    return new Date(seconds)
  }
  return openChatStore({ folder, report, now, ...(fs && { fs }) })
}

export function user(content: string): StoredMessage {
  return { role: 'user', content }
}

export function bot(content: string, more: Partial<StoredMessage> = {}): StoredMessage {
  return { role: 'bot', content, ...more }
}

/** The texts of a conversation, oldest first. */
export async function contents(
  store: FileChatStore,
  userId: string,
  chatId: string,
): Promise<readonly string[]> {
  return (await store.messages(userId, chatId)).map(({ content }) => content)
}

function unexpected(sentence: string): void {
  expect.unreachable(sentence)
}

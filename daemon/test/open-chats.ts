import type { StoredMessage } from '@shortlist/contracts/chat'
import { expect } from 'vitest'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { chatRecords } from '../src/chat/store/chat-projection.ts'
import { type ChatStore, openChatStore } from '../src/chat/store/chat-store.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import type { FileSystem } from '../src/platform/storage/file-system.ts'

export interface OpenChats {
  readonly folder: string
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly fs?: FileSystem
}

/** Opens a real chat store over records of its own, which close with it, at the end of the test at the latest. */
export async function openChatsIn(options: OpenChats): Promise<ChatStore> {
  const records = new RecordStore(options)
  const store = await openChatStore({ ...options, logs: await records.open(chatRecords) })
  const close = store.close.bind(store)
  return Object.assign(store, {
    close: endWithTests(async () => {
      await close()
      await records.close()
    }),
  })
}

/** The same with a clock that moves on by a second at each look; repairs fail the test. */
export async function openChats(
  folder: string,
  report: (sentence: string) => void = unexpected,
  fs?: FileSystem,
): Promise<ChatStore> {
  let seconds = Date.parse('2026-03-01T10:00:00Z')
  const now = () => {
    seconds += 1000
    return new Date(seconds)
  }
  return openChatsIn({ folder, report, now, ...(fs && { fs }) })
}

export function user(content: string): StoredMessage {
  return { role: 'user', content }
}

export function bot(content: string, more: Partial<StoredMessage> = {}): StoredMessage {
  return { role: 'bot', content, ...more }
}

/** The texts of a conversation, oldest first. */
export async function contents(
  store: ChatStore,
  userId: string,
  chatId: string,
): Promise<readonly string[]> {
  return (await store.messages(userId, chatId)).map(({ content }) => content)
}

function unexpected(sentence: string): void {
  expect.unreachable(sentence)
}

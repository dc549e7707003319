import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredMessage } from '@shortlist/contracts/chat'
import { type ChatRow, chatRecords } from '../src/chat/store/chat-projection.ts'
import type { ChatStore } from '../src/chat/store/chat-store.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { lineOf } from '../src/platform/records/record-log.ts'
import { openChatsIn } from '../test/open-chats.ts'

/** The account that owns every chat of a benchmark. */
export const OWNER = 'bench'

const START = Date.parse('2026-01-01T00:00:00Z')

/** A message of about 400 characters. */
export function messageOf(n: number): StoredMessage {
  const role = n % 2 === 0 ? 'user' : 'bot'
  const timestamp = new Date(START + n * 1000).toISOString()
  return { role, content: `${n} ${'lorem ipsum '.repeat(33)}`, timestamp, messageId: n }
}

export function chatIdOf(n: number): string {
  return `${OWNER}_${n}`
}

/** The file of a chat's log. */
export function logFileOf(folder: string, n: number): string {
  return join(folder, 'records', 'chats', `${String(n).padStart(32, '0')}.jsonl`)
}

/** A temporary folder that is gone when `work` has ended. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-bench-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface StoreSize {
  readonly chats: number
  readonly messagesPerChat: number
}

/** Writes a data folder as an orderly stop leaves it. */
export async function writeStore(
  folder: string,
  { chats, messagesPerChat }: StoreSize,
): Promise<void> {
  await mkdir(join(folder, 'records', 'chats'), { recursive: true, mode: 0o700 })
  for (let n = 0; n < chats; n++) {
    const messages = Array.from({ length: messagesPerChat }, (_, at) =>
      messageOf(n * messagesPerChat + at),
    )
    await writeFile(logFileOf(folder, n), textOf(n, messages), { mode: 0o600 })
  }
  const records = new RecordStore({ folder, report: fail })
  await records.open(chatRecords)
  await records.close()
}

export function openStore(
  folder: string,
  report: (sentence: string) => void = fail,
): Promise<ChatStore> {
  return openChatsIn({ folder, report, now: () => new Date() })
}

function textOf(n: number, messages: readonly StoredMessage[]): string {
  const head = {
    userId: OWNER,
    chatId: chatIdOf(n),
    createdAt: new Date(START).toISOString(),
  }
  const title: ChatRow = { kind: 'title', title: `Title of chat ${n}` }
  return [{ v: 1, edition: `bench-${n}`, head }, ...messages, title].map(lineOf).join('')
}

function fail(sentence: string): never {
  throw new Error(`unexpected repair: ${sentence}`)
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredMessage } from '@shortlist/contracts/chat'
import { ChatFolders, chatHeader } from '../src/chat/store/chat-folders.ts'
import { ChatIndex } from '../src/chat/store/chat-index.ts'
import { ChatIndexFile } from '../src/chat/store/chat-index-file.ts'
import { emptyChat, type IndexedChat } from '../src/chat/store/chat-index-row.ts'
import { type FileChatStore, openChatStore } from '../src/chat/store/chat-store.ts'
import { retell } from '../src/chat/store/chat-store-parts.ts'
import { OpenFiles } from '../src/platform/storage/open-files.ts'

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

/** The name of a chat's file, without its ending. */
export function fileIdOf(n: number): string {
  return String(n).padStart(32, '0')
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
  /** False writes the index alone, for questions that open no chat. */
  readonly hasFiles?: boolean
}

/** Writes a data folder as an orderly stop leaves it. */
export async function writeStore(folder: string, size: StoreSize): Promise<void> {
  const { chats, messagesPerChat, hasFiles = true } = size
  const folders = new ChatFolders(folder)
  await mkdir(folders.chats, { recursive: true, mode: 0o700 })
  const [index, files] = [new ChatIndex(), new OpenFiles()]
  for (let n = 0; n < chats; n++) {
    const messages = Array.from({ length: messagesPerChat }, (_, at) =>
      messageOf(n * messagesPerChat + at),
    )
    const chat = chatNumber(n)
    const text = textOf(chat, messages)
    if (hasFiles) await writeFile(folders.chat(chat.fileId), text, { mode: 0o600 })
    index.set(retell(chat, messages, Buffer.byteLength(text)))
  }
  await new ChatIndexFile({ folder: folders.chats, index, files, report: fail }).fold()
  await writeFile(folders.cleanMarker, '')
}

export function openStore(
  folder: string,
  report: (sentence: string) => void = fail,
): Promise<FileChatStore> {
  return openChatStore({ folder, report, now: () => new Date() })
}

function chatNumber(n: number): IndexedChat {
  const chat = emptyChat(OWNER, chatIdOf(n), fileIdOf(n), new Date(START).toISOString())
  return { ...chat, title: `Title of chat ${n}` }
}

function textOf(chat: IndexedChat, messages: readonly StoredMessage[]): string {
  return [chatHeader(chat), ...messages].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function fail(sentence: string): never {
  throw new Error(`unexpected repair: ${sentence}`)
}

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ChatListItem, StoredImage, StoredMessage } from '@shortlist/contracts/chat'
import { AppError } from '../../errors.ts'
import type { PromptImage } from '../../platform/llm/llm.ts'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { Tables } from '../../platform/records/record-log.ts'
import type { FileSystem } from '../../platform/storage/file-system.ts'
import type { PromptUse } from '../prompt/build-prompt.ts'
import {
  type ChatHead,
  type ChatLog,
  type ChatRow,
  chatOf,
  choosingRows,
  isFailure,
  isLog,
  isMessage,
  isMessageText,
  type KnownChat,
  listOf,
  logsOf,
  openReplies,
} from './chat-projection.ts'
import { type ImageFile, ImageStore } from './image-store.ts'

export interface ChatStoreOptions {
  /** The data folder, locked for this process. */
  readonly folder: string
  readonly logs: ProjectedLogs<ChatRow, ChatHead>
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly fs?: FileSystem
}

type Found = ChatLog & Partial<KnownChat>

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

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

/** Opens the conversations of a data folder; what an unexpected end has left is made good meanwhile. */
export async function openChatStore(options: ChatStoreOptions): Promise<ChatStore> {
  const images = new ImageStore(join(options.folder, 'images'), options.fs)
  await images.open()
  return new ChatStore(options, images)
}

/**
 * Every conversation, by owner and chat id: nobody can name another account's. What does not exist
 * and what belongs to somebody else look alike. A write has reached the disk when it resolves.
 *
 * Each is a log of records beside its images. That a question got no word of an answer is a row of its
 * own, which is read as the `error` of the question. Replies that a process left unfinished are stored
 * as stopped before the next one answers anything.
 */
export class ChatStore {
  readonly #options: ChatStoreOptions
  readonly #images: ImageStore
  /** Chats that have no record yet, by owner and chat. */
  readonly #beginnings = new Map<string, ChatLog>()
  /** Logs that are being removed. */
  readonly #removals = new Map<string, Promise<unknown>>()
  /** Chats whose running reply has been kept before its end. */
  readonly #checkpointed = new Set<string>()
  readonly #working = new Set<Promise<unknown>>()
  readonly #ready: Promise<void>
  #isClosed = false

  constructor(options: ChatStoreOptions, images: ImageStore) {
    const { report } = options
    this.#options = options
    this.#images = images
    this.#ready = this.#stopReplies().then((count) => {
      if (count > 0) report(`Replies that were running at the last end, kept as stopped: ${count}.`)
    })
    const clearing = this.#track(() => this.#removeStrayImages())
    clearing.catch(() => report('Images without a chat could not be removed.'))
  }

  /** Newest last message first; at most `limit` of them, all unless told otherwise. */
  list(userId: string, limit = -1): Promise<readonly ChatListItem[]> {
    return this.#ask((tables) => listOf(tables, userId, limit))
  }

  /** Oldest first; none for an unknown chat. */
  async messages(userId: string, chatId: string): Promise<readonly StoredMessage[]> {
    const chat = await this.#find(userId, chatId)
    return chat ? this.#read(chat) : []
  }

  /** The same as the bytes of a JSON array, without parsing the messages. */
  async messagesJson(userId: string, chatId: string): Promise<Uint8Array> {
    const chat = await this.#find(userId, chatId)
    if (!chat) return Buffer.from('[]')
    if (chat.hasFailures) return Buffer.from(JSON.stringify(await this.#read(chat)))
    const texts = await this.#options.logs.texts(chat.log, chat.head)
    return arrayOf(texts.filter(isMessageText))
  }

  /**
   * Adds to the end, at the present time where the message names none.
   * A message of the chat is made durable in its log before this resolves.
   * A question may begin a chat; whatever else is added to an unknown one came after its deletion, and
   * nothing happens. A bot message with an `error` and without words is none: it becomes the `error` of
   * its question.
   */
  append(userId: string, chatId: string, message: StoredMessage): Promise<void> {
    const { timestamp = this.#options.now().toISOString() } = message
    return this.#track(async () => {
      await this.#add(userId, chatId, { ...message, timestamp })
      const isCheckpointed =
        message.role === 'bot' && this.#checkpointed.delete(keyOf(userId, chatId))
      if (isCheckpointed) this.#compactLater(userId, chatId)
    })
  }

  /**
   * Keeps the text of a running reply, replacing the one kept before. After a crash it becomes a
   * stopped message; the `append` of a bot message with the same `messageId` ends it.
   */
  checkpoint(userId: string, chatId: string, partial: StoredMessage): Promise<void> {
    this.#checkpointed.add(keyOf(userId, chatId))
    return this.#track(() => this.#add(userId, chatId, { kind: 'partial', message: partial }))
  }

  /** Null while there is none; undefined for an unknown chat. */
  async title(userId: string, chatId: string): Promise<string | null | undefined> {
    return (await this.#ask((tables) => chatOf(tables, userId, chatId)))?.title
  }

  setTitle(userId: string, chatId: string, title: string): Promise<void> {
    return this.#track(() => this.#add(userId, chatId, { kind: 'title', title }))
  }

  /** What the last reply and its prompt were counted at, in O(1). */
  async lastPrompt(userId: string, chatId: string): Promise<PromptUse | undefined> {
    return (await this.#ask((tables) => chatOf(tables, userId, chatId)))?.lastPrompt
  }

  saveImage(userId: string, chatId: string, image: StoredImage, bytes: Uint8Array): Promise<void> {
    return this.#track(async () => {
      const { log } = (await this.#find(userId, chatId)) ?? this.#begin(userId, chatId)
      await this.#images.save(log, image, bytes)
    })
  }

  async readImage(
    userId: string,
    chatId: string,
    imageId: string,
  ): Promise<PromptImage | undefined> {
    const chat = await this.#find(userId, chatId)
    return chat && this.#images.read(chat.log, imageId)
  }

  /** Deletes a chat, or all of the account; nothing happens where there is none. */
  delete(userId: string, chatId?: string): Promise<void> {
    return this.#track(async () => {
      if (chatId !== undefined) {
        const chat = await this.#find(userId, chatId)
        return await this.#deleteChats(chat ? [chat] : [])
      }
      const chats = await this.#ask((tables) => logsOf(tables, userId))
      const beginnings = [...this.#beginnings.values()].filter(({ head }) => head.userId === userId)
      await this.#deleteChats([...chats, ...beginnings])
    })
  }

  /** The conversations of an account, of every one for null; one at a time, oldest last message first. */
  async *chats(of: string | null = null): AsyncGenerator<WholeChat> {
    for (const chat of await this.#ask((tables) => logsOf(tables, of))) {
      const messages = await this.#read(chat)
      const { userId, chatId } = chat.head
      const title = (await this.title(userId, chatId)) ?? null
      const images = this.#images.of(chat.log)
      const createdAt = messages[0]?.timestamp ?? chat.head.createdAt
      if (messages.length > 0) yield { userId, chatId, createdAt, title, messages, images }
    }
  }

  /** Puts a conversation back; false where its owner has one of that id, which stays as it is. */
  importChat({ userId, chatId, title, messages, ...whole }: WholeChat): Promise<boolean> {
    return this.#track(async () => {
      if (await this.#find(userId, chatId)) return false
      const chat = this.#begin(userId, chatId, whole.createdAt)
      for await (const { image, bytes } of whole.images) {
        await this.#images.save(chat.log, image, bytes)
      }
      const titles = title === null ? [] : [{ kind: 'title' as const, title }]
      await this.#append(chat, [...messages, ...titles])
      return true
    })
  }

  /** Waits for what is being written; replies that still run are stored as stopped. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#ready
    await Promise.allSettled([this.#options.logs.settled(), ...this.#working])
    await this.#stopReplies()
  }

  async #ask<Result>(ask: (tables: Tables) => Result): Promise<Result> {
    await this.#ready
    return this.#options.logs.query(ask)
  }

  /** The chat's log, waiting for one that is being removed. */
  async #find(userId: string, chatId: string): Promise<Found | undefined> {
    for (;;) {
      const known = await this.#ask((tables) => chatOf(tables, userId, chatId))
      const chat = known ?? this.#beginnings.get(keyOf(userId, chatId))
      const removal = chat && this.#removals.get(chat.log)
      if (!removal) return chat
      await removal
    }
  }

  #begin(userId: string, chatId: string, createdAt?: string): ChatLog {
    const key = keyOf(userId, chatId)
    const begun = this.#beginnings.get(key)
    if (begun) return begun
    const head = { userId, chatId, createdAt: createdAt ?? this.#options.now().toISOString() }
    const chat = { log: randomUUID(), head }
    this.#beginnings.set(key, chat)
    return chat
  }

  async #add(userId: string, chatId: string, row: ChatRow): Promise<void> {
    const isQuestion = isMessage(row) && row.role === 'user'
    const known = await this.#find(userId, chatId)
    const chat = known ?? (isQuestion ? this.#begin(userId, chatId) : undefined)
    if (chat) await this.#append(chat, [row])
  }

  async #append({ log, head }: ChatLog, rows: readonly ChatRow[]): Promise<void> {
    await this.#options.logs.append(log, head, rows)
    this.#forgetBeginning({ log, head })
  }

  async #read({ log, head }: ChatLog): Promise<readonly StoredMessage[]> {
    const messages: StoredMessage[] = []
    for (const row of await this.#options.logs.rows(log, head)) {
      if (!isMessage(row)) continue
      if (!isFailure(row)) {
        messages.push(row)
        continue
      }
      const { messageId, error, otherwise } = row
      const isItsQuestion = (one: StoredMessage) =>
        one.role === 'user' && one.messageId === messageId
      const at = messages.findLastIndex(isItsQuestion)
      const question = messages[at]
      if (question) messages[at] = { ...question, error, ...(otherwise && { otherwise }) }
    }
    return messages
  }

  async #deleteChats(chats: readonly ChatLog[]): Promise<void> {
    const { logs } = this.#options
    const names = chats.map(({ log }) => log)
    const removal = logs.remove(names)
    const settled = Promise.allSettled([removal])
    for (const log of names) this.#removals.set(log, settled)
    try {
      await removal
      for (const chat of chats) this.#forgetBeginning(chat)
    } finally {
      for (const log of names) this.#removals.delete(log)
    }
    for (const log of names) await this.#images.removeAll(log)
  }

  #forgetBeginning({ log, head }: ChatLog): void {
    const key = keyOf(head.userId, head.chatId)
    if (this.#beginnings.get(key)?.log === log) this.#beginnings.delete(key)
  }

  /** Takes the earlier states of ended replies out of a log that holds little else. */
  #compactLater(userId: string, chatId: string): void {
    const { logs, report } = this.#options
    const compaction = this.#track(async () => {
      const chat = await this.#ask((tables) => chatOf(tables, userId, chatId))
      if (!chat?.isWorthCompacting || this.#removals.has(chat.log)) return
      await logs.compact(chat.log, chat.head, choosingRows)
      const asNew = 'update chats_list set dead = 0 where log = ?'
      await logs.query((tables) => tables.run(asNew, chat.log))
    })
    compaction.catch(() => report('A chat could not be made shorter; its next reply tries again.'))
  }

  /** Resolves to how many; what cannot be stored is found again by the next start. */
  async #stopReplies(): Promise<number> {
    const { logs, report } = this.#options
    try {
      const replies = await logs.query(openReplies)
      for (const { log, head, message } of replies) {
        await logs.append(log, head, [{ ...message, isStopped: true }])
      }
      return replies.length
    } catch {
      report('Replies that had not ended could not be stored; the next start tries again.')
      return 0
    }
  }

  /** Images whose chat is gone: a kill came between the two, or before the first message. */
  async #removeStrayImages(): Promise<void> {
    const owners = await this.#images.owners()
    if (owners.length === 0) return
    if (!(await this.#options.logs.settled({ isUrgent: false }))) return
    for (const log of owners) {
      const isBeginning = () => [...this.#beginnings.values()].some((chat) => chat.log === log)
      const isStray = await this.#ask((tables) => !isLog(tables, log) && !isBeginning())
      if (isStray) await this.#images.removeAll(log)
    }
  }

  #track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) {
      return Promise.reject(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
    }
    const working = work().finally(() => this.#working.delete(working))
    this.#working.add(working)
    return working
  }
}

/** Texts of JSON as the bytes of an array of them. */
function arrayOf(texts: readonly Buffer[]): Buffer {
  const parts = texts.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text]))
  return Buffer.concat([OPEN, ...parts, CLOSE])
}

function keyOf(userId: string, chatId: string): string {
  return JSON.stringify([userId, chatId])
}

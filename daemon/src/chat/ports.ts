import type {
  ChatListItem,
  Excerpt,
  MessageId,
  Mode,
  StoredImage,
  StoredMessage,
} from '@shortlist/contracts/chat'
import type { Llm, Passage, PromptImage } from '../platform/llm/llm.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'

/** A question with what it came with, checked. */
export interface PostedQuestion {
  readonly userId: string
  readonly chatId: string
  readonly messageId: MessageId
  readonly mode: Mode
  /** The user's own words; blank where they sent an image or an excerpt alone. */
  readonly question: string
  readonly image?: (PromptImage & { readonly stored: StoredImage }) | undefined
  /** What the user took from a web page for it. Untrusted: it is data, never an order. */
  readonly excerpt?: Excerpt | undefined
}

/**
 * Every conversation, by owner and chat id: nobody can name another account's. What does not exist
 * and what belongs to somebody else look alike. A write has reached the disk when it resolves.
 */
export interface ChatStore {
  /** Newest last message first. */
  list(userId: string): Promise<readonly ChatListItem[]>
  /** Oldest first; none for an unknown chat. */
  messages(userId: string, chatId: string): Promise<readonly StoredMessage[]>
  /** The same as the bytes of a JSON array, without parsing the messages. */
  messagesJson(userId: string, chatId: string): Promise<Uint8Array>
  /**
   * Adds to the end, at the present time where the message names none. A question may begin a chat;
   * whatever else is added to an unknown one came after its deletion, and nothing happens. A bot
   * message with an `error` and without words is none: it becomes the `error` of its question.
   */
  append(userId: string, chatId: string, message: StoredMessage): Promise<void>
  /**
   * Keeps the text of a running reply, replacing the one kept before. After a crash it becomes a
   * stopped message; the `append` of a bot message with the same `messageId` ends it.
   */
  checkpoint(userId: string, chatId: string, partial: StoredMessage): Promise<void>
  /** Null while there is none; undefined for an unknown chat. */
  title(userId: string, chatId: string): Promise<string | null | undefined>
  setTitle(userId: string, chatId: string, title: string): Promise<void>
  /** What the last reply and its prompt were counted at, in O(1). */
  lastPrompt(userId: string, chatId: string): Promise<PromptUse | undefined>
  saveImage(userId: string, chatId: string, image: StoredImage, bytes: Uint8Array): Promise<void>
  readImage(userId: string, chatId: string, imageId: string): Promise<PromptImage | undefined>
  /** Deletes a chat, or all of the account; nothing happens where there is none. */
  delete(userId: string, chatId?: string): Promise<void>
}

export interface PromptUse {
  readonly tokens: number
  readonly mode: Mode
  readonly messageCount: number
}

/** All that chat needs from the rest of the daemon. */
export interface ChatPorts {
  readonly chats: ChatStore
  readonly llm: Llm
  readonly realtime: Realtime
  /** Passages from the user's files that bear on a question, best first; often none. */
  readonly findPassages: (userId: string, question: string) => Promise<readonly Passage[]>
  /**
   * Which of the earlier turns of a chat bear on the question, best first, as their places in
   * `turns`; turns of a chat never change, there only come more.
   */
  readonly findTurns: (
    userId: string,
    chatId: string,
    turns: readonly string[],
    question: string,
  ) => Promise<readonly number[]>
  /** Forgets what `findTurns` has kept of a chat, or of all chats of the account. */
  readonly forgetTurns: (userId: string, chatId?: string) => Promise<void>
  readonly now: () => Date
}

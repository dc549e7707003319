import type { Answerer, Excerpt, MessageId, Mode, StoredImage } from '@shortlist/contracts/chat'
import type { LookedUp } from '@shortlist/contracts/look-up'
import type { Llm, Passage, PromptImage } from '../platform/llm/llm.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import type { ChatStore } from './store/chat-store.ts'

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
  /** Whom the user wants to hear; otherwise it is as the owner has set. */
  readonly answerBy?: Answerer | undefined
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
  /** What an account's calendar and mails say of what is next and due. */
  readonly lookUp: (userId: string) => Promise<LookedUp>
  readonly now: () => Date
}

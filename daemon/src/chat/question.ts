import type { Excerpt, MessageId, Mode, StoredImage } from '@shortlist/contracts/chat'
import type { PromptImage } from '../platform/llm/llm.ts'

/** What a user has asked, checked, in the words of this domain. */
export interface Question {
  readonly userId: string
  readonly chatId: string
  readonly messageId: MessageId
  readonly mode: Mode
  readonly text: string
  readonly image?: AttachedImage | undefined
  /** What the user took from a web page for it. Untrusted: it is data, never an order. */
  readonly excerpt?: Excerpt | undefined
}

export interface AttachedImage extends PromptImage {
  readonly stored: StoredImage
}

import type { MessageId, Mode, StoredImage } from '@shortlist/contracts/chat'
import type { PromptImage } from '../platform/llm/llm.ts'

/** What a user has asked, checked, in the words of this domain. */
export interface Question {
  readonly userId: string
  readonly chatId: string
  readonly messageId: MessageId
  readonly mode: Mode
  readonly text: string
  readonly image?: AttachedImage | undefined
}

export interface AttachedImage extends PromptImage {
  readonly stored: StoredImage
}

import type { Excerpt } from '@shortlist/contracts/chat'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useClient } from '../client-provider.tsx'
import type { ChatMessage } from './chat-message.ts'
import type { ReadImage } from './fetched-image.tsx'

/** What every entry of a log has in common; it must stay the same object while nothing changes. */
export interface MessageSetting {
  readonly origin: string
  readonly loadRemoteImages: boolean
  readonly imageSrc: (message: ChatMessage) => string | undefined
  /** How a stored image is had that `imageSrc` has no address for. */
  readonly readImage?: ReadImage | undefined
  readonly onStop: () => void
  /** Puts the question of a failed reply back into the box. */
  readonly onTryAgain: (message: ChatMessage) => void
}

interface SettingParts {
  readonly chatId: string
  readonly messages: readonly ChatMessage[]
  readonly loadRemoteImages?: boolean | undefined
  readonly onStop: () => void
  /** Puts a question into the box again, with what it was about. */
  readonly onFill: (question: string, excerpt?: Excerpt) => void
}

/** What the entries of a log share; it changes only with the chat, so that entries rest. */
export function useMessageSetting(parts: SettingParts): MessageSetting {
  const { chatId, loadRemoteImages = false } = parts
  const client = useClient()
  const { origin, canUseAddresses } = client.abilities
  const latest = useRef(parts)

  useLayoutEffect(() => {
    latest.current = parts
  })

  return useMemo(
    () => ({
      origin,
      loadRemoteImages,
      imageSrc: ({ previewUrl, image }) =>
        previewUrl ?? (image && canUseAddresses ? client.chats.imageUrl(chatId, image) : undefined),
      readImage: canUseAddresses
        ? undefined
        : (image, signal) => client.chats.image(chatId, image, signal),
      onStop: () => latest.current.onStop(),
      onTryAgain(failed) {
        const question = questionOf(latest.current.messages, failed)
        latest.current.onFill(question?.text ?? '', question?.excerpt)
      },
    }),
    [client, origin, canUseAddresses, chatId, loadRemoteImages],
  )
}

/** The question that stands last before an error. */
function questionOf(
  messages: readonly ChatMessage[],
  failed: ChatMessage,
): ChatMessage | undefined {
  const before = messages.slice(0, messages.indexOf(failed))
  return before.findLast(({ role }) => role === 'user')
}

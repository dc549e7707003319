import { memo } from 'react'
import { copy } from '../copy.ts'
import { BotMessage } from './bot-message.tsx'
import type { ChatMessage } from './chat-message.ts'
import { ErrorMessage } from './error-message.tsx'
import type { ReadImage } from './use-image-bytes.ts'
import { UserMessage } from './user-message.tsx'

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

interface MessageProps {
  readonly message: ChatMessage
  /** Counted from 1. */
  readonly position: number
  readonly count: number
  readonly isStopping: boolean
  readonly setting: MessageSetting
}

const labels = {
  user: copy.chat.userLabel,
  bot: copy.chat.botLabel,
  error: copy.chat.errorLabel,
} as const

/** One entry of the log. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, position, count } = props

  return (
    <article
      aria-label={labels[message.role]}
      aria-posinset={position}
      aria-setsize={count}
      className="group pb-6"
    >
      <MessageBody {...props} />
    </article>
  )
})

function MessageBody({ message, isStopping, setting }: MessageProps) {
  const { origin, loadRemoteImages, imageSrc, readImage, onStop, onTryAgain } = setting
  switch (message.role) {
    case 'user':
      return <UserMessage message={message} imageSrc={imageSrc(message)} readImage={readImage} />
    case 'error':
      return (
        <ErrorMessage text={message.text} origin={origin} onTryAgain={() => onTryAgain(message)} />
      )
    case 'bot':
      return (
        <BotMessage
          message={message}
          isStopping={isStopping}
          origin={origin}
          loadRemoteImages={loadRemoteImages}
          onStop={onStop}
        />
      )
  }
}

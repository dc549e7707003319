import { copy } from '../copy.ts'
import { AttachedExcerpt } from './attached-excerpt.tsx'
import type { ChatMessage } from './chat-message.ts'

interface UserMessageProps {
  readonly message: ChatMessage
  readonly imageSrc: string | undefined
}

/** What the user said, with the attached image and what it is about above it. */
export function UserMessage({ message, imageSrc }: UserMessageProps) {
  const { text, excerpt } = message
  return (
    <div className="ml-auto flex w-fit max-w-[80%] flex-col items-end gap-2 @max-[420px]:max-w-[90%]">
      {imageSrc && (
        <a
          href={imageSrc}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={copy.chat.openImage}
          className="block overflow-hidden rounded-lg border border-border"
        >
          <img src={imageSrc} alt={copy.chat.attachedImage} className="max-h-40 max-w-60" />
        </a>
      )}
      {excerpt && <AttachedExcerpt excerpt={excerpt} />}
      {text && (
        <p className="rounded-lg rounded-br-sm bg-user-bubble px-3.5 py-2 text-body break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  )
}

import { Suspense } from 'react'
import { copy } from '../copy.ts'
import { lazyOr } from '../primitives/lazy-or.ts'
import { AttachedExcerpt } from './attached-excerpt.tsx'
import type { ChatMessage } from './chat-message.ts'
import type { FetchedImageProps } from './fetched-image.tsx'
import { ImageLink } from './image-link.tsx'
import type { ReadImage } from './use-image-bytes.ts'

const FetchedImage = lazyOr<FetchedImageProps>(
  async () => (await import('./fetched-image.tsx')).FetchedImage,
  () => <p className="text-meta">{copy.chat.attachedImage}</p>,
)

interface UserMessageProps {
  readonly message: ChatMessage
  readonly imageSrc: string | undefined
  /** How a stored image is had where it has no address that the page can show. */
  readonly readImage: ReadImage | undefined
}

/** What the user said, with the attached image and what it is about above it. */
export function UserMessage({ message, imageSrc, readImage }: UserMessageProps) {
  const { text, image, excerpt } = message

  return (
    <div className="ml-auto flex w-fit max-w-[80%] flex-col items-end gap-2 @max-[420px]:max-w-[90%]">
      {imageSrc && <ImageLink src={imageSrc} />}
      {!imageSrc && image && readImage && (
        <Suspense>
          <FetchedImage image={image} read={readImage} />
        </Suspense>
      )}
      {excerpt && <AttachedExcerpt excerpt={excerpt} />}
      {text && (
        <p className="rounded-lg rounded-br-sm bg-user-bubble px-3.5 py-2 text-body wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  )
}

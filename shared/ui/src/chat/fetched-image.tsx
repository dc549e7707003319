import type { StoredImage } from '@shortlist/contracts/chat'
import { useRef } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { attachmentCopy } from './attachment-copy.ts'
import { ImageLink } from './image-link.tsx'
import { type ReadImage, useImageBytes } from './use-image-bytes.ts'
import { useNearView } from './use-near-view.ts'

/** The largest picture in a log, in pixels. */
const WIDTH = 240
const HEIGHT = 160

export interface FetchedImageProps {
  readonly image: StoredImage
  readonly read: ReadImage
}

/** A stored image whose bytes are asked for when it comes near the window; its place is kept free. */
export function FetchedImage({ image, read }: FetchedImageProps) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearView(place)
  const { src, hasFailed, retry } = useImageBytes(image, read, isNear)

  if (src) return <ImageLink src={src} />
  return (
    <div
      ref={place}
      style={hasFailed ? undefined : sizeOf(image)}
      className={
        hasFailed
          ? 'rounded-lg border border-border px-3 py-2 text-meta text-text-2'
          : 'skeleton rounded-lg'
      }
    >
      {hasFailed && (
        <>
          {attachmentCopy.imageFailed}
          <Button variant="ghost" size="sm" onClick={retry}>
            {copy.chat.retry}
          </Button>
        </>
      )}
    </div>
  )
}

function sizeOf({ width, height }: StoredImage) {
  const scale = Math.min(1, WIDTH / width, HEIGHT / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

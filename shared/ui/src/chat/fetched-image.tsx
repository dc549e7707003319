import type { StoredImage } from '@shortlist/contracts/chat'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'

/** The largest picture in a log, in pixels. */
const WIDTH = 240
const HEIGHT = 160

interface FetchedImageProps {
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
          {copy.chat.imageFailed}
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

/** How far outside the part of the log that is seen an element still counts as near. */
const MARGIN = '400px'

/** Whether an element of a log has been in view, or close to it. */
function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [wasNear, setWasNear] = useState(false)

  useEffect(() => {
    if (wasNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true)
      },
      // the margin is that of the root alone, and the log would clip what is near the window
      { root: element.current.closest('[role=log]'), rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasNear])

  return wasNear
}

/** Resolves to the bytes of an image; an abort rejects. */
export type ReadImage = (image: StoredImage, signal: AbortSignal) => Promise<Blob>

/** What a tab shows without running anything; an SVG can hold a program. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/

/**
 * An address for the bytes of an image, as long as it is shown; undefined until they are here.
 * Nothing is asked for before `isWanted`.
 */
function useImageBytes(image: StoredImage, read: ReadImage, isWanted: boolean) {
  // a chat that is read again has the same image in another object
  const { id, type, width, height } = image
  const [src, setSrc] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!isWanted || hasFailed) return
    const asking = new AbortController()
    let url: string | undefined
    read({ id, type, width, height }, asking.signal).then(
      (bytes) => {
        if (asking.signal.aborted) return
        if (!pictures.test(bytes.type)) {
          setHasFailed(true)
          return
        }
        url = URL.createObjectURL(bytes)
        setSrc(url)
      },
      () => {
        if (!asking.signal.aborted) setHasFailed(true)
      },
    )
    return () => {
      asking.abort()
      if (url) URL.revokeObjectURL(url)
      setSrc(undefined)
    }
  }, [id, type, width, height, read, isWanted, hasFailed])

  return { src, hasFailed, retry: () => setHasFailed(false) }
}

/** An attached image, small; a click opens it as it is in a new tab. */
export function ImageLink({ src }: { readonly src: string }) {
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={copy.chat.openImage}
      className="block overflow-hidden rounded-lg border border-border"
    >
      <img src={src} alt={copy.chat.attachedImage} className="max-h-40 max-w-60" />
    </a>
  )
}

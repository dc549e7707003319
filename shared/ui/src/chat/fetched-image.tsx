import type { StoredImage } from '@shortlist/contracts/chat'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'

/** The largest picture in a log, in pixels. */
const WIDTH = 240
const HEIGHT = 160

interface FetchedImageProps {
  readonly image: StoredImage
  /** Resolves to the bytes of an image; an abort rejects. */
  readonly read: (image: StoredImage, signal: AbortSignal) => Promise<Blob>
}

/** What a tab shows without running anything; an SVG can hold a program. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/

/** A stored image whose bytes are asked for when it comes near the window; its place is kept free. */
export function FetchedImage({ image, read }: FetchedImageProps) {
  const place = useRef<HTMLDivElement>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: ['chat-image', image.id],
    async queryFn({ signal }) {
      const bytes = await read(image, signal)
      if (!pictures.test(bytes.type)) throw new Error(`${bytes.type} is no picture`)
      return bytes
    },
    enabled: useInView(place, MARGIN, false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  if (data) return <LocalImage bytes={data} />
  if (!isError) return <div ref={place} style={sizeOf(image)} className="skeleton rounded-lg" />
  return (
    <div className="rounded-lg border border-border px-3 py-2 text-meta text-text-2">
      {copy.chat.imageFailed}
      <Button variant="ghost" size="sm" onClick={() => void refetch()}>
        {copy.chat.retry}
      </Button>
    </div>
  )
}

function sizeOf({ width, height }: StoredImage) {
  const scale = Math.min(1, WIDTH / width, HEIGHT / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** How far outside the part of the log that is seen an image still counts as near. */
const MARGIN = '400px'

/** Whether an element of a log is in view, or within a margin of it; `atFirst` until that is known. */
export function useInView(
  element: RefObject<HTMLElement | null>,
  rootMargin: string,
  atFirst: boolean,
): boolean {
  const [isInView, setIsInView] = useState(atFirst)

  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsInView(entries.at(-1)?.isIntersecting ?? atFirst),
      // the margin is that of the root alone, and the log would clip what is near the window
      { root: element.current.closest('[role=log]'), rootMargin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, rootMargin, atFirst])

  return isInView
}

/** An address for bytes, as long as they are shown; undefined until it is made. */
export function useObjectUrl(bytes: Blob): string | undefined {
  const [src, setSrc] = useState<string>()

  useEffect(() => {
    const url = URL.createObjectURL(bytes)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [bytes])

  return src
}

/** An image whose bytes are here. */
export function LocalImage({ bytes }: { readonly bytes: Blob }) {
  const src = useObjectUrl(bytes)
  return src && <ImageLink src={src} />
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

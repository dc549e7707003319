import type { StoredImage } from '@shortlist/contracts/chat'
import { useEffect, useState } from 'react'

/** Resolves to the bytes of an image; an abort rejects. */
export type ReadImage = (image: StoredImage, signal: AbortSignal) => Promise<Blob>

/** What a tab shows without running anything; an SVG can hold a program. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/

/**
 * An address for the bytes of an image, as long as it is shown; undefined until they are here.
 * Nothing is asked for before `isWanted`.
 */
export function useImageBytes(image: StoredImage, read: ReadImage, isWanted: boolean) {
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

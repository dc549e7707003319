import { randomUUID } from 'node:crypto'
import type { StoredImage } from '@shortlist/contracts/chat'
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '@shortlist/contracts/limits'
import { imageSize } from 'image-size'
import { AppError } from '../errors.ts'

/** Media types by what image-size calls them. SVG is a document that can run scripts: not taken. */
const mediaTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])

/** Orientations from here on turn an image on its side (Exif 2.3, tag 0x0112). */
const FIRST_TURNED_ORIENTATION = 5

/**
 * What kind of image the bytes are, by their content and never by their name; nothing is decoded.
 * Throws `TYPE` and `TOO_LARGE`.
 */
export function readImage(bytes: Uint8Array): StoredImage {
  if (bytes.length > IMAGE_MAX_BYTES) {
    throw new AppError('TOO_LARGE', 'The image is larger than 10 MB.')
  }
  const { width, height, type, orientation = 1 } = measure(bytes)
  const mediaType = mediaTypes.get(type ?? '')
  if (mediaType === undefined) {
    throw new AppError('TYPE', `Images of type ${type} are not supported: ${supported}`)
  }
  if (width * height > IMAGE_MAX_PIXELS) {
    throw new AppError('TOO_LARGE', 'The image has more than 40 megapixels.')
  }
  const isTurned = orientation >= FIRST_TURNED_ORIENTATION
  const [shownWidth, shownHeight] = isTurned ? [height, width] : [width, height]
  return { id: randomUUID(), type: mediaType, width: shownWidth, height: shownHeight }
}

const supported = 'use PNG, JPEG, GIF, WebP or AVIF.'

function measure(bytes: Uint8Array): ReturnType<typeof imageSize> {
  try {
    return imageSize(bytes)
  } catch (error) {
    throw new AppError('TYPE', `The file is not an image that can be read: ${supported}`, {
      cause: error,
    })
  }
}

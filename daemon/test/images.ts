/** A red dot of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** The beginning of a PNG of these measures (RFC 2083, section 3.2); enough to be measured. */
export function pngOf(width: number, height: number, bytes = png.length): Buffer {
  const image = Buffer.alloc(Math.max(bytes, png.length))
  png.copy(image)
  image.writeUInt32BE(width, 16)
  image.writeUInt32BE(height, 20)
  return image
}

/** The smallest GIF (GIF89a, section 17). */
export const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')

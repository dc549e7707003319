/** Longest side of an image that is sent, in pixels: what models look at in full. */
const LONGEST_SIDE = 1568

/** An image as small as a model needs it; the same file where it is small or cannot be read here. */
export async function shrinkImage(file: File): Promise<File> {
  const bitmap = await decode(file)
  if (!bitmap) return file
  const scale = LONGEST_SIDE / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return file
  const small = await draw(bitmap, scale, file.type)
  return small ? new File([small], file.name, { type: small.type }) : file
}

/** Null where this browser cannot read the file; the daemon says what is wrong with it. */
async function decode(file: File): Promise<ImageBitmap | null> {
  if (!('createImageBitmap' in globalThis)) return null
  try {
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

async function draw(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  // a photograph as PNG would be larger than before; anything else may hold text and transparency
  const target = type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
  return new Promise((resolve) => canvas.toBlob(resolve, target, 0.9))
}

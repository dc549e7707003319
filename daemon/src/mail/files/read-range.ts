import { open } from 'node:fs/promises'

/** Bytes of a file from `start`, at most `length`; fewer at its end. */
export async function readRange(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

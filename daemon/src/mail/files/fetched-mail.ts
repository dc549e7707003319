import { open } from 'node:fs/promises'
import { readDate } from '../message/read-date.ts'

/** The largest mail that is read as a whole (security design, 14.2). */
const MAX_BYTES = 25 * 1024 * 1024

/** What of a larger one is read: its texts nearly always stand before its files. */
const BEGINNING_BYTES = 1024 * 1024

/** How many bytes of a mail of this size are to be read. */
export function wantedBytes(size: number): number {
  return size > MAX_BYTES ? BEGINNING_BYTES : size
}

/** Bytes of a file from `start`, at most `length`; fewer at its end. */
export async function readRange(path: string, start: number, length: number): Promise<Buffer> {
  await using file = await open(path)
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, start)
  return bytes.subarray(0, bytesRead)
}

/** How much of a mail is looked at for its dates. */
export const HEAD_BYTES = 64 * 1024

/**
 * When a mail arrived, ISO 8601 in UTC: the topmost Received header, else the Date header, else
 * `otherwise`, which is for instance when its file was written.
 */
export function receivedAt(head: Uint8Array, otherwise: Date): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const headers = text.slice(0, end).replace(/\r?\n[ \t]+/g, ' ')
  const received = /^received:.*;([^;\r\n]+)$/im.exec(headers)?.[1]
  const sent = /^date:(.*)$/im.exec(headers)?.[1]
  return readDate(received).date ?? readDate(sent).date ?? otherwise.toISOString()
}

import type { FetchedMail } from '../ports.ts'

/** The largest mail that is read as a whole (security design, 14.2). */
const MAX_BYTES = 25 * 1024 * 1024

/** What of a larger one is read: its texts nearly always stand before its files. */
const BEGINNING_BYTES = 1024 * 1024

/** How many bytes of a mail of this size are to be read. */
export function wantedBytes(size: number): number {
  return size > MAX_BYTES ? BEGINNING_BYTES : size
}

/** A mail of `size` bytes of which `source` was read. */
export function fetchedMail(mail: {
  readonly uid: number
  readonly receivedAt: string
  readonly source: Uint8Array
  readonly size: number
}): FetchedMail {
  const { uid, receivedAt, source, size } = mail
  return { uid, receivedAt, source, isWhole: source.length >= size, parts: [] }
}

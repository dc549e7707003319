import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { readDate } from '../message/read-date.ts'
import type { FetchedMail } from '../message-ports.ts'

/** A collection of raw mails that can only be looked at as a whole, such as a file. */
export interface MailSource {
  /** As in `Mailbox`. */
  readonly identity: string
  /**
   * A text that differs whenever the mails may differ, had without reading them. Rejects with
   * `MAIL_FILE` where the collection cannot be read.
   */
  version(signal: AbortSignal): Promise<string>
  /** Every mail in it, in no order; rejects as `version` does. */
  list(signal: AbortSignal): Promise<readonly SourceMail[]>
}

/** One mail of a collection. */
export interface SourceMail {
  /** Below 2^48; the same for as long as the mail is the same. */
  readonly uid: number
  /** ISO 8601, UTC; null where the mail has gone meanwhile. */
  receivedAt(): Promise<string | null>
  /** Null where the mail has gone meanwhile. */
  read(): Promise<FetchedMail | null>
}

/** Above every number that a mail of a file can have. */
export const UID_LIMIT = 2 ** 48

/** The number of a mail that is the same in every run: 48 bits of a hash, never 0. */
export function sourceUid(...parts: readonly (string | Uint8Array)[]): number {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest().readUIntBE(0, 6) || 1
}

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

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'It does not exist.',
  ENOTDIR: 'It does not exist.',
  EACCES: 'Shortlist may not read it.',
  EPERM: 'Shortlist may not read it.',
  EIO: 'The disk reports a fault.',
}

/** A failure of the file system as `MAIL_FILE`, with a sentence that names file and cause. */
export function fileFailure(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = causes[code] ?? 'It could not be read.'
  return new AppError('MAIL_FILE', `Cannot read the mailbox ${path}: ${cause}`, { cause: error })
}

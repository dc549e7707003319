import { createHash } from 'node:crypto'
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

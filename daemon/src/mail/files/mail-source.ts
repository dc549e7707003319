import type { FetchedMail } from '../ports.ts'

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

import type { Category, Email, MailStatus, Priority, SyncReply } from '@shortlist/contracts/mail'

/** The mail half of the product, by account. Ids that are not the account's are `NOT_FOUND`. */
export interface MailAssistant {
  /** From what is stored; contacts nobody. With `none` its list of emails is empty. */
  status(userId: string, emails?: 'all' | 'none'): Promise<MailStatus>
  /** Newest first, `limit` of them at most, and how many there are. */
  emails(userId: string, limit?: number): Promise<{ emails: Email[]; total: number }>
  /** Tries the mailbox right now; resolves to whether it can be read, with a sentence. */
  connect(userId: string): Promise<{ success: boolean; message: string }>
  useSample(userId: string): Promise<void>
  leaveSample(userId: string): Promise<void>
  /**
   * Reads what is new, stores it and starts the analysis; a sync that runs is joined. Throws
   * `MAIL_NOT_CONNECTED`, `CAL_NOT_CONNECTED`, `CAL_TOKEN_REVOKED` or `MAIL_SYNC`.
   */
  sync(userId: string): Promise<SyncReply>
  /** Nothing happens where no sync runs. */
  cancelSync(userId: string): void
  correct(
    userId: string,
    emailId: string,
    correction: { priority?: Priority | undefined; category?: Category | undefined },
  ): Promise<Email>
  retry(userId: string, emailId: string): Promise<Email>
  /** What a mail says, as plain text for a person; asks the mailbox where it is not stored any more. */
  read(userId: string, emailId: string): Promise<string>
  /** Throws `MAIL_DRAFT` where this mailbox takes none. */
  saveDraft(userId: string, emailId: string, body: string): Promise<Email>
  /** Tells the screens of mails whose appointments have changed. */
  eventsChanged(userId: string, emailIds: readonly string[]): void
  /** Watches the configured mailbox, and goes on with a sync that a crash has cut off. */
  start(): void
  /** Ends watching and stops running syncs; what they have finished is stored. */
  close(): Promise<void>
}

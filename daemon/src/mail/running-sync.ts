import type { SyncProgress } from '@shortlist/contracts/mail'

/** A sync of an account that has begun and not ended. */
export interface RunningSync {
  /**
   * Makes the answer to a call once the mails are stored, or after 10 s; rejects where none could be
   * read. Analyses are told after the answer has left.
   */
  answerWith<Answer>(make: () => Promise<Answer>): Promise<Answer>
  /** Resolves after the last event. */
  readonly ended: Promise<void>
  /** Mails that the mailbox has handed over. */
  readonly fetched: number
  /** Those of them that were not known before. */
  readonly added: number
  progress(): SyncProgress
  /** Mails in flight are finished, no further one is begun. */
  cancel(): void
  /** Takes up mails that were stored meanwhile; false where this sync is ending already. */
  takeUp(): boolean
}

import type { CalendarStatus, EventProposal, MailEvent } from '@shortlist/contracts/calendar'
import type { Finding, MailboxInfo } from '@shortlist/contracts/mail'
import type {
  Address,
  FetchedMail,
  MailboxCursor,
  ReadMessage,
  SavedDraft,
  TimeContext,
} from './message-ports.ts'

/** One step of reading a mailbox. `cursor` holds once `mails` and `gone` are stored. */
export interface MailboxBatch {
  /** Every number known so far is void; what follows lists the whole mailbox again. */
  readonly isReset: boolean
  /** Mails that are still to come, this batch included. */
  readonly expected: number
  /** Newest first. */
  readonly mails: readonly FetchedMail[]
  /** Numbers of mails that are not there any more. */
  readonly gone: readonly number[]
  readonly cursor: MailboxCursor
}

/** How the mailbox is doing, with a sentence for every state that is not well. */
export interface MailboxHealth extends MailboxInfo {
  readonly error: string | null
}

/**
 * Somebody's mailbox. Failures are `AppError`s with an `IMAP_*` or `MAIL_FILE` code and a sentence
 * to be shown; one that passes is retried by the mailbox itself, with back-off.
 */
export interface Mailbox {
  /** Which mailbox this is; what is stored for another one is never mixed with it. */
  readonly identity: string
  /** From memory; contacts nobody. */
  health(): MailboxHealth
  /** Tries the connection right now; resolves when the mailbox can be read. */
  connect(signal: AbortSignal): Promise<void>
  /**
   * What differs from `since`, newest mail first; everything for null. One last batch without mails
   * carries the final cursor. `known` is asked only where the server cannot say what has gone.
   */
  changes(
    since: MailboxCursor | null,
    known: () => Promise<readonly number[]>,
    signal: AbortSignal,
  ): AsyncIterable<MailboxBatch>
  /** Keeps a connection and says when there is news, until the returned function is called. */
  watch(hear: (news: 'mail' | 'health') => void): () => void
  /** Address of a mail at its provider, or empty. */
  webLink(messageId: string): string
  /** Puts a raw message into the Drafts folder, and removes `previous` where it is still ours. */
  saveDraft(
    raw: Uint8Array,
    messageId: string,
    previous: SavedDraft | null,
    signal: AbortSignal,
  ): Promise<SavedDraft>
  close(): Promise<void>
}

/** A mail that is to be analysed. */
export interface MailToAnalyze {
  readonly message: ReadMessage
  readonly time: TimeContext
  /** Appointments of its invitations and JSON-LD, which nobody has to look for again. */
  readonly appointments: readonly EventProposal[]
}

export interface AnalyzedMail {
  readonly finding: Finding
  /** The rules have stepped in for a model that is away, hangs or has too many requests. */
  readonly isStandIn?: boolean
  /** Appointments of the text alone. */
  readonly proposals: readonly EventProposal[]
}

/** Analyses one mail. Rejects only when `signal` is aborted or with an `AppError` to be shown. */
export type Analyze = (mail: MailToAnalyze, signal: AbortSignal) => Promise<AnalyzedMail>

/** The mail that appointments were found in. */
export interface MailOfEvents {
  readonly emailId: string
  /** The same for all mails of one conversation. */
  readonly threadKey: string
  /** What it shares with the mails of its conversation, whichever of them was read first. */
  readonly conversation?: readonly string[]
  readonly subject: string
  readonly sender: Address
  /** ISO 8601, UTC. */
  readonly date: string
  /** Whether the receiving server has found that the mail is not from who it says (RFC 8601). */
  readonly isSenderDoubted?: boolean
  /** Whether it has found by DMARC that it is (RFC 7489). */
  readonly isSenderProven?: boolean
  /** When the reader's own server got it, ISO 8601; null where it does not say. */
  readonly receivedAt?: string | null
  /** Why nothing of it is created by itself, as a sentence; null where nothing speaks against it. */
  readonly doubt: string | null
}

/** A mail with its appointments. */
export interface BroughtEvents {
  readonly mail: MailOfEvents
  readonly proposals: readonly EventProposal[]
}

/** The user's calendar, as far as mail needs it. */
export interface Appointments {
  /** How the calendar is doing, without asking its provider. */
  status(userId: string): Promise<CalendarStatus>
  /** Throws `CAL_NOT_CONNECTED` or `CAL_TOKEN_REVOKED` where no event could be created now. */
  check(userId: string): Promise<void>
  /**
   * Decides about the appointments of a mail and carries it out; the same again changes nothing.
   * `syncId` is what the budget of one sync is counted by. Throws `CAL_TOKEN_REVOKED`.
   */
  place(
    userId: string,
    mail: MailOfEvents,
    proposals: readonly EventProposal[],
    syncId: string,
  ): Promise<readonly MailEvent[]>
  /** Where appointments have been lost, takes those of all mails again, which `brought` hands over oldest first. */
  restore?(
    userId: string,
    brought: () => Promise<readonly BroughtEvents[]>,
    syncId: string,
  ): Promise<void>
  /** What became of the appointments of mails, by email id; mails without any are not in it. */
  eventsOf(
    userId: string,
    emailIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MailEvent[]>>
  /** Tries those again that the calendar had refused; resolves to the mails that changed. */
  retryFailed(userId: string, syncId: string): Promise<readonly string[]>
  /** How many events a sync has put into the calendar that were not there before. */
  createdIn(userId: string, syncId: string): Promise<number>
  /**
   * Removes what was created for these mails from the calendar and forgets about it: they were
   * samples that their user has done with.
   */
  forgetMails(userId: string, emailIds: readonly string[]): Promise<void>
}

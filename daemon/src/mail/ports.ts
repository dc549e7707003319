import type {
  CalendarStatus,
  EventProposal,
  MailEvent,
  WorkingHours,
} from '@shortlist/contracts/calendar'
import type { Finding, MailboxInfo } from '@shortlist/contracts/mail'
import { z } from 'zod'

/** Someone in a mail's header; both texts may be empty. */
export const Address = z
  .object({
    name: z.string(),
    address: z.string(),
  })
  .readonly()
export type Address = z.infer<typeof Address>

/** A part of a mail that its first bytes did not hold, with its transfer encoding undone. */
export interface FetchedPart {
  readonly type: 'text/plain' | 'text/html' | 'text/calendar'
  readonly text: string
}

/** A mail as the mailbox hands it over. */
export interface FetchedMail {
  /** Its number in the mailbox, valid together with the cursor's `uidValidity`. */
  readonly uid: number
  /** When the mailbox got it (INTERNALDATE); ISO 8601, UTC. */
  readonly receivedAt: string
  /** The raw message (RFC 5322), or only its beginning where `isWhole` is false. */
  readonly source: Uint8Array
  readonly isWhole: boolean
  /** Texts and invitations of a mail that is not whole. */
  readonly parts: readonly FetchedPart[]
}

/** What a mail says, with everything a reader cannot see taken out. It can be stored as JSON. */
export const ReadMessage = z
  .object({
    /** With angle brackets; empty where there is none. */
    messageId: z.string(),
    /** Message ids of In-Reply-To and References, oldest first. */
    references: z.array(z.string()).readonly(),
    subject: z.string(),
    from: Address,
    replyTo: Address.nullable(),
    to: z.array(Address).readonly(),
    /** Of the Date header, ISO 8601 in UTC; null where it is missing or nonsense. */
    date: z.string().nullable(),
    /** The zone offset of the Date header in minutes east of UTC; null where it says nothing. */
    dateOffset: z.number().nullable(),
    /** The visible text, at most 1 MB; plain. */
    text: z.string(),
    /** `text/calendar` and `application/ics` parts (RFC 5545), as sent. */
    invitations: z.array(z.string()).readonly(),
    /** Contents of `application/ld+json` scripts, as sent. */
    jsonLd: z.array(z.string()).readonly(),
    /** Characters that were taken out because a reader does not see them. */
    hiddenCharacters: z.number(),
    /** List-Unsubscribe, List-Id, Precedence: bulk or Auto-Submitted say so. */
    isBulk: z.boolean(),
    /** Auto-Submitted says that a program wrote it (RFC 3834), and nothing that it wrote to many. */
    isAutomatic: z.boolean().optional(),
    /** What the receiving server found about the sender (RFC 8601). */
    authentication: z.enum(['pass', 'fail', 'unknown']),
    /** Whether it has proven the author's domain by DMARC (RFC 7489); undefined where it says nothing. */
    isSenderProven: z.boolean().optional(),
    /** When it got the mail, ISO 8601 in UTC; null where it does not say. */
    arrivedAt: z.string().nullable().optional(),
    /** Why the mail could not be read, as a sentence; null otherwise. */
    problem: z.string().nullable(),
  })
  .readonly()
export type ReadMessage = z.infer<typeof ReadMessage>

/** What of it is kept with the mail as it was read, for good. */
export const Envelope = ReadMessage.unwrap().pick({
  messageId: true,
  subject: true,
  from: true,
  replyTo: true,
  dateOffset: true,
  isSenderProven: true,
  arrivedAt: true,
  isBulk: true,
})

/** Where and when the times of a mail are read. */
export interface TimeContext {
  /** IANA name of the user's zone. */
  readonly userZone: string
  /** When the mail was sent, else received; ISO 8601, UTC. */
  readonly sentAt: string
  /** As in `ReadMessage`. */
  readonly dateOffset: number | null
  /** When the user works; left out where that was not said. */
  readonly hours?: WorkingHours
}

/** How far a mailbox has been read; stored as it is and handed back. */
export const MailboxCursor = z
  .object({
    /** RFC 3501, 2.3.1.1; as text, since it may pass what a number holds. */
    uidValidity: z.string(),
    /** The next mail gets this number or a higher one. */
    uidNext: z.number(),
    /** RFC 7162; null where the server has none. */
    modseq: z.string().nullable(),
    /** Numbers that are still to be fetched, as a set of RFC 3501 ("1:200,205"); empty when none. */
    missing: z.string(),
  })
  .readonly()
export type MailboxCursor = z.infer<typeof MailboxCursor>

/** Our own draft in the mailbox, to be replaced by the next one. */
export const SavedDraft = z
  .object({
    uid: z.int(),
    uidValidity: z.string(),
    messageId: z.string(),
    /** Hash of the bytes as appended, hexadecimal: a draft that differs is the user's. */
    sha256: z.string(),
  })
  .readonly()
export type SavedDraft = z.infer<typeof SavedDraft>

/** What a mail asks of its reader. */
export const Asks = z.object({
  isReply: z.boolean(),
  /** It moves an appointment or calls one off. */
  isChange: z.boolean(),
  /** When each of its deadlines ends, ISO 8601 in UTC. */
  dues: z.array(z.string()).readonly(),
})
export type Asks = z.infer<typeof Asks>

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
  /** Its account does not let a model read it. */
  readonly isForRules?: boolean
}

export interface AnalyzedMail {
  readonly finding: Finding
  /** The rules have stepped in for a model that is away, hangs or has too many requests. */
  readonly isStandIn?: boolean
  /** Appointments of the text alone. */
  readonly proposals: readonly EventProposal[]
  readonly asks?: Asks
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
  /** As `eventsOf`, of the mails with an appointment that is not over; what is over first comes first. */
  ahead(userId: string): Promise<ReadonlyMap<string, readonly MailEvent[]>>
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

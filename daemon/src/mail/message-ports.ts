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

/** Where and when the times of a mail are read. */
export interface TimeContext {
  /** IANA name of the user's zone. */
  readonly userZone: string
  /** When the mail was sent, else received; ISO 8601, UTC. */
  readonly sentAt: string
  /** As in `ReadMessage`. */
  readonly dateOffset: number | null
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

/** Someone in a mail's header; both texts may be empty. */
export interface Address {
  readonly name: string
  readonly address: string
}

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
export interface ReadMessage {
  /** With angle brackets; empty where there is none. */
  readonly messageId: string
  /** Message ids of In-Reply-To and References, oldest first. */
  readonly references: readonly string[]
  readonly subject: string
  readonly from: Address
  readonly replyTo: Address | null
  readonly to: readonly Address[]
  /** Of the Date header, ISO 8601 in UTC; null where it is missing or nonsense. */
  readonly date: string | null
  /** The zone offset of the Date header in minutes east of UTC; null where it says nothing. */
  readonly dateOffset: number | null
  /** The visible text, at most 1 MB; plain. */
  readonly text: string
  /** `text/calendar` and `application/ics` parts (RFC 5545), as sent. */
  readonly invitations: readonly string[]
  /** Contents of `application/ld+json` scripts, as sent. */
  readonly jsonLd: readonly string[]
  /** Characters that were taken out because a reader does not see them. */
  readonly hiddenCharacters: number
  /** List-Unsubscribe, List-Id, Precedence: bulk or Auto-Submitted say so. */
  readonly isBulk: boolean
  /** Auto-Submitted says that a program wrote it (RFC 3834), and nothing that it wrote to many. */
  readonly isAutomatic?: boolean | undefined
  /** What the receiving server found about the sender (RFC 8601). */
  readonly authentication: 'pass' | 'fail' | 'unknown'
  /** Whether it has proven the author's domain by DMARC (RFC 7489); undefined where it says nothing. */
  readonly isSenderProven?: boolean | undefined
  /** When it got the mail, ISO 8601 in UTC; null where it does not say. */
  readonly arrivedAt?: string | null
  /** Why the mail could not be read, as a sentence; null otherwise. */
  readonly problem: string | null
}

/** Where and when the times of a mail are read. */
export interface TimeContext {
  /** IANA name of the user's zone. */
  readonly userZone: string
  /** When the mail was sent, else received; ISO 8601, UTC. */
  readonly sentAt: string
  /** As in `ReadMessage`. */
  readonly dateOffset: number | null
}

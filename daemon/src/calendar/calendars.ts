import type { CalendarStatus, EventProposal, MailEvent } from '@shortlist/contracts/calendar'

/** Where a sign-in was begun and by whom. */
export interface SignInStart {
  readonly userId: string
  readonly sessionId: string
  /** Origin of the client, which the result page belongs to. */
  readonly origin: string
}

/** What the popup brings back. */
export interface SignInReturn {
  readonly userId: string | undefined
  readonly sessionId: string | undefined
  /** The transaction cookie; undefined where there is none. */
  readonly transaction: string | undefined
  readonly code: string | undefined
  readonly state: string | undefined
}

/** The mail that appointments were found in. */
export interface MailOfEvents {
  readonly emailId: string
  /** The same for all mails of one conversation. */
  readonly threadKey: string
  /** What it shares with the mails of its conversation, whichever of them was read first. */
  readonly conversation?: readonly string[]
  readonly subject: string
  readonly sender: { readonly name: string; readonly address: string }
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

/** What became of the appointments of mails, by email id; mails without any are not in it. */
export type EventsByMail = ReadonlyMap<string, readonly MailEvent[]>

/** The calendar half of the product, by account. Unknown event ids are `NOT_FOUND`. */
export interface Calendars {
  /** How the calendar is doing, without asking its provider. */
  status(userId: string): Promise<CalendarStatus>
  /** As `status`, after the provider was asked where it has not been for a while. */
  askStatus(userId: string): Promise<CalendarStatus>
  /** Throws `CAL_NOT_CONNECTED` or `CAL_TOKEN_REVOKED` where no event could be created now. */
  check(userId: string): Promise<void>
  /** The address of the popup and the transaction cookie that binds it to this browser. */
  connect(start: SignInStart): Promise<{ authUrl: string; transaction: string }>
  /**
   * Ends a sign-in; resolves to the address of the result page, whatever has happened. A session that
   * is missing or another one counts as a failed sign-in.
   */
  finishConnection(back: SignInReturn): Promise<string>
  useLocal(userId: string): Promise<void>
  disconnect(userId: string): Promise<void>
  renewFeed(userId: string): Promise<void>
  /** The iCalendar text of a feed; undefined for an unknown secret. */
  feed(token: string): Promise<string | undefined>
  add(userId: string, eventId: string, times?: { start: string; end: string }): Promise<MailEvent>
  undo(userId: string, eventId: string): Promise<MailEvent>
  /** The iCalendar text of one event. */
  ics(userId: string, eventId: string): Promise<string>
  place(
    userId: string,
    mail: MailOfEvents,
    proposals: readonly EventProposal[],
    syncId: string,
  ): Promise<readonly MailEvent[]>
  eventsOf(userId: string, emailIds: readonly string[]): Promise<EventsByMail>
  retryFailed(userId: string, syncId: string): Promise<readonly string[]>
  /** How many events of a sync are in the calendar that were created by themselves. */
  createdIn(userId: string, syncId: string): Promise<number>
  /** Takes out what only these mails have brought; other mails' appointments stay. */
  forgetMails(userId: string, emailIds: readonly string[]): Promise<void>
  /** Goes on with what a crash has interrupted, in the background. */
  start(): void
  /** Waits for no provider any more; what is still open then is done after the next start. */
  stop(): void
  close(): Promise<void>
}

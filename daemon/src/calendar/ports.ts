import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'

/** A time that code could resolve. */
export type ExactTime = Exclude<EventTime, { kind: 'unclear' }>

/** An event as a calendar is handed it; exactly these fields leave the daemon. */
export interface NewEvent {
  /** 52 characters of `a-v0-9`; the same appointment has the same id for ever. */
  readonly id: string
  readonly summary: string
  readonly location: string
  readonly description: string
  readonly time: ExactTime
  /** The mail it was found in. */
  readonly emailId: string
}

export interface StoredEvent extends NewEvent {
  /** Address of the event in its calendar, or empty. */
  readonly link: string
  readonly isCancelled: boolean
}

/** A stretch of time that is taken; ISO 8601, UTC. */
export interface BusyTime {
  readonly start: string
  readonly end: string
}

/**
 * Somebody's calendar. Failures are `AppError`s: `CAL_TOKEN_REVOKED` (sign in again),
 * `CAL_UNREACHABLE` (may pass; back-off has been tried), `CAL_REFUSED` (will not pass).
 */
export interface Calendar {
  /** Resolves to the link of the event, or to null where its id exists already, be it deleted. */
  insert(event: NewEvent): Promise<string | null>
  /** Null where there has never been such an event. */
  get(id: string): Promise<StoredEvent | null>
  /** Changes what the event says; resolves to false where there is no such event any more. */
  update(event: NewEvent): Promise<boolean>
  /** Puts back an event that was deleted, as it is handed over; to null where there never was one. */
  restore(event: NewEvent): Promise<string | null>
  /** Nothing happens where there is no such event. */
  remove(id: string): Promise<void>
  /** What is taken between two instants (ISO 8601). */
  busy(from: string, to: string): Promise<readonly BusyTime[]>
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

/** A mail with its appointments. */
export interface BroughtEvents {
  readonly mail: MailOfEvents
  readonly proposals: readonly EventProposal[]
}

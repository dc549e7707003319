import type { EventTime } from '@shortlist/contracts/calendar'

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
  /** Resolves to the event, or to null where this id exists already, be it deleted. */
  insert(event: NewEvent): Promise<StoredEvent | null>
  /** Null where there has never been such an event. */
  get(id: string): Promise<StoredEvent | null>
  /** Changes what the event says; resolves to false where there is no such event any more. */
  update(event: NewEvent): Promise<boolean>
  /** Puts back an event that was deleted, as it is handed over; null where there never was one. */
  restore(event: NewEvent): Promise<StoredEvent | null>
  /** Nothing happens where there is no such event. */
  remove(id: string): Promise<void>
  /** What is taken between two instants (ISO 8601). */
  busy(from: string, to: string): Promise<readonly BusyTime[]>
  /** Throws where the calendar could not be used now. */
  check(): Promise<void>
}

import type { Email } from '@shortlist/contracts/mail'
import type { MailPage } from '@shortlist/contracts/mail-rows'
import type { Change, Deadline, SetupLine, SetupList } from '@shortlist/contracts/today'
import type { Visits } from './visits.ts'

/** What Today asks of others. */
export interface TodayParts {
  readonly now: () => Date
  /** IANA name of the zone in which the whole days of an account begin. */
  readonly zoneOf: (userId: string) => string
  /** The mails of an account; undefined where it has no mailbox. */
  readonly mailOf: (userId: string) => Promise<MailOfToday | undefined>
  readonly calendarOf: (userId: string) => Promise<CalendarOfToday>
  readonly visits: Pick<Visits, 'endOfLast' | 'note' | 'kept' | 'forget'>
}

/** What was done by itself in the calendar of an account. */
export interface CalendarOfToday {
  /** Since then, as far as it still holds; the newest first. */
  doneSince(since: Date): Promise<readonly Change[]>
  /** Resolves to whether it still held. Throws what the calendar says. */
  takeBack(eventId: string, at: string): Promise<boolean>
}

/** The mails of an account; what is asked costs what is told, and not the mailbox. */
export interface MailOfToday {
  /** Why the mailbox cannot be read, as a sentence. */
  readonly error: string | null
  /** The first of those that need their reader. */
  needs(limit: number): Promise<Pick<MailPage, 'rows' | 'total' | 'next'>>
  deadlines(limit: number): Promise<readonly Deadline[]>
  /** How many are analysed, of those that are newer than `since` (ISO 8601, UTC), or of all. */
  countRead(since: string | null): Promise<number>
  /** Those with an appointment in the calendar that is not over. */
  ahead(): Promise<readonly Email[]>
}

/** What the list of what can be set up asks of others. */
export interface SetupListPorts {
  readonly stateOf: (userId: string) => Promise<SetupState>
  readonly lists: {
    read(userId: string, state: SetupState): Promise<SetupList>
    hide(userId: string, isHidden: boolean): Promise<void>
  }
}

/** What is set up for an account, apart from the panel; null for what is not its to choose. */
export type SetupState = Readonly<Record<Exclude<SetupLine, 'panel'>, boolean | null>>

import type { Email } from '@shortlist/contracts/mail'
import type { MailPage } from '@shortlist/contracts/mail-rows'
import type { Deadline } from '@shortlist/contracts/today'

/** What Today asks of others. */
export interface TodayParts {
  readonly now: () => Date
  /** IANA name of the zone in which whole days begin. */
  readonly userZone: string
  /** The mails of an account; undefined where it has no mailbox. */
  readonly mailOf: (userId: string) => Promise<MailOfToday | undefined>
}

/** The mails of an account; what is asked costs what is told, and not the mailbox. */
export interface MailOfToday {
  /** Why the mailbox cannot be read, as a sentence. */
  readonly error: string | null
  /** The first of those that need their reader. */
  needs(limit: number): Promise<Pick<MailPage, 'rows' | 'total' | 'next'>>
  deadlines(limit: number): Promise<readonly Deadline[]>
  /** Those with an appointment in the calendar that is not over. */
  ahead(): Promise<readonly Email[]>
}

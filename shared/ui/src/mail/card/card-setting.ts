import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Category, Email, Priority } from '@shortlist/contracts/mail'

/** What each part of a card is handed. */
export interface EmailProps {
  readonly email: Email
  readonly setting: CardSetting
}

/** What all cards of a list share. It stays the same object, so that cards rest. */
export interface CardSetting {
  /** Who keeps the mailbox; null where nobody is known. */
  readonly provider: string | null
  /** Where "Use Draft" leads. */
  readonly composeUrl: string
  readonly canSaveDrafts: boolean
  /** Each rejects with `CallFailed`; what changed reaches the cards as another email. */
  readonly actions: EmailActions
}

/** What a card can ask the daemon for. */
export interface EmailActions {
  correct(
    emailId: string,
    correction: { readonly priority?: Priority; readonly category?: Category },
  ): Promise<unknown>
  retry(emailId: string): Promise<unknown>
  saveDraft(emailId: string, body: string): Promise<unknown>
  addEvent(event: MailEvent, times?: EventTimes): Promise<unknown>
  undoEvent(event: MailEvent): Promise<unknown>
  icsUrl(eventId: string): string
  /** The bytes behind `icsUrl`; given where the page cannot link to that address. */
  ics?(eventId: string): Promise<Blob>
}

/** Both ISO 8601, UTC. */
export interface EventTimes {
  readonly start: string
  readonly end: string
}

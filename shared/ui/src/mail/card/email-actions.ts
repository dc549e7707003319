import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Category, Email, Priority } from '@shortlist/contracts/mail'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../client-provider.tsx'
import { mailStatusKey, type ReadMailStatus, reduceMailStatus } from '../mail-status.ts'

/** What each part of a card is handed. */
export interface EmailProps {
  readonly email: Email
  readonly setting: CardSetting
}

/** What all cards of a list share. It stays the same object, so that cards rest. */
export interface CardSetting {
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

/** What cards ask the daemon for; its answers reach them through the mail status. */
export function useEmailActions(): EmailActions {
  const client = useClient()
  const cache = useQueryClient()

  return useMemo(() => {
    const change = (update: (status: ReadMailStatus) => ReadMailStatus) =>
      cache.setQueryData<ReadMailStatus>(mailStatusKey, (status) => status && update(status))
    const show = async (answer: Promise<Email>) => {
      const event = { email: await answer }
      change((status) => reduceMailStatus(status, { name: 'email-changed', event }))
    }
    const showEvent = async (answer: Promise<MailEvent>) => {
      const event = await answer
      change((status) => ({ ...status, emails: withEvent(status.emails, event) }))
    }
    return {
      correct: (emailId, correction) => show(client.mail.correct(emailId, correction)),
      retry: (emailId) => show(client.mail.retry(emailId)),
      saveDraft: (emailId, body) => show(client.mail.saveDraft(emailId, body)),
      addEvent: ({ id }, times) => showEvent(client.calendar.add(id, times)),
      undoEvent: ({ id }) => showEvent(client.calendar.undo(id)),
      icsUrl: (eventId) => client.calendar.icsUrl(eventId),
      ...(client.abilities.canUseAddresses ? {} : { ics: client.calendar.ics }),
    }
  }, [client, cache])
}

/** The same appointment may stand in several mails of a thread. */
function withEvent(emails: readonly Email[], event: MailEvent): Email[] {
  return emails.map((email) => {
    if (!email.events.some(({ id }) => id === event.id)) return email
    const events = email.events.map((each) => (each.id === event.id ? event : each))
    return { ...email, events }
  })
}

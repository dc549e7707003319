import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../client-provider.tsx'
import type { EmailActions } from '../card/card-setting.ts'
import { mailStatusKey, type ReadMailStatus, reduceMailStatus } from '../mail-status.ts'

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

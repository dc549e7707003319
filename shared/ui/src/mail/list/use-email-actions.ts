import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import type { OpenMail } from '@shortlist/contracts/mail-rows'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../client-provider.tsx'
import type { EmailActions } from '../card/card-setting.ts'
import {
  openMailsKey,
  type ReadMailStatus,
  showMailChange,
  wholeMailStatusKey,
} from '../mail-status.ts'

/** What cards ask the daemon for; its answers reach them through the mail status. */
export function useEmailActions(): EmailActions {
  const client = useClient()
  const cache = useQueryClient()

  return useMemo(() => {
    const show = async (answer: Promise<Email>) => {
      const event = { email: await answer }
      showMailChange(cache, { name: 'email-changed', event })
    }
    const showEvent = async (answer: Promise<MailEvent>) => {
      const event = await answer
      cache.setQueriesData<OpenMail>(
        { queryKey: openMailsKey },
        (mail) => mail && withEvent(mail, event),
      )
      cache.setQueryData<ReadMailStatus>(wholeMailStatusKey, (status) => {
        return status && { ...status, emails: status.emails.map((each) => withEvent(each, event)) }
      })
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
function withEvent<Mail extends Email>(email: Mail, event: MailEvent): Mail {
  if (!email.events.some(({ id }) => id === event.id)) return email
  return { ...email, events: email.events.map((each) => (each.id === event.id ? event : each)) }
}

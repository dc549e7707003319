import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import type { OpenMail } from '@shortlist/contracts/mail-rows'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../client-provider.tsx'
import { useUndo } from '../../shell/undo.tsx'
import type { EmailActions, EventTimes } from '../card/card-setting.ts'
import { mailCopy } from '../mail-copy.ts'
import {
  openMailsKey,
  type ReadMailStatus,
  showMailChange,
  wholeMailStatusKey,
} from '../mail-status.ts'

/**
 * What cards ask the daemon for; its answers reach them through the mail status. What was put into
 * the calendar or taken out of it is offered to be undone.
 */
export function useEmailActions(): EmailActions {
  const client = useClient()
  const cache = useQueryClient()
  const { offer } = useUndo()

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
      return event
    }
    const add = (id: string, times?: EventTimes) => showEvent(client.calendar.add(id, times))
    const remove = (id: string) => showEvent(client.calendar.undo(id))
    return {
      correct: (emailId, correction) => show(client.mail.correct(emailId, correction)),
      retry: (emailId) => show(client.mail.retry(emailId)),
      saveDraft: (emailId, body) => show(client.mail.saveDraft(emailId, body)),
      async addEvent({ id, question }, times) {
        const { summary } = await add(id, times)
        // what keeps an appointment, or brings it back, undoes something itself
        if (question === undefined || question === 'left-over')
          offer({ text: mailCopy.didAdd(summary), undo: () => remove(id) })
      },
      async undoEvent({ id, summary, time }) {
        await remove(id)
        // as it was, not as its mail would have it now
        const times = time.kind === 'instant' ? { start: time.start, end: time.end } : undefined
        offer({ text: mailCopy.didRemove(summary), undo: () => add(id, times) })
      },
      icsUrl: (eventId) => client.calendar.icsUrl(eventId),
      ...(client.abilities.canUseAddresses ? {} : { ics: client.calendar.ics }),
    }
  }, [client, cache, offer])
}

/** The same appointment may stand in several mails of a thread. */
function withEvent<Mail extends Email>(email: Mail, event: MailEvent): Mail {
  if (!email.events.some(({ id }) => id === event.id)) return email
  return { ...email, events: email.events.map((each) => (each.id === event.id ? event : each)) }
}

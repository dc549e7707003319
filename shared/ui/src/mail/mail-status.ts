import type { AssistantClient } from '@shortlist/client/assistant-client'
import type { ServerEvent } from '@shortlist/contracts/events'
import type { Email, MailStatus } from '@shortlist/contracts/mail'
import type { OpenMail } from '@shortlist/contracts/mail-rows'
import { type Query, type QueryClient, useQuery } from '@tanstack/react-query'
import { askAnew, useClient } from '../client-provider.tsx'
import { mailCopy } from './mail-copy.ts'

/** How long a status that events keep up to date is not read again, in milliseconds. */
const FRESH_FOR = 10_000

/**
 * How the mailbox is, without its mails. Events change what is shown as long as a `MailProvider` is
 * above; the daemon is asked again when it says that the status differs, and after every gap of the
 * socket.
 */
export function useMailStatus() {
  const client = useClient()
  return useQuery({
    queryKey: mailStatusKey,
    queryFn: () => readMailStatus(client),
    staleTime: FRESH_FOR,
    refetchOnWindowFocus: false,
  })
}

/** The same with all mails, for what is drawn of them together: it grows with the mailbox. */
export function useWholeMailStatus() {
  const client = useClient()
  return useQuery({
    queryKey: wholeMailStatusKey,
    queryFn: () => readMailStatus(client, 'all'),
    staleTime: FRESH_FOR,
    refetchOnWindowFocus: false,
  })
}

/** Asks again for all that is shown of mails, when it is shown. */
export async function rereadMail(cache: QueryClient): Promise<void> {
  await askAnew(cache, { queryKey: ['mail'] })
}

/** Asks again for all but the status, where other mails stand behind it than before. */
export async function rereadMails(cache: QueryClient): Promise<void> {
  const predicate = ({ queryKey }: Query) => queryKey[1] !== mailStatusKey[1]
  await askAnew(cache, { queryKey: ['mail'], predicate })
}

/**
 * Asks again for the rows and the open mails that are shown. An event that comes while a mail is on
 * its way changes nothing of it, so it is asked for once more.
 */
export async function rereadRows(cache: QueryClient): Promise<void> {
  const statuses: readonly unknown[] = [mailStatusKey[1], wholeMailStatusKey[1]]
  const predicate = ({ queryKey }: Query) => !statuses.includes(queryKey[1])
  await askAnew(cache, { queryKey: ['mail'], predicate })
}

/** Where the mail status lies in the query cache; hosts invalidate or change it under this key. */
export const mailStatusKey = ['mail', 'status'] as const
export const wholeMailStatusKey = ['mail', 'whole'] as const

/** A mail status and when it was asked for, in epoch milliseconds. */
export interface ReadMailStatus extends MailStatus {
  readonly askedAt: number
}

/** Reads the mail status; what events say in the meantime is part of it. */
export async function readMailStatus(
  client: AssistantClient,
  emails: 'all' | 'none' = 'none',
): Promise<ReadMailStatus> {
  const askedAt = Date.now()
  const changes: MailChange[] = []
  const stop = hearMailChanges(client, (change) => changes.push(change))
  try {
    const answer = await client.mail.status({ emails })
    const status = changes.reduce(reduceMailStatus, { ...answer, askedAt })
    return emails === 'all' ? status : withoutEmails(status)
  } finally {
    stop()
  }
}

/** Shows a change in whatever of the mails has been read: both kinds of status, and open mails. */
export function showMailChange(cache: QueryClient, change: MailChange): void {
  cache.setQueryData<ReadMailStatus>(
    mailStatusKey,
    (status) => status && withoutEmails(reduceMailStatus(status, change)),
  )
  cache.setQueryData<ReadMailStatus>(
    wholeMailStatusKey,
    (status) => status && reduceMailStatus(status, change),
  )
  const { event } = change
  const id = 'email' in event ? event.email.id : 'emailId' in event ? event.emailId : null
  if (id === null) return
  if (change.name === 'email-removed') cache.removeQueries({ queryKey: openMailKey(id) })
  cache.setQueryData<OpenMail>(openMailKey(id), (mail) => {
    if (!mail) return mail
    const status = { emails: [mail] as Email[] } as ReadMailStatus
    return { ...mail, ...reduceMailStatus(status, change).emails[0] }
  })
}

function withoutEmails<Status extends MailStatus>(status: Status): Status {
  return status.emails.length > 0 ? { ...status, emails: [] } : status
}

/** One mail with everything that is known of it; events change it as they change the status. */
export function useOpenMail(emailId: string | null) {
  const client = useClient()
  return useQuery({
    queryKey: openMailKey(emailId ?? ''),
    queryFn: () => client.mail.open(emailId ?? ''),
    enabled: emailId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  })
}

/** Where open mails lie in the query cache. */
export const openMailsKey = ['mail', 'open'] as const
export const openMailKey = (emailId: string) => [...openMailsKey, emailId] as const

/** Hears every change of the mail status until the returned function is called. */
export function hearMailChanges(
  client: AssistantClient,
  take: (change: MailChange) => void,
): () => void {
  const stops = mailEventNames.map((name) =>
    // the compiler does not see that a name and its event belong together
    client.on(name, (event) => take({ name, event } as MailChange)),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

const mailEventNames = [
  'email-analyzed',
  'email-changed',
  'email-removed',
  'sync-complete',
  'sync-error',
  'sync-cancelled',
] as const

/** An event that says what of a mail status is different now. */
export type MailChange = {
  [Name in (typeof mailEventNames)[number]]: {
    readonly name: Name
    readonly event: ServerEvent<Name>
  }
}[(typeof mailEventNames)[number]]

/** A mail status after an event. Mails that it does not concern stay the same objects. */
export function reduceMailStatus<Status extends MailStatus>(
  status: Status,
  change: MailChange,
): Status {
  switch (change.name) {
    case 'email-analyzed':
      return { ...status, emails: analyzed(status.emails, change.event) }
    case 'email-changed':
      return { ...status, emails: replaced(status.emails, change.event.email) }
    case 'email-removed': {
      const emails = status.emails.filter(({ id }) => id !== change.event.emailId)
      return { ...status, emails }
    }
    case 'sync-complete':
      return { ...status, lastSync: change.event.lastSync, sync: null }
    case 'sync-error':
    case 'sync-cancelled':
      return { ...status, sync: null }
  }
}

/** The specification's change of a card (section 4); what the user has set by hand stays. */
function analyzed(emails: Email[], event: ServerEvent<'email-analyzed'>): Email[] {
  const { emailId, analysis, events, warnings } = event
  return emails.map((email) => {
    if (email.id !== emailId) return email
    const { corrected } = email
    return {
      ...email,
      analysis,
      analyzed: true,
      status: 'analyzed' as const,
      failure: null,
      summary: analysis.summary || mailCopy.complete,
      priority: corrected.includes('priority') ? email.priority : analysis.priority,
      category: corrected.includes('category') ? email.category : analysis.category,
      events: events ?? email.events,
      warnings: warnings ?? email.warnings,
    }
  })
}

/** In its place, or where its date puts it among the others, newest first. */
function replaced(emails: Email[], email: Email): Email[] {
  if (emails.some(({ id }) => id === email.id)) {
    return emails.map((each) => (each.id === email.id ? email : each))
  }
  const older = emails.findIndex(({ date }) => date < email.date)
  return emails.toSpliced(older === -1 ? emails.length : older, 0, email)
}

import type { AssistantClient } from '@shortlist/client/assistant-client'
import type { ServerEvent } from '@shortlist/contracts/events'
import type { Email, MailStatus } from '@shortlist/contracts/mail'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'
import { mailCopy } from './mail-copy.ts'

/** How long a status that events keep up to date is not read again, in milliseconds. */
const FRESH_FOR = 10_000

/**
 * The mailbox and its mails. Events change what is shown as long as a `MailProvider` is above;
 * the daemon is asked again when it says that the status differs, and after every gap of the socket.
 */
export function useMailStatus() {
  const client = useClient()

  return useQuery({
    queryKey: mailStatusKey,
    queryFn: () => readMailStatus(client),
    staleTime: FRESH_FOR,
    // all mails at every change of windows would be too much, and events come anyway
    refetchOnWindowFocus: false,
  })
}

/** Where the mail status lies in the query cache; hosts invalidate or change it under this key. */
export const mailStatusKey = ['mail', 'status'] as const

/** A mail status and when it was asked for, in epoch milliseconds. */
export interface ReadMailStatus extends MailStatus {
  readonly askedAt: number
}

/** Reads the mail status; what events say in the meantime is part of it. */
export async function readMailStatus(client: AssistantClient): Promise<ReadMailStatus> {
  const askedAt = Date.now()
  const { answer, changes } = await withChanges(client, () => client.mail.status())
  return changes.reduce(reduceMailStatus, { ...answer, askedAt })
}

/** An answer of the daemon, and the changes that were heard while it was under way. */
export async function withChanges<Answer>(
  client: AssistantClient,
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly changes: readonly MailChange[] }> {
  const changes: MailChange[] = []
  const stop = hearMailChanges(client, (change) => changes.push(change))
  try {
    return { answer: await call(), changes }
  } finally {
    stop()
  }
}

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
type MailChange = {
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

import type { ServerEvent } from '@shortlist/contracts/events'
import type { Email, MailStatus } from '@shortlist/contracts/mail'
import { mailCopy } from '../mail-copy.ts'

export const mailEventNames = [
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

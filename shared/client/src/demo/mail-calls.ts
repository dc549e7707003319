import type { Email } from '@shortlist/contracts/mail'
import { type AssistantClient, CallFailed } from '../assistant-client.ts'
import { RETRY_DELAY } from './demo-script.ts'
import { DemoSync, type SyncParts } from './demo-sync.ts'
import { iso } from './demo-times.ts'

interface MailCallParts extends SyncParts {
  /** What the mailbox is called. */
  readonly label: string
  /** Resolves once mailbox and calendar are there. */
  readonly opened: () => Promise<void>
}

/** The mailbox of the demo: what is changed in it lasts until the page is closed. */
export function mailCalls(parts: MailCallParts): AssistantClient['mail'] {
  const { mailbox, calendar, hub, plans, label, opened } = parts
  const sync = new DemoSync(parts)

  async function status() {
    await opened()
    return mailbox.status(label)
  }

  async function choose(isSample: boolean) {
    mailbox.isSample = isSample
    hub.emit('mail-changed', {})
    return status()
  }

  return {
    status,
    connect: status,
    useSample: () => choose(true),
    leaveSample: () => choose(false),
    async sync() {
      if (!calendar.isConnected) throw new CallFailed(409, CALENDAR_NEEDED)
      sync.begin()
      const emails = [...mailbox.emails]
      const performance = { totalFetched: emails.length, newStored: 0 }
      return { emails, status: 'preliminary', analysisInProgress: true, performance }
    },
    cancelSync: async () => sync.cancel(),
    async correct(emailId, correction) {
      const { corrected } = mailbox.find(emailId)
      return mailbox.change(emailId, { ...correction, corrected: add(corrected, correction) })
    },
    async retry(emailId) {
      const email = mailbox.change(emailId, { status: 'pending', failure: null })
      plans.after(RETRY_DELAY, () => hub.emit('email-changed', { email: mailbox.analyze(emailId) }))
      return email
    },
    saveDraft: async (emailId) => mailbox.change(emailId, { draftSavedAt: iso(plans.now()) }),
  }
}

const CALENDAR_NEEDED =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'

function add(corrected: Email['corrected'], correction: object): Email['corrected'] {
  const fields = ['priority', 'category'] as const
  return fields.filter((field) => corrected.includes(field) || field in correction)
}

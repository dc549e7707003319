import type { Email, MailStatus, SyncReply } from '@shortlist/contracts/mail'
import { type AssistantClient, CallFailed } from '../assistant-client.ts'
import type { CallGate } from './call-gate.ts'
import { aMailbox, aMailStatus } from './mail-samples.ts'

/** A mailbox in memory; a test looks at `status` and changes it. Analyses come only as events. */
export class FakeMail {
  status: MailStatus
  /** What replaces the answer to `sync`, where it is set. */
  syncReply: SyncReply | undefined

  constructor(status: MailStatus = aMailStatus()) {
    this.status = status
  }

  /** The mail afterwards; throws `CallFailed` 404 for one that is not there. */
  change(emailId: string, parts: Partial<Email>): Email {
    const email = this.status.emails.find(({ id }) => id === emailId)
    if (!email) throw new CallFailed(404, 'Email not found')
    const changed = { ...email, ...parts }
    const emails = this.status.emails.map((each) => (each === email ? changed : each))
    this.status = { ...this.status, emails }
    return changed
  }

  /** The calls of the port, each through `pass`. */
  calls(pass: CallGate['pass']): AssistantClient['mail'] {
    const change = this.change.bind(this)
    return {
      status: () => pass('mail.status').then(() => this.status),
      connect: () => pass('mail.connect').then(() => this.status),
      useSample: () => pass('mail.useSample').then(() => this.#enter(sample)),
      leaveSample: () => pass('mail.leaveSample').then(() => this.#enter(aMailStatus())),
      sync: () => pass('mail.sync').then(() => this.syncReply ?? this.#reply()),
      cancelSync: () => pass('mail.cancelSync'),
      async correct(emailId, correction) {
        await pass('mail.correct', emailId, correction)
        return change(emailId, { ...correction, corrected: correctedBy(correction) })
      },
      async retry(emailId) {
        await pass('mail.retry', emailId)
        return change(emailId, { status: 'pending', failure: null })
      },
      async saveDraft(emailId, body) {
        await pass('mail.saveDraft', emailId, body)
        return change(emailId, { draftSavedAt: '2026-11-21T09:00:00.000Z' })
      },
    }
  }

  #enter(status: MailStatus): MailStatus {
    this.status = status
    return status
  }

  #reply(): SyncReply {
    const { emails } = this.status
    const analysisInProgress = emails.some(({ analyzed }) => !analyzed)
    const performance = { totalFetched: 0, newStored: 0 }
    return { emails, status: 'preliminary', analysisInProgress, performance }
  }
}

const sample = aMailStatus({
  mailbox: aMailbox({ kind: 'sample', label: 'Sample mail', provider: null, canSaveDrafts: false }),
})

function correctedBy(correction: object): Email['corrected'] {
  return (['priority', 'category'] as const).filter((field) => field in correction)
}

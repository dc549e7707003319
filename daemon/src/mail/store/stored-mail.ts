import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Category, Finding, Priority } from '@shortlist/contracts/mail'
import type { SavedDraft } from '../ports.ts'
import type { MailChange, MailRow } from './mail-rows.ts'

/** A mail and everything that has become of it. Without a finding it waits for its analysis. */
export interface StoredMail {
  readonly row: MailRow
  readonly finding: Finding | null
  /** Looks like a scam; known once it is analysed. */
  readonly isSuspicious: boolean
  /** Its appointments, which the calendar may ask for again. */
  readonly proposals: readonly EventProposal[]
  /** True once its appointments are in the calendar. */
  readonly isPlaced: boolean
  /**
   * Since when a model is to see it that was away when the rules analysed it; ISO 8601, UTC. Its text
   * is kept that long, but for a few days at most.
   */
  readonly missedAt: string | null
  /** Why its analysis failed, as a sentence. */
  readonly failure: string | null
  /** What the user has set by hand. */
  readonly correction: {
    readonly priority?: Priority | undefined
    readonly category?: Category | undefined
  }
  readonly draft: { readonly saved: SavedDraft; readonly savedAt: string } | null
}

export function newlyStored(row: MailRow): StoredMail {
  return {
    row,
    finding: null,
    isSuspicious: false,
    proposals: [],
    isPlaced: false,
    missedAt: null,
    failure: null,
    correction: {},
    draft: null,
  }
}

/** The mail after one of its records. */
export function withChange(mail: StoredMail, change: MailChange): StoredMail {
  switch (change.kind) {
    case 'finding': {
      const { finding, isSuspicious, proposals, isPlaced, missedAt = null } = change
      return { ...mail, finding, isSuspicious, proposals, isPlaced, missedAt, failure: null }
    }
    case 'placed':
      return { ...mail, isPlaced: true }
    case 'failure':
      return { ...mail, failure: change.sentence }
    case 'correction': {
      const { priority, category } = { ...mail.correction, ...defined(change) }
      return { ...mail, correction: { priority, category } }
    }
    case 'draft':
      return { ...mail, draft: { saved: change.draft, savedAt: change.savedAt } }
    case 'moved':
      return { ...mail, row: { ...mail.row, uid: change.uid, epoch: change.epoch } }
  }
}

function defined({ priority, category }: StoredMail['correction']) {
  return { ...(priority && { priority }), ...(category && { category }) }
}

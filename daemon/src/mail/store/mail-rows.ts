import { EventProposal } from '@shortlist/contracts/calendar'
import { Category, Finding, MailWarning, Priority } from '@shortlist/contracts/mail'
import { z } from 'zod'
import type { Answer } from '../../platform/projection/projection.ts'

/** Whose mailbox a log is about; each has its own, so that nothing of two is ever mixed. */
export const MailboxHead = z.object({
  userId: z.string(),
  /** As in `Mailbox`. */
  identity: z.string(),
  isSample: z.boolean(),
})
export type MailboxHead = z.infer<typeof MailboxHead>

const Address = z.object({ name: z.string(), address: z.string() })

/** What is kept of a mail for good; its text is not. */
export const MailRow = z.object({
  id: z.string(),
  /** Its number in the mailbox, valid in that epoch alone. */
  uid: z.int(),
  /** Counts how often the mailbox has numbered its mails anew. */
  epoch: z.int(),
  /** When it was sent, else received; orders the list. ISO 8601, UTC. */
  date: z.string(),
  /** As in `ReadMessage`. */
  dateOffset: z.number().nullable(),
  storedAt: z.string(),
  subject: z.string(),
  from: Address,
  replyTo: Address.nullable(),
  /** The first of them alone. */
  to: z.array(Address),
  messageId: z.string(),
  references: z.array(z.string()),
  threadKey: z.string(),
  preview: z.string(),
  warnings: z.array(MailWarning),
  /** As in `ReadMessage`. */
  isSenderProven: z.boolean().optional(),
  arrivedAt: z.string().nullable().optional(),
  isBulk: z.boolean().optional(),
})
export type MailRow = z.infer<typeof MailRow>

const SavedDraft = z.object({
  uid: z.int(),
  uidValidity: z.string(),
  messageId: z.string(),
  sha256: z.string(),
})

const Cursor = z.object({
  uidValidity: z.string(),
  uidNext: z.number(),
  modseq: z.string().nullable(),
  missing: z.string(),
})

/** How far the mailbox has been read, and how its syncs went. */
export const MailboxProgress = z.object({
  cursor: Cursor.nullable(),
  epoch: z.int(),
  /** When a sync last came to its end; ISO 8601, UTC. */
  lastSync: z.string().nullable(),
  /** True from the beginning of a sync to its end: still true after a crash. */
  isSyncing: z.boolean(),
})
export type MailboxProgress = z.infer<typeof MailboxProgress>

const id = z.string()
/** Name of the log of texts that a mail's own is in; null where it is kept no longer. */
const texts = z.string().nullable()

/** What may become of a mail that is stored; the last record of an id and a kind counts. */
export const MailChange = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('finding'),
    finding: Finding,
    /** Whether the mail looks like a scam. */
    isSuspicious: z.boolean(),
    /** Appointments for the calendar. */
    proposals: z.array(EventProposal).readonly(),
    isPlaced: z.boolean(),
    /** Since when a model is to see it that was away; ISO 8601, UTC. */
    missedAt: z.string().optional(),
  }),
  z.object({ id, kind: z.literal('placed') }),
  z.object({ id, kind: z.literal('failure'), sentence: z.string() }),
  z.object({
    id,
    kind: z.literal('correction'),
    priority: Priority.optional(),
    category: Category.optional(),
  }),
  z.object({ id, kind: z.literal('draft'), draft: SavedDraft, savedAt: z.string() }),
  /** The mailbox has numbered it anew. */
  z.object({ id, kind: z.literal('moved'), uid: z.int(), epoch: z.int() }),
])
export type MailChange = z.infer<typeof MailChange>

/** A record of a mailbox. One about a mail that is not there, or not any more, says nothing. */
export const MailRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), row: MailRow, texts }),
  z.object({ kind: z.literal('gone'), id }),
  z.object({ kind: z.literal('texts'), id, texts }),
  ...MailChange.options,
  z.object({ kind: z.literal('progress'), ...MailboxProgress.shape }),
])
export type MailRecord = z.infer<typeof MailRecord>

/** The mailbox that texts belong to: the name of its log. */
export const TextsHead = z.object({ mailbox: z.string() })
export type TextsHead = z.infer<typeof TextsHead>

/** What a mail says. */
export const StoredText = z.object({
  id,
  message: z.object({
    messageId: z.string(),
    references: z.array(z.string()).readonly(),
    subject: z.string(),
    from: Address,
    replyTo: Address.nullable(),
    to: z.array(Address).readonly(),
    date: z.string().nullable(),
    dateOffset: z.number().nullable(),
    text: z.string(),
    invitations: z.array(z.string()).readonly(),
    jsonLd: z.array(z.string()).readonly(),
    hiddenCharacters: z.number(),
    isBulk: z.boolean(),
    isAutomatic: z.boolean().optional(),
    authentication: z.enum(['pass', 'fail', 'unknown']),
    problem: z.string().nullable(),
  }),
})
export type StoredText = z.infer<typeof StoredText>

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
  readonly draft: { readonly saved: z.infer<typeof SavedDraft>; readonly savedAt: string } | null
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

/** The number of a mailbox in SQL, by the name of its log. */
export const BOX = '(select number from mail_boxes where log = ?)'

/** A mail out of its row in the index. */
export function mailIn({ mail }: Answer): StoredMail {
  return JSON.parse(String(mail))
}

/** Which log of texts a row of the index names; null where its text is kept no longer. */
export function textsIn(found: Answer | undefined): string | null {
  return typeof found?.texts === 'string' ? found.texts : null
}

import { EventProposal } from '@shortlist/contracts/calendar'
import { Category, Finding, MailWarning, Priority } from '@shortlist/contracts/mail'
import { z } from 'zod'

/** Schema version of the journals and of the state of a mailbox. */
export const MAIL_VERSION = 1

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
  /** Number of the file that holds its text until it is analysed. */
  texts: z.int(),
})
export type MailRow = z.infer<typeof MailRow>

/** A line of `mails.jsonl`; the last one of an id counts. */
export const MailLine = z.union([MailRow, z.object({ id: z.string(), gone: z.literal(true) })])
export type MailLine = z.infer<typeof MailLine>

const SavedDraft = z.object({
  uid: z.int(),
  uidValidity: z.string(),
  messageId: z.string(),
  sha256: z.string(),
})

const id = z.string()

/** A line of `analysis.jsonl`; the last one of an id and a kind counts. */
export const AnalysisLine = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('finding'),
    finding: Finding,
    /** Whether the mail looks like a scam. */
    isSuspicious: z.boolean(),
    /** Appointments for the calendar; those of a mail whose events are placed need no keeping. */
    proposals: z.array(EventProposal),
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
])
export type AnalysisLine = z.infer<typeof AnalysisLine>

/** A line of a file of texts. */
export const StoredText = z.object({
  id,
  message: z.object({
    messageId: z.string(),
    references: z.array(z.string()),
    subject: z.string(),
    from: Address,
    replyTo: Address.nullable(),
    to: z.array(Address),
    date: z.string().nullable(),
    dateOffset: z.number().nullable(),
    text: z.string(),
    invitations: z.array(z.string()),
    jsonLd: z.array(z.string()),
    hiddenCharacters: z.number(),
    isBulk: z.boolean(),
    authentication: z.enum(['pass', 'fail', 'unknown']),
    problem: z.string().nullable(),
  }),
})
export type StoredText = z.infer<typeof StoredText>

const Cursor = z.object({
  uidValidity: z.string(),
  uidNext: z.number(),
  modseq: z.string().nullable(),
  missing: z.string(),
})

/** `state.json`: how far the mailbox has been read, and how its syncs went. */
export const MailboxProgress = z.object({
  cursor: Cursor.nullable(),
  epoch: z.int(),
  /** When a sync last came to its end; ISO 8601, UTC. */
  lastSync: z.string().nullable(),
  /** True from the beginning of a sync to its end: still true after a crash. */
  isSyncing: z.boolean(),
})
export type MailboxProgress = z.infer<typeof MailboxProgress>

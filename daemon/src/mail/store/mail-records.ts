import { hash } from 'node:crypto'
import { EventProposal } from '@shortlist/contracts/calendar'
import { Category, Finding, MailWarning, Priority } from '@shortlist/contracts/mail'
import { MailMark } from '@shortlist/contracts/mail-rows'
import { z } from 'zod'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { Answer, Choice } from '../../platform/records/record-log.ts'
import { Address, Asks, Envelope, MailboxCursor, ReadMessage, SavedDraft } from '../ports.ts'

/** Whose mailbox a log is about; each has its own, so that nothing of two is ever mixed. */
export const MailboxHead = z.object({
  userId: z.string(),
  /** As in `Mailbox`. */
  identity: z.string(),
  isSample: z.boolean(),
})
export type MailboxHead = z.infer<typeof MailboxHead>

/** Whose marks a log holds. */
export const MarksHead = z.object({ userId: z.string(), isMarks: z.literal(true) })

export const MailHead = z.union([MailboxHead, MarksHead])
export type MailHead = z.infer<typeof MailHead>

/** What is kept of a mail for good; its text is not. */
export const MailRow = Envelope.extend({
  id: z.string(),
  /** Its number in the mailbox, valid in that epoch alone. */
  uid: z.int(),
  /** Counts how often the mailbox has numbered its mails anew. */
  epoch: z.int(),
  /** When it was sent, else received; orders the list. ISO 8601, UTC. */
  date: z.string(),
  storedAt: z.string(),
  /** The first of them alone. */
  to: z.array(Address),
  references: z.array(z.string()),
  threadKey: z.string(),
  preview: z.string(),
  warnings: z.array(MailWarning),
  /** Mails of older versions do not say it. */
  isBulk: z.boolean().optional(),
})
export type MailRow = z.infer<typeof MailRow>

/** How far the mailbox has been read, and how its syncs went. */
export const MailboxProgress = z.object({
  cursor: MailboxCursor.nullable(),
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
    asks: Asks.optional(),
  }),
  z.object({ id, kind: z.literal('placed') }),
  z.object({ id, kind: z.literal('failure'), sentence: z.string() }),
  z.object({
    id,
    kind: z.literal('correction'),
    priority: Priority.exactOptional(),
    category: Category.exactOptional(),
  }),
  z.object({ id, kind: z.literal('draft'), draft: SavedDraft, savedAt: z.string() }),
  /** The mailbox has numbered it anew. */
  z.object({ id, kind: z.literal('moved'), uid: z.int(), epoch: z.int() }),
])
export type MailChange = z.infer<typeof MailChange>

/** What one act of the user has made of mails; stands in the log of marks of the account. */
const MarkRecord = z.object({
  kind: z.literal('marks'),
  /** As in `MarkRequest`. */
  changeId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  marks: z.array(z.object({ id, mark: MailMark, until: z.string().nullable() })).readonly(),
})

export type MarkRecord = z.infer<typeof MarkRecord>

/** A record of a mailbox. One about a mail that is not there, or not any more, says nothing. */
export const MailRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), row: MailRow, texts }),
  z.object({ kind: z.literal('gone'), id }),
  z.object({ kind: z.literal('texts'), id, texts }),
  ...MailChange.options,
  z.object({ kind: z.literal('progress'), ...MailboxProgress.shape }),
  MarkRecord,
  /** An act of marking is taken back. */
  z.object({ kind: z.literal('unmarked'), changeId: z.string() }),
])
export type MailRecord = z.infer<typeof MailRecord>

/** The mailbox that texts belong to: the name of its log. */
export const TextsHead = z.object({ mailbox: z.string() })
export type TextsHead = z.infer<typeof TextsHead>

/** What a mail says. */
export const StoredText = z.object({
  id,
  message: ReadMessage,
})
export type StoredText = z.infer<typeof StoredText>

/** What is stored of all mailboxes. */
export interface MailRecords {
  /** A log for each mailbox, named by `logOf`. */
  readonly mails: ProjectedLogs<MailRecord, MailHead>
  readonly texts: ProjectedLogs<StoredText, TextsHead>
  /** Logs of mailboxes that records are missing in: how far they were read counts no more. */
  readonly lost: Set<string>
}

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
  readonly asks: Asks | null
  /** Why its analysis failed, as a sentence. */
  readonly failure: string | null
  /** What the user has set by hand. */
  readonly correction: { readonly priority?: Priority; readonly category?: Category }
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
    asks: null,
    failure: null,
    correction: {},
    draft: null,
  }
}

/** The mail after one of its records. */
export function withChange(mail: StoredMail, change: MailChange): StoredMail {
  switch (change.kind) {
    case 'finding': {
      const { id, kind, missedAt = null, asks = null, ...found } = change
      return { ...mail, ...found, missedAt, asks, failure: null }
    }
    case 'placed':
      return { ...mail, isPlaced: true }
    case 'failure':
      return { ...mail, failure: change.sentence }
    case 'correction': {
      const { id, kind, ...set } = change
      return { ...mail, correction: { ...mail.correction, ...set } }
    }
    case 'draft':
      return { ...mail, draft: { saved: change.draft, savedAt: change.savedAt } }
    case 'moved':
      return { ...mail, row: { ...mail.row, uid: change.uid, epoch: change.epoch } }
  }
}

/** How far the analysis of a mail has come and what it has found, unless the user knows better. */
export function kindOf({ finding, failure, correction }: StoredMail) {
  const { priority = null, category = null } = { ...finding, ...correction }
  const unread = failure === null ? ('pending' as const) : ('failed' as const)
  return { priority, category, status: finding ? ('analyzed' as const) : unread }
}

/** Mails that are there still, with what has become of them: the last of each kind, and every correction. */
export function choosingRecords(): Choice<MailRecord> {
  /** By mail and by kind; what is of no mail under null. */
  const latest = new Map<string | null, Map<string, number>>()
  return {
    see(record, at) {
      const id = record.kind === 'mail' ? record.row.id : 'id' in record ? record.id : null
      if (record.kind === 'gone') return void latest.delete(id)
      const kinds = latest.get(id) ?? new Map<string, number>()
      const isPartial = record.kind === 'mail' || record.kind === 'correction'
      kinds.set(isPartial ? `${record.kind} ${at}` : record.kind, at)
      latest.set(id, kinds)
    },
    *counting() {
      for (const kinds of latest.values()) yield* kinds.values()
    },
  }
}

/** A mail out of its row in the index. */
export function mailIn({ mail }: Answer): StoredMail {
  return JSON.parse(String(mail))
}
/** What of a mail its thread depends on. */
export type Threaded = Pick<
  ReadMessage,
  'messageId' | 'references' | 'subject' | 'from' | 'to' | 'date'
>

/**
 * The thread of an earlier mail that has this name (`namesOf`): of the first such mail, or of the
 * last one. Undefined where there is none.
 */
export type FindThread = (name: string, which: 'first' | 'last') => string | undefined

/**
 * Names the thread of a mail: the same for all mails of one conversation, 32 hexadecimal digits.
 * References decide (RFC 5322, 3.6.4), so mails that cite properly have the same key in whatever
 * order they are read. A reply that cites nobody joins the thread of its subject and correspondents.
 */
function threadKey(message: Threaded, find: FindThread): string {
  for (const id of [message.messageId, ...message.references.toReversed()]) {
    const key = id === '' ? undefined : find(messageName(id), 'first')
    if (key !== undefined) return key
  }
  const [root] = message.references
  if (root !== undefined) return keyOf(root)
  const correspondence = correspondenceOf(message)
  const joined =
    correspondence === null ? undefined : find(correspondenceName(correspondence), 'last')
  if (correspondence !== null && mark.test(message.subject)) return joined ?? correspondence
  // A reply that cites nobody was read before the mail that it answers.
  if (joined !== undefined && joined === correspondence) return joined
  return keyOf(message.messageId || JSON.stringify([message.date, message.subject, message.from]))
}

/** What other mails find a mail's thread by. */
export function namesOf(message: Omit<Threaded, 'date'>): ReadonlySet<string> {
  const correspondence = correspondenceOf(message)
  const ids = [message.messageId, ...message.references].filter((id) => id !== '')
  const names = ids.map(messageName)
  return new Set(correspondence === null ? names : [...names, correspondenceName(correspondence)])
}

const messageName = (id: string) => `message ${id}`
const correspondenceName = (correspondence: string) => `correspondence ${correspondence}`

/**
 * What mails of one subject between the same two people have in common, whoever wrote;
 * null where the subject is empty, since that joins nothing.
 */
export function correspondenceOf({
  subject,
  from,
  to,
}: Pick<Threaded, 'subject' | 'from' | 'to'>): string | null {
  const bare = bareSubject(subject)
  if (bare === '') return null
  const people = [from.address, to[0]?.address ?? ''].map((address) => address.toLowerCase())
  return keyOf(JSON.stringify([bare, ...people.sort()]))
}

/** Reply and forward marks of the languages that mail programs write them in. */
const mark =
  /^\s*(?:(?:re|aw|antw|antwort|ant|sv|vs|fw|fwd|wg|tr|r[ée]f?|rif|rv|enc|odp|pd|vl|doorst|i)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext|extern|external)\])\s*/iu

function bareSubject(subject: string): string {
  let bare = subject
  while (mark.test(bare)) bare = bare.replace(mark, '')
  return bare.replace(/\s+/g, ' ').trim().toLowerCase()
}

function keyOf(text: string): string {
  return hash('sha256', text).slice(0, 32)
}

/**
 * Names the threads of mails that are new, one after the other: mails that answer one another, or
 * belong to one conversation, are grouped under one key. `stored` tells those of earlier mails.
 */
export function createThreads(stored: FindThread = () => undefined): {
  keyOf(message: Threaded): string
} {
  const [first, last] = [new Map<string, string>(), new Map<string, string>()]
  const find: FindThread = (name, which) =>
    which === 'first'
      ? (stored(name, which) ?? first.get(name))
      : (last.get(name) ?? stored(name, which))
  return {
    keyOf(message) {
      const key = threadKey(message, find)
      for (const name of namesOf(message)) {
        if (!first.has(name)) first.set(name, key)
        last.set(name, key)
      }
      return key
    },
  }
}

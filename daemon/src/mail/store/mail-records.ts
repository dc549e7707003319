import { hash } from 'node:crypto'
import { EventProposal } from '@shortlist/contracts/calendar'
import { Category, Finding, MailWarning, Priority } from '@shortlist/contracts/mail'
import { z } from 'zod'
import type {
  Answer,
  Choice,
  Origin,
  Projection,
  Tables,
  Value,
} from '../../platform/records/record-log.ts'
import { Address, MailboxCursor, ReadMessage, SavedDraft } from '../ports.ts'

/** Whose mailbox a log is about; each has its own, so that nothing of two is ever mixed. */
export const MailboxHead = z.object({
  userId: z.string(),
  /** As in `Mailbox`. */
  identity: z.string(),
  isSample: z.boolean(),
})
export type MailboxHead = z.infer<typeof MailboxHead>

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
  message: ReadMessage,
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
      const { id, kind, ...set } = change
      return { ...mail, correction: { ...mail.correction, ...set } }
    }
    case 'draft':
      return { ...mail, draft: { saved: change.draft, savedAt: change.savedAt } }
    case 'moved':
      return { ...mail, row: { ...mail.row, uid: change.uid, epoch: change.epoch } }
  }
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

/** Mails name their mailbox by its number: names of logs would make up most of the indexes. */
const tables = `
create table mail_boxes (
  number integer primary key, log text not null unique, user_id text not null,
  identity text not null, is_sample integer not null, progress text
);
create table mail_mails (
  number integer primary key autoincrement, box integer not null, id text not null,
  uid integer not null, epoch integer not null, date text not null,
  is_waiting integer not null, has_failed integer not null, is_unplaced integer not null,
  missed_at text, texts text, mail text not null
);
create unique index mail_by_id on mail_mails (id, box);
create index mail_by_date on mail_mails (box, date desc, id);
create index mail_by_uid on mail_mails (box, epoch, uid);
create index mail_waiting on mail_mails (box) where is_waiting;
create index mail_unplaced on mail_mails (box) where is_unplaced;
create index mail_missed on mail_mails (box, missed_at) where missed_at is not null;
create index mail_texts on mail_mails (texts) where texts is not null;
create table mail_threads (
  box integer not null, name text not null, number integer not null, thread text not null,
  primary key (box, name, number)
) without rowid;
`

/** The mailboxes that are stored, their mails, and by which names a mail's thread is found. */
export const mailProjection: Projection<MailRecord, MailboxHead> = {
  name: 'mail',
  version: 4,
  tables,
  apply(tables, record, origin) {
    const box = boxOf(tables, origin)
    switch (record.kind) {
      case 'mail':
        return putMail(tables, box, record.row, record.texts)
      case 'gone':
        return forgetMail(tables, box, record.id)
      case 'texts': {
        const sql = 'update mail_mails set texts = ? where box = ? and id = ?'
        return tables.run(sql, record.texts, box, record.id)
      }
      case 'progress': {
        const { kind, ...progress } = record
        const sql = 'update mail_boxes set progress = ? where number = ?'
        return tables.run(sql, JSON.stringify(progress), box)
      }
      default:
        return changeMail(tables, box, record)
    }
  },
  forget(tables, log) {
    for (const table of ['mail_mails', 'mail_threads'])
      tables.run(`delete from ${table} where box = ${BOX}`, log)
    tables.run('delete from mail_boxes where log = ?', log)
  },
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

/** Null where nothing is noted of the mailbox yet. */
export function progressOf(tables: Tables, log: string): MailboxProgress | null {
  const found = tables.get('select progress from mail_boxes where log = ?', log)
  return JSON.parse(String(found?.progress ?? null))
}

/** The threads of the mails that are stored. */
export function threadsIn(tables: Tables, log: string): KnownThreads {
  const threadOf = (name: string, order: 'asc' | 'desc') => {
    const sql = `select thread from mail_threads where box = ${BOX} and name = ?
      order by number ${order} limit 1`
    const found = tables.get(sql, log, name)
    return found && String(found.thread)
  }
  return {
    ofMessage: (id) => (id === '' ? undefined : threadOf(messageName(id), 'asc')),
    ofCorrespondence: (name) => threadOf(correspondenceName(name), 'desc'),
  }
}

/** The number of the mailbox. */
function boxOf(tables: Tables, { log, head }: Origin<MailboxHead>): number {
  const known = tables.get('select number from mail_boxes where log = ?', log)
  if (known) return Number(known.number)
  const sql = 'insert into mail_boxes values (null, ?, ?, ?, ?, null)'
  tables.run(sql, log, head.userId, head.identity, Number(head.isSample))
  return boxOf(tables, { log, head })
}

function putMail(tables: Tables, box: number, row: MailRow, texts: string | null): void {
  const known = numberedMail(tables, box, row.id)
  if (known) forgetMail(tables, box, row.id)
  const mail = known ? { ...known.mail, row } : newlyStored(row)
  // one that is known stays where it is among those that are stored before and after it
  const sql = `insert into mail_mails values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning number`
  const { id, uid, epoch, date } = row
  const values = [box, id, uid, epoch, date, ...stateOf(mail, texts)]
  const number = Number(tables.get(sql, known?.number ?? null, ...values)?.number)
  for (const name of namesOf(row))
    tables.run('insert into mail_threads values (?, ?, ?, ?)', box, name, number, row.threadKey)
}

function changeMail(tables: Tables, box: number, change: MailChange): void {
  const known = numberedMail(tables, box, change.id)
  if (!known) return
  const mail = withChange(known.mail, change)
  // what an index holds is written anew only where it may differ
  const sql = `update mail_mails set is_waiting = ?, has_failed = ?, is_unplaced = ?,
    missed_at = ?, texts = ?, mail = ? where number = ?`
  tables.run(sql, ...stateOf(mail, known.texts), known.number)
  if (change.kind !== 'moved') return
  const moved = 'update mail_mails set uid = ?, epoch = ? where number = ?'
  tables.run(moved, change.uid, change.epoch, known.number)
}

/** From `is_waiting` on; a text is done with once it is analysed, unless a model is still to see it. */
function stateOf(mail: StoredMail, texts: string | null): Value[] {
  const { finding, failure, isPlaced, missedAt } = mail
  return [
    Number(!finding),
    Number(failure !== null),
    Number(finding !== null && !isPlaced),
    missedAt,
    !finding || missedAt !== null ? texts : null,
    JSON.stringify(mail),
  ]
}

interface NumberedMail {
  readonly number: number
  readonly mail: StoredMail
  readonly texts: string | null
}

function numberedMail(tables: Tables, box: number, id: string): NumberedMail | undefined {
  const sql = 'select number, mail, texts from mail_mails where box = ? and id = ?'
  const found = tables.get(sql, box, id)
  return found && { number: Number(found.number), mail: mailIn(found), texts: textsIn(found) }
}

function forgetMail(tables: Tables, box: number, id: string): void {
  const known = numberedMail(tables, box, id)
  if (!known) return
  const sql = 'delete from mail_threads where box = ? and name = ? and number = ?'
  for (const name of namesOf(known.mail.row)) tables.run(sql, box, name, known.number)
  tables.run('delete from mail_mails where number = ?', known.number)
}

/** What other mails find a mail's thread by. */
function namesOf(row: MailRow): ReadonlySet<string> {
  const correspondence = correspondenceOf(row)
  const names = [row.messageId, ...row.references].filter((id) => id !== '').map(messageName)
  return new Set(correspondence === null ? names : [...names, correspondenceName(correspondence)])
}

const messageName = (id: string) => `message ${id}`
const correspondenceName = (correspondence: string) => `correspondence ${correspondence}`

/** What of a mail its thread depends on. */
export type Threaded = Pick<
  ReadMessage,
  'messageId' | 'references' | 'subject' | 'from' | 'to' | 'date'
>

/** Threads of mails that were read before; `undefined` where there is none. */
interface KnownThreads {
  /** The thread of the mail with this id, or of one that cites it; undefined for an empty id. */
  ofMessage(messageId: string): string | undefined
  /** The thread of a correspondence, as `correspondenceOf` names it. */
  ofCorrespondence(correspondence: string): string | undefined
}

/**
 * Names the thread of a mail: the same for all mails of one conversation, 32 hexadecimal digits.
 * References decide (RFC 5322, 3.6.4), so mails that cite properly have the same key in whatever
 * order they are read. A reply that cites nobody joins the thread of its subject and correspondents.
 */
function threadKey(message: Threaded, known: KnownThreads): string {
  for (const id of [message.messageId, ...message.references.toReversed()]) {
    const key = known.ofMessage(id)
    if (key !== undefined) return key
  }
  const [root] = message.references
  if (root !== undefined) return keyOf(root)
  const correspondence = correspondenceOf(message)
  const joined = correspondence === null ? undefined : known.ofCorrespondence(correspondence)
  if (correspondence !== null && mark.test(message.subject)) return joined ?? correspondence
  // A reply that cites nobody was read before the mail that it answers.
  if (joined !== undefined && joined === correspondence) return joined
  return keyOf(message.messageId || JSON.stringify([message.date, message.subject, message.from]))
}

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
export function createThreads(stored?: KnownThreads): { keyOf(message: Threaded): string } {
  const byMessage = new Map<string, string>()
  const byCorrespondence = new Map<string, string>()
  const known: KnownThreads = {
    ofMessage: (id) => stored?.ofMessage(id) ?? byMessage.get(id),
    ofCorrespondence: (name) => byCorrespondence.get(name) ?? stored?.ofCorrespondence(name),
  }
  return {
    keyOf(message) {
      const key = threadKey(message, known)
      for (const id of [message.messageId, ...message.references]) {
        if (id !== '' && !byMessage.has(id)) byMessage.set(id, key)
      }
      const correspondence = correspondenceOf(message)
      if (correspondence !== null) byCorrespondence.set(correspondence, key)
      return key
    },
  }
}

import type { Origin, Projection, Tables, Value } from '../../platform/projection/projection.ts'
import type { Choice } from '../../platform/records/record-log.ts'
import { conversationOf, type KnownThreads } from '../message/thread-key.ts'
import {
  BOX,
  type MailboxHead,
  type MailboxProgress,
  type MailChange,
  type MailRecord,
  type MailRow,
  mailIn,
  newlyStored,
  type StoredMail,
  textsIn,
  withChange,
} from './mail-rows.ts'

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
  version: 3,
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
    ofConversation: (conversation) => threadOf(conversationName(conversation), 'desc'),
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
  const conversation = conversationOf(row)
  const names = [row.messageId, ...row.references].filter((id) => id !== '').map(messageName)
  return new Set(conversation === null ? names : [...names, conversationName(conversation)])
}

const messageName = (id: string) => `message ${id}`
const conversationName = (conversation: string) => `conversation ${conversation}`

import type { Origin, Projection, Tables } from '../../platform/projection/projection.ts'
import { conversationOf, type KnownThreads } from '../message/thread-key.ts'
import type { MailboxHead, MailboxProgress, MailRecord, MailRow } from './mail-rows.ts'
import { newlyStored, type StoredMail, withChange } from './stored-mail.ts'

const tables = `
create table mail_boxes (
  log text primary key, user_id text not null, identity text not null, is_sample integer not null,
  progress text, appended integer not null
) without rowid;
create table mail_mails (
  number integer primary key autoincrement, log text not null, id text not null,
  uid integer not null, epoch integer not null, date text not null,
  is_waiting integer not null, has_failed integer not null, is_unplaced integer not null,
  missed_at text, texts text, mail text not null
);
create unique index mail_by_id on mail_mails (log, id);
create index mail_by_date on mail_mails (log, date desc, id);
create index mail_by_uid on mail_mails (log, epoch, uid);
create index mail_waiting on mail_mails (log) where is_waiting;
create index mail_unplaced on mail_mails (log) where is_unplaced;
create index mail_missed on mail_mails (log, missed_at) where missed_at is not null;
create index mail_texts on mail_mails (texts) where texts is not null;
create table mail_threads (
  log text not null, name text not null, number integer not null, thread text not null,
  primary key (log, name, number)
) without rowid;
`

/** The mailboxes that are stored, their mails, and by which names a mail's thread is found. */
export const mailProjection: Projection<MailRecord, MailboxHead> = {
  name: 'mail',
  version: 1,
  tables,
  apply(tables, record, origin) {
    countRecord(tables, origin)
    const { log } = origin
    switch (record.kind) {
      case 'mail':
        return putMail(tables, log, record.row, record.texts)
      case 'gone':
        return dropMail(tables, log, record.id)
      case 'texts': {
        const sql = 'update mail_mails set texts = ? where log = ? and id = ?'
        return tables.run(sql, record.texts, log, record.id)
      }
      case 'progress': {
        const { kind, ...progress } = record
        const sql = 'update mail_boxes set progress = ? where log = ?'
        return tables.run(sql, JSON.stringify(progress), log)
      }
      case 'compacted':
        return tables.run('update mail_boxes set appended = 0 where log = ?', log)
      default: {
        const mail = storedMail(tables, log, record.id)
        if (mail) setMail(tables, log, withChange(mail, record), textsOf(tables, log, record.id))
      }
    }
  },
  forget(tables, log) {
    for (const table of ['mail_boxes', 'mail_mails', 'mail_threads'])
      tables.run(`delete from ${table} where log = ?`, log)
  },
}

/** Undefined where there is no such mail. */
export function storedMail(tables: Tables, log: string, id: string): StoredMail | undefined {
  const found = tables.get('select mail from mail_mails where log = ? and id = ?', log, id)
  return found && JSON.parse(String(found.mail))
}

/** Null where nothing is noted of the mailbox yet. */
export function progressOf(tables: Tables, log: string): MailboxProgress | null {
  const found = tables.get('select progress from mail_boxes where log = ?', log)
  return JSON.parse(String(found?.progress ?? null))
}

/** The threads of the mails that are stored. */
export function threadsIn(tables: Tables, log: string): KnownThreads {
  const threadOf = (name: string, order: 'asc' | 'desc') => {
    const sql = `select thread from mail_threads where log = ? and name = ? order by number ${order} limit 1`
    const found = tables.get(sql, log, name)
    return found && String(found.thread)
  }
  return {
    ofMessage: (id) => (id === '' ? undefined : threadOf(messageName(id), 'asc')),
    ofConversation: (conversation) => threadOf(conversationName(conversation), 'desc'),
  }
}

function countRecord(tables: Tables, { log, head }: Origin<MailboxHead>): void {
  const sql = `insert into mail_boxes values (?, ?, ?, ?, null, 1)
    on conflict (log) do update set appended = appended + 1`
  tables.run(sql, log, head.userId, head.identity, Number(head.isSample))
}

function putMail(tables: Tables, log: string, row: MailRow, texts: string | null): void {
  const known = storedMail(tables, log, row.id)
  if (known) dropThreads(tables, log, known.row)
  const number = setMail(tables, log, known ? { ...known, row } : newlyStored(row), texts)
  for (const name of namesOf(row))
    tables.run('insert into mail_threads values (?, ?, ?, ?)', log, name, number, row.threadKey)
}

/** Gives its number; its text is done with once it is analysed, unless a model is still to see it. */
function setMail(tables: Tables, log: string, mail: StoredMail, texts: string | null): number {
  const { row, finding, failure, isPlaced, missedAt } = mail
  const sql = `insert into mail_mails (log, id, uid, epoch, date,
      is_waiting, has_failed, is_unplaced, missed_at, texts, mail)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (log, id) do update set uid = excluded.uid, epoch = excluded.epoch,
      date = excluded.date, is_waiting = excluded.is_waiting, has_failed = excluded.has_failed,
      is_unplaced = excluded.is_unplaced, missed_at = excluded.missed_at, texts = excluded.texts,
      mail = excluded.mail
    returning number`
  const found = tables.get(
    sql,
    log,
    row.id,
    row.uid,
    row.epoch,
    row.date,
    Number(!finding),
    Number(failure !== null),
    Number(finding !== null && !isPlaced),
    missedAt,
    !finding || missedAt !== null ? texts : null,
    JSON.stringify(mail),
  )
  return Number(found?.number)
}

/** The log of texts that a mail's own is in; null where it is kept no longer. */
export function textsOf(tables: Tables, log: string, id: string): string | null {
  const found = tables.get('select texts from mail_mails where log = ? and id = ?', log, id)
  return typeof found?.texts === 'string' ? found.texts : null
}

function dropMail(tables: Tables, log: string, id: string): void {
  const mail = storedMail(tables, log, id)
  if (!mail) return
  dropThreads(tables, log, mail.row)
  tables.run('delete from mail_mails where log = ? and id = ?', log, id)
}

function dropThreads(tables: Tables, log: string, row: MailRow): void {
  const sql = `delete from mail_threads where log = ? and name = ?
    and number = (select number from mail_mails where log = ? and id = ?)`
  for (const name of namesOf(row)) tables.run(sql, log, name, log, row.id)
}

/** What other mails find a mail's thread by. */
function namesOf(row: MailRow): ReadonlySet<string> {
  const conversation = conversationOf(row)
  const names = [row.messageId, ...row.references].filter((id) => id !== '').map(messageName)
  return new Set(conversation === null ? names : [...names, conversationName(conversation)])
}

const messageName = (id: string) => `message ${id}`
const conversationName = (conversation: string) => `conversation ${conversation}`

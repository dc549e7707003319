import type { Records } from '../../platform/projection/projected-logs.ts'
import type { Origin, Projection, Tables, Value } from '../../platform/records/record-log.ts'
import {
  applyMarks,
  bringThreadBack,
  changeInViews,
  forgetMarks,
  purgeWords,
  putInViews,
  takeOutOfViews,
  undoMarksOf,
  viewTables,
} from '../rows/view-tables.ts'
import {
  type MailboxHead,
  type MailChange,
  MailHead,
  MailRecord,
  type MailRecords,
  type MailRow,
  mailIn,
  namesOf,
  newlyStored,
  type StoredMail,
  StoredText,
  TextsHead,
  withChange,
} from './mail-records.ts'
import { BOX, textsIn } from './stored-mails.ts'

/** Mails name their mailbox by its number: names of logs would make up most of the indexes. */
const tables = `
create table mail_boxes (
  number integer primary key, log text not null unique, user_id text not null,
  identity text not null, is_sample integer not null, progress text, revision integer not null
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
${viewTables}`

/** The mailboxes that are stored, their mails, and by which names a mail's thread is found. */
export const mailProjection: Projection<MailRecord, MailHead> = {
  name: 'mail',
  version: 5,
  tables,
  apply(tables, record, { log, head }) {
    if (record.kind === 'marks') return applyMarks(tables, record, log, head.userId)
    if (record.kind === 'unmarked') return undoMarksOf(tables, head.userId, record.changeId)
    if ('isMarks' in head) return
    const box = boxOf(tables, { log, head })
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
    const sql = `select number, mail from mail_mails where box = ${BOX}`
    for (const found of tables.all(sql, log))
      takeOutOfViews(tables, Number(found.number), mailIn(found))
    forgetMarks(tables, log)
    for (const table of ['mail_mails', 'mail_threads'])
      tables.run(`delete from ${table} where box = ${BOX}`, log)
    tables.run('delete from mail_boxes where log = ?', log)
  },
  purge: purgeWords,
}

/** The number of the mailbox. */
function boxOf(tables: Tables, { log, head }: Origin<MailboxHead>): number {
  const known = tables.get('select number from mail_boxes where log = ?', log)
  if (known) return Number(known.number)
  const sql = 'insert into mail_boxes values (null, ?, ?, ?, ?, null, 0)'
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
  putInViews(tables, box, number, mail)
  if (!known) bringThreadBack(tables, box, mail)
}

function changeMail(tables: Tables, box: number, change: MailChange): void {
  const known = numberedMail(tables, box, change.id)
  if (!known) return
  const mail = withChange(known.mail, change)
  // what an index holds is written anew only where it may differ
  const sql = `update mail_mails set is_waiting = ?, has_failed = ?, is_unplaced = ?,
    missed_at = ?, texts = ?, mail = ? where number = ?`
  tables.run(sql, ...stateOf(mail, known.texts), known.number)
  changeInViews(tables, { box, number: known.number }, known.mail, mail)
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

function numberedMail(tables: Tables, box: number, id: string) {
  const sql = 'select number, mail, texts from mail_mails where box = ? and id = ?'
  const found = tables.get(sql, box, id)
  return found && { number: Number(found.number), mail: mailIn(found), texts: textsIn(found) }
}

function forgetMail(tables: Tables, box: number, id: string): void {
  const known = numberedMail(tables, box, id)
  if (!known) return
  const sql = 'delete from mail_threads where box = ? and name = ? and number = ?'
  for (const name of namesOf(known.mail.row)) tables.run(sql, box, name, known.number)
  takeOutOfViews(tables, known.number, known.mail)
  tables.run('delete from mail_mails where number = ?', known.number)
}

/** How many texts lie in which log; what they say is in none of these tables. */
const textsProjection: Projection<StoredText, TextsHead> = {
  name: 'mail-texts',
  isBare: true,
  version: 1,
  tables: `
create table "mail-texts_logs" (
  log text primary key, mailbox text not null, stored integer not null
) without rowid;
create index "mail-texts_of_mailbox" on "mail-texts_logs" (mailbox);
`,
  apply(tables, _text, { log, head }) {
    const sql = `insert into "mail-texts_logs" values (?, ?, 1)
      on conflict (log) do update set stored = stored + 1`
    tables.run(sql, log, head.mailbox)
  },
  forget: (tables, log) => tables.run('delete from "mail-texts_logs" where log = ?', log),
}

/** Schema version of the records. */
const VERSION = 1

export async function openMailRecords(store: Records): Promise<MailRecords> {
  const lost = new Set<string>()
  const mails = await store.open({
    version: VERSION,
    row: MailRecord,
    head: MailHead,
    projection: mailProjection,
    onLoss: (log) => void lost.add(log),
  })
  const texts = await store.open({
    version: VERSION,
    row: StoredText,
    head: TextsHead,
    projection: textsProjection,
  })
  return { mails, texts, lost }
}

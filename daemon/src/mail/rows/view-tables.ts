import { Priority } from '@shortlist/contracts/mail'
import type { MailMark } from '@shortlist/contracts/mail-rows'
import { inWords } from '../../platform/in-words.ts'
import type { Answer, Tables } from '../../platform/records/record-log.ts'
import { kindOf, type MarkRecord, mailIn, type StoredMail } from '../store/mail-records.ts'
import { type Mark, needsOf, OPEN } from './needs-you.ts'

/** Of the index of words, merged in one piece. */
const WORD_PAGES = 500

/**
 * What lists show mails by: `mail_views` has a row for each mail, `mail_needs` the times at which one
 * needs its reader, `mail_counts` how many there are of a kind, `mail_words` what a search finds. A
 * mark is of the account and of a mail's id, so that it outlasts the mailbox.
 */
export const viewTables = `
create table mail_marks (
  number integer primary key, user_id text not null, id text not null, log text not null,
  mark text not null, until text, at text not null, change text not null,
  is_undone integer not null
);
create index mail_marks_of_mail on mail_marks (user_id, id, number);
create index mail_marks_by_change on mail_marks (user_id, change);
create index mail_marks_by_log on mail_marks (log);
create table mail_views (
  number integer primary key, box integer not null, id text not null, date text not null,
  thread text not null, priority integer not null, category text not null,
  mark text not null, until text
);
create index mail_views_by_date on mail_views (box, date desc, id);
create index mail_views_by_priority on mail_views (box, priority, date desc, id);
create index mail_views_by_category on mail_views (box, category, date desc, id);
create index mail_views_by_mark on mail_views (box, mark, date desc, id);
create index mail_views_by_thread on mail_views (box, thread);
create index mail_views_by_id on mail_views (id);
create table mail_needs (
  number integer not null, box integer not null, reason text not null, since text not null,
  until text not null, primary key (number, reason, until)
) without rowid;
create index mail_needs_by_time on mail_needs (box, until, since);
create table mail_counts (
  box integer not null, mark text not null, priority integer not null, category text not null,
  mails integer not null, primary key (box, mark, priority, category)
) without rowid;
create virtual table mail_words using fts5 (
  subject, sender, summary, content = '', prefix = '2 3',
  tokenize = 'unicode61 remove_diacritics 2'
);
`

/** Words of mails that were taken out stand in the index until it is written anew. */
export function* purgeWords(tables: Tables): Generator<void> {
  const changes = () => Number(tables.get('select total_changes() as count')?.count)
  // the first merge, with a negative number, takes all segments in
  for (let pages = -WORD_PAGES; ; pages = WORD_PAGES) {
    const before = changes()
    tables.run("insert into mail_words (mail_words, rank) values ('merge', ?)", pages)
    if (changes() - before < 2) return
    yield
  }
}

/** Shows a mail, which is in no view yet. */
export function putInViews(tables: Tables, box: number, number: number, mail: StoredMail): void {
  const { id, date, threadKey } = mail.row
  const mark = markOf(tables, box, mail)
  const { category, priority } = kindOf(mail)
  // the weightiest is 0; what has no priority yet comes after all others
  const rank = priority ? Priority.options.indexOf(priority) : Priority.options.length
  const kind = { box, mark: mark.mark, priority: rank, category: category ?? '' }
  tables.run(
    'insert into mail_views values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[number, box, id, date, threadKey, rank, kind.category, mark.mark, mark.until],
  )
  const need = 'insert or ignore into mail_needs values (?, ?, ?, ?, ?)'
  for (const { reason, since, until } of needsOf(mail, mark))
    tables.run(need, number, box, reason, since, until)
  count(tables, kind, 1)
  const words = 'insert into mail_words (rowid, subject, sender, summary) values (?, ?, ?, ?)'
  tables.run(words, BigInt(number), ...wordsOf(mail))
}

/** Takes a mail out of all views; it is given as it was put in. */
export function takeOutOfViews(tables: Tables, number: number, mail: StoredMail): void {
  const shown = tables.get('select * from mail_views where number = ?', number)
  if (!shown) return
  count(tables, shown as Answer & Kind, -1)
  tables.run('delete from mail_views where number = ?', number)
  tables.run('delete from mail_needs where number = ?', number)
  const words = `insert into mail_words (mail_words, rowid, subject, sender, summary)
    values ('delete', ?, ?, ?, ?)`
  tables.run(words, BigInt(number), ...wordsOf(mail))
}

/** Shows a mail as it has become. */
export function changeInViews(
  tables: Tables,
  { box, number }: { readonly box: number; readonly number: number },
  before: StoredMail,
  after: StoredMail,
): void {
  // whatever else is known of a mail stands in its row alone
  const isSame = before.finding === after.finding && before.correction === after.correction
  if (isSame) {
    changed(tables, box)
  } else {
    takeOutOfViews(tables, number, before)
    putInViews(tables, box, number, after)
  }
}

/** A mail of a conversation that was done with brings its other mails back. */
export function bringThreadBack(tables: Tables, box: number, mail: StoredMail): void {
  const sql = "select number from mail_views where box = ? and thread = ? and mark = 'done'"
  for (const { number } of tables.all(sql, box, mail.row.threadKey)) refresh(tables, Number(number))
}

/** Takes out the marks that have come from a log. */
export function forgetMarks(tables: Tables, log: string): void {
  const marked = tables.all('select distinct user_id, id from mail_marks where log = ?', log)
  tables.run('delete from mail_marks where log = ?', log)
  for (const { user_id, id } of marked) refreshAll(tables, String(user_id), String(id))
}

/** Marks mails, wherever they are stored, and those too that come later. */
export function applyMarks(tables: Tables, record: MarkRecord, log: string, userId: string): void {
  const { changeId, at, marks } = record
  for (const { id, mark, until } of marks) {
    const put = 'insert into mail_marks values (null, ?, ?, ?, ?, ?, ?, ?, 0)'
    tables.run(put, userId, id, log, mark, until, at, changeId)
    refreshAll(tables, userId, id)
  }
}

/** The mails of an act are marked by what was before it, or by what has come since. */
export function undoMarksOf(tables: Tables, userId: string, changeId: string): void {
  const sql = 'update mail_marks set is_undone = 1 where user_id = ? and change = ?'
  tables.run(sql, userId, changeId)
  for (const id of idsOfChange(tables, userId, changeId)) refreshAll(tables, userId, id)
}

/** The mails that an act has marked, whether it was undone or not. */
export function idsOfChange(tables: Tables, userId: string, changeId: string): string[] {
  const sql = 'select id from mail_marks where user_id = ? and change = ?'
  return tables.all(sql, userId, changeId).map(({ id }) => String(id))
}

/** How many mails an act still marks: it is not undone, and nothing has come since. */
export function countMarkedBy(tables: Tables, userId: string, changeId: string): number {
  const sql = `select count(*) as mails from mail_marks m where user_id = ? and change = ?
    and not is_undone and not exists (select 1 from mail_marks l where l.user_id = m.user_id
      and l.id = m.id and l.number > m.number and not l.is_undone)`
  return Number(tables.get(sql, userId, changeId)?.mails)
}

/** How many mails of an account are marked, and not open again. */
export function countMarked(tables: Tables, userId: string): number {
  const sql = `select count(*) as mails from mail_marks m where user_id = ? and not is_undone
    and mark != 'open' and not exists (select 1 from mail_marks l where l.user_id = m.user_id
      and l.id = m.id and l.number > m.number and not l.is_undone)`
  return Number(tables.get(sql, userId)?.mails)
}

/** A mail may lie in several mailboxes of its account. */
function refreshAll(tables: Tables, userId: string, id: string): void {
  const sql = `select v.number from mail_views v join mail_boxes b on b.number = v.box
    where v.id = ? and b.user_id = ?`
  for (const { number } of tables.all(sql, id, userId)) refresh(tables, Number(number))
}

function refresh(tables: Tables, number: number): void {
  const found = tables.get('select box, mail from mail_mails where number = ?', number)
  if (!found) return
  const mail = mailIn(found)
  takeOutOfViews(tables, number, mail)
  putInViews(tables, Number(found.box), number, mail)
}

/** The plus keeps from the index by date, in which all mails since then would be looked through. */
export const LATER_IN_THREAD =
  'select 1 from mail_views where box = ? and thread = ? and +date > ? limit 1'

/** As it was marked; a mail that is done is open again once its conversation has gone on. */
function markOf(tables: Tables, box: number, { row }: StoredMail): Mark {
  const sql = `select mark, until, at from mail_marks
    where user_id = (select user_id from mail_boxes where number = ?) and id = ?
      and not is_undone order by number desc limit 1`
  const found = tables.get(sql, box, row.id)
  if (!found) return OPEN
  const { mark, until, at } = found as Answer & { mark: MailMark; until: string | null; at: string }
  if (mark === 'done' && tables.get(LATER_IN_THREAD, box, row.threadKey, at)) return OPEN
  return { mark, until }
}

interface Kind {
  readonly box: number
  readonly mark: string
  readonly priority: number
  readonly category: string
}

function count(tables: Tables, { box, mark, priority, category }: Kind, by: 1 | -1): void {
  const sql = `insert into mail_counts values (?1, ?2, ?3, ?4, ?5)
    on conflict do update set mails = mails + ?5`
  tables.run(sql, box, mark, priority, category, by)
  changed(tables, box)
}

function changed(tables: Tables, box: number): void {
  tables.run('update mail_boxes set revision = revision + 1 where number = ?', box)
}

/** What a search looks at. */
function wordsOf({ row, finding }: StoredMail): string[] {
  const { name, address } = row.from
  return [row.subject, `${name} ${address}`, finding?.summary ?? row.preview].map(inWords)
}

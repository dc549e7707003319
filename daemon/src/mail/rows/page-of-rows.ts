import { Category, Priority } from '@shortlist/contracts/mail'
import {
  MARKED_AT_ONCE_MAX,
  type MailCounts,
  type MailFilter,
  type MailMark,
  type MailRowsQuery,
  MailView,
  NeedReason,
} from '@shortlist/contracts/mail-rows'
import { inWords } from '../../platform/in-words.ts'
import type { Answer, Tables, Value } from '../../platform/records/record-log.ts'
import { mailIn, type StoredMail } from '../store/mail-records.ts'
import { dueOf, FOREVER, type Mark, type Need } from './needs-you.ts'

/** What a page is asked of. */
export interface RowsScope {
  /** The number of the mailbox. */
  readonly box: number
  /** ISO 8601, UTC. */
  readonly now: string
  /** Ids of mails with an appointment that waits for its user. */
  readonly waiting: readonly string[]
  /** Changes with every mail and mark. */
  readonly revision: number
}

/** Mails that fit, as a part of a statement about `mail_views v`, and the values that stand in it. */
function fitting({ view, priority, category, q }: MailFilter, scope: RowsScope) {
  const { box, now, waiting } = scope
  const match = matching(q ?? '')
  const texts: string[] = []
  const values: Value[] = []
  const and = (text: string, ...some: readonly Value[]) => {
    texts.push(text)
    values.push(...some)
  }
  // with a plus no index of whole mailboxes is used where few mails are asked for
  const isOfFew = view === 'needs-you' || view === 'snoozed' || match !== null
  and(isOfFew ? '+v.box = ?' : 'v.box = ?', box)
  if (view === 'done') and("v.mark = 'done'")
  if (view === 'snoozed') {
    const back = 'select number from mail_needs where box = ? and until = ? and since > ?'
    and(`v.number in (${back})`, box, FOREVER, now)
  }
  if (view === 'needs-you') {
    const text = `v.number in (
      select number from mail_needs where box = ? and until > ? and since <= ?
      union select number from mail_views where id in (select value from json_each(?))
        and mark <> 'done' and (mark = 'open' or until <= ?))`
    and(text, box, now, now, JSON.stringify(waiting), now)
  }
  if (priority) and('v.priority = ?', Priority.options.indexOf(priority))
  if (category) and('v.category in (select value from json_each(?))', JSON.stringify(category))
  if (match !== null)
    and('v.number in (select rowid from mail_words where mail_words match ?)', match)
  return { text: texts.join(' and '), values }
}

/**
 * What FTS5 is asked for: all words, the last as a beginning; "as a phrase"; "from:petrova". Whatever
 * means something to FTS5 is text. Null where nothing is asked for.
 */
export function matching(question: string): string | null {
  const found = question.matchAll(/(from:)?(?:"([^"]*)"?|([^\s"]+))/gi)
  const words = [...found].flatMap(([, from, phrase, word]) => {
    const text = inWords((phrase ?? word ?? '').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).trim()
    return text === '' ? [] : [{ text, isPhrase: phrase !== undefined, isSender: !!from }]
  })
  if (words.length === 0) return null
  return words
    .map(({ text, isPhrase, isSender }, at) => {
      const isBeginning = !isPhrase && at === words.length - 1 && !/\s$/.test(question)
      return `${isSender ? 'sender : ' : ''}"${text}"${isBeginning ? ' *' : ''}`
    })
    .join(' AND ')
}

/** The ids of mails that fit and are marked otherwise, newest first, as many as one act marks. */
export function idsToMark(
  tables: Tables,
  filter: MailFilter,
  mark: MailMark,
  scope: RowsScope,
): string[] {
  const { text, values } = fitting(filter, scope)
  const sql = `select v.id from mail_views v where ${text} and v.mark <> ?
    order by v.date desc, v.id limit ?`
  return tables.all(sql, ...values, mark, MARKED_AT_ONCE_MAX).map(({ id }) => String(id))
}

/** A mail of a page, with its mark and why it needs its reader now. */
export interface PlacedMail extends Mark {
  readonly mail: StoredMail
  readonly reason: NeedReason | null
  /** ISO 8601, UTC; null for other reasons than a deadline. */
  readonly due: string | null
}

/** The mails of a page, the place of the first among all that fit, how many fit, and all counts. */
export function pageOfRows(tables: Tables, query: MailRowsQuery, scope: RowsScope) {
  const fit = fitting(query, scope)
  const order = orderOf(query)
  const from = placeOf(tables, query, fit, order) ?? query.from
  const sql = `select v.number, v.mark, v.until, m.mail from (
      select * from mail_views v where ${fit.text} order by ${order} limit ? offset ?
    ) v join mail_mails m on m.number = v.number order by ${order}`
  const found = tables.all(sql, ...fit.values, query.limit, from)
  const mails = found.map((row) => placedMail(tables, row, scope))
  const kindsOf = (view: MailView) => kindsIn(tables, { view, q: query.q }, scope)
  return { mails, from, ...countsOf(query, kindsOf) }
}

function orderOf({ view, sort }: Pick<MailRowsQuery, 'view' | 'sort'>): string {
  const newest = 'v.date desc, v.id'
  if (sort === 'priority') return `v.priority, ${newest}`
  // what is back stands first, as if it had come just now
  return view === 'needs-you' ? `v.mark = 'snoozed' desc, ${newest}` : newest
}

/** Where the page begins that a mail stands on; undefined where none is asked for, or it does not fit. */
function placeOf(
  tables: Tables,
  { around, limit }: MailRowsQuery,
  { text, values }: ReturnType<typeof fitting>,
  order: string,
): number | undefined {
  if (around === undefined) return undefined
  const sql = `select place from (
    select v.id, row_number() over (order by ${order}) - 1 as place from mail_views v where ${text}
  ) where id = ?`
  const found = tables.get(sql, ...values, around)
  return found && Math.floor(Number(found.place) / limit) * limit
}

/** How many fit, and how many each choice would show, by how many of each kind are in a view. */
export function countsOf(filter: MailFilter, kindsOf: (view: MailView) => Answer[]) {
  const { view, priority, category } = filter
  const kinds = kindsOf(view)
  const [rank, rest] = [priority && Priority.options.indexOf(priority), Priority.options.length]
  const ofPriority = kinds.filter((kind) => rank === undefined || kind.priority === rank)
  const isOfCategory = (kind: Answer) => !category || category.includes(kind.category as Category)
  const ofCategory = kinds.filter(isOfCategory)
  const each = <Name extends string>(names: readonly Name[], fits: (name: Name) => Answer[]) =>
    Object.fromEntries(names.map((name) => [name, sum(fits(name))])) as Record<Name, number>
  const isRanked =
    (name: Priority) =>
    ({ priority: at }: Answer) =>
      at === Priority.options.indexOf(name)
  const counts: MailCounts = {
    views: each(MailView.options, (name) => (name === view ? kinds : kindsOf(name))),
    priorities: {
      ...each(Priority.options, (name) => ofCategory.filter(isRanked(name))),
      all: sum(ofCategory),
    },
    categories: {
      ...each(Category.options, (name) => ofPriority.filter((kind) => kind.category === name)),
      all: sum(ofPriority),
    },
    pending: sum(kinds.filter((kind) => kind.priority === rest)),
  }
  return { total: sum(ofPriority.filter(isOfCategory)), counts }
}

/** How many mails of each kind fit; what is always counted is not counted again. */
function kindsIn(tables: Tables, filter: MailFilter, scope: RowsScope): Answer[] {
  const { view, q } = filter
  if (matching(q ?? '') === null && (view === 'everything' || view === 'done')) {
    const sql = "select * from mail_counts where box = ? and (? or mark = 'done')"
    return tables.all(sql, scope.box, Number(view === 'everything'))
  }
  const { text, values } = fitting(filter, scope)
  const sql = `select v.priority, v.category, count(*) as mails from mail_views v where ${text}
    group by v.priority, v.category`
  return tables.all(sql, ...values)
}

function sum(kinds: readonly Answer[]): number {
  return kinds.reduce((all, { mails }) => all + Number(mails), 0)
}

/** When the next mail comes back, becomes due or stops to be; null where nothing is to come. */
export function nextChange(tables: Tables, { box, now }: RowsScope): string | null {
  const sql = `select min(at) as at from (
    select min(since) as at from mail_needs where box = ?1 and until > ?2 and since > ?2
    union all select min(until) as at from mail_needs where box = ?1 and until > ?2
  )`
  const at = tables.get(sql, box, now)?.at
  return typeof at === 'string' && at < FOREVER ? at : null
}

/**
 * The mails with a deadline that is ahead or was missed a few days ago, that which was missed first
 * before all others; of several deadlines of a mail the first.
 */
export function mailsDue(tables: Tables, { box, now }: RowsScope, limit: number) {
  const sql = `select n.until, m.mail from (
      select number, min(until) as until from mail_needs
      where box = ? and until > ? and reason = 'deadline' group by number order by until limit ?
    ) n join mail_mails m on m.number = n.number order by n.until, n.number`
  const found = tables.all(sql, box, now, limit)
  return found.map((row) => ({ mail: mailIn(row), due: dueOf(row as Answer & { until: string }) }))
}

/** How many mails are analysed, of those that are newer than a time, or of all. */
export function readSince(tables: Tables, { box }: RowsScope, since: string | null): number {
  const from = since === null ? 'mails from mail_counts' : '1 as mails from mail_views'
  const sql = `select sum(mails) as mails from (
    select ${from} where box = ? and priority < ? ${since === null ? '' : 'and date > ?'})`
  const values = [box, Priority.options.length, ...(since === null ? [] : [since])]
  return Number(tables.get(sql, ...values)?.mails)
}

/** How many mails need their reader now. */
export function countNeeds(tables: Tables, scope: RowsScope): number {
  return sum(kindsIn(tables, { view: 'needs-you' }, scope))
}

/** A mail of the mailbox; undefined where it is not there. */
export function placedMailOf(tables: Tables, id: string, scope: RowsScope): PlacedMail | undefined {
  const sql = `select v.number, v.mark, v.until, m.mail from mail_views v
    join mail_mails m on m.number = v.number where v.id = ? and v.box = ?`
  const found = tables.get(sql, id, scope.box)
  return found && placedMail(tables, found, scope)
}

function placedMail(tables: Tables, row: Answer, { now, waiting }: RowsScope): PlacedMail {
  const mail = mailIn(row)
  const { mark, until } = row as Answer & Mark
  const sql = `select reason, until from mail_needs where number = ? and until > ? and since <= ?
    order by until`
  const needs = tables.all(sql, Number(row.number), now, now) as (Answer & Pick<Need, 'until'>)[]
  const reasons = needs.map(({ reason }) => reason)
  const isPutOff = mark === 'done' || (mark === 'snoozed' && String(until) > now)
  if (!isPutOff && waiting.includes(mail.row.id)) reasons.push('decide')
  const reason = NeedReason.options.find((each) => reasons.includes(each)) ?? null
  const deadline = reason === 'deadline' && needs.find((need) => need.reason === reason)
  return { mail, mark, until, reason, due: deadline ? dueOf(deadline) : null }
}

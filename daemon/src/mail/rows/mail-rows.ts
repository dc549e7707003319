import type { MailEvent } from '@shortlist/contracts/calendar'
import {
  type MailPage,
  type MailRow,
  type MailRowsQuery,
  type MarkReply,
  type MarkRequest,
  type OpenMail,
  ROW_LINE_MAX_CHARACTERS,
} from '@shortlist/contracts/mail-rows'
import type { Deadline } from '@shortlist/contracts/today'
import { AppError } from '../../errors.ts'
import { shorten } from '../../platform/clean-text.ts'
import type { AccountMail } from '../account-mail.ts'
import { kindOf, type MailRecord, type StoredMail } from '../store/mail-records.ts'
import { marksLog } from '../store/mail-store.ts'
import {
  countsOf,
  idsToMark,
  mailsDue,
  nextChange,
  type PlacedMail,
  pageOfRows,
  placedMailOf,
  readSince,
} from './page-of-rows.ts'
import { countMarkedBy, idsOfChange } from './view-tables.ts'

/** The mails of a view that fit, as rows; costs those that are shown. */
export async function rowsOf(account: AccountMail, query: MailRowsQuery): Promise<MailPage> {
  const { mails, ...page } = await account.askRows((tables, scope) => ({
    ...pageOfRows(tables, query, scope),
    next: nextChange(tables, scope),
    revision: scope.revision,
  }))
  const ids = mails.map(({ mail }) => mail.row.id)
  const events = await account.parts.appointments.eventsOf(account.userId, ids)
  return { ...page, rows: mails.map((each) => rowOf(each, events.get(each.mail.row.id) ?? [])) }
}

/** What an account is shown that has no mailbox. */
export const noRows: MailPage = {
  ...{ rows: [], from: 0, revision: 0, next: null },
  ...countsOf({ view: 'everything' }, () => []),
}

/** The next deadlines of mails that are not done, what was missed first. */
export async function deadlinesOf(account: AccountMail, limit: number): Promise<Deadline[]> {
  const mails = await account.askRows((tables, scope) => mailsDue(tables, scope, limit))
  return mails.map(({ mail, due }) => {
    const { id, subject, from } = mail.row
    return { emailId: id, subject, from: from.name || from.address, due }
  })
}

/** How many mails are analysed, of those that are newer, or of all. */
export async function countRead(account: AccountMail, since: string | null): Promise<number> {
  return account.askRows((tables, scope) => readSince(tables, scope, since))
}

/** One mail as it is now. Throws `NOT_FOUND`. */
export async function openMail(account: AccountMail, id: string): Promise<OpenMail> {
  const email = await account.email(id)
  const placed = await account.askRows((tables, scope) => placedMailOf(tables, id, scope))
  if (!placed) throw new AppError('NOT_FOUND', 'There is no such email.')
  const { mail, ...marks } = placed
  return { ...email, ...marks }
}

/**
 * Marks mails by their ids, or the first 500 that fit a filter and are marked otherwise. The same act
 * once more changes nothing, and an id that no mail has says nothing. Throws `STALE_REVISION` where the
 * list was another one when it was asked for.
 */
export async function markMails(account: AccountMail, request: MarkRequest): Promise<MarkReply> {
  const { changeId, mark, until = null, ids, filter, revision } = request
  const marks = await account.askRows((tables, scope) => {
    if (idsOfChange(tables, account.userId, changeId).length > 0) return []
    if (filter && revision !== undefined && revision !== scope.revision)
      throw new AppError('STALE_REVISION', 'Mails have come meanwhile. Look at the list again.')
    const meant = filter
      ? idsToMark(tables, filter, mark, scope)
      : ids?.filter((id) => placedMailOf(tables, id, scope) !== undefined)
    return (meant ?? []).map((id) => ({ id, mark, until }))
  })
  const at = account.parts.now().toISOString()
  return keep(account, marks.length, { kind: 'marks', changeId, at, marks })
}

/** Takes an act back; mails that were marked anew since stay as they are. */
export async function undoMarks(account: AccountMail, changeId: string): Promise<MarkReply> {
  const changed = await account.askRows((tables) => {
    return countMarkedBy(tables, account.userId, changeId)
  })
  return keep(account, changed, { kind: 'unmarked', changeId })
}

/** Stores what has changed so many mails. */
async function keep(account: AccountMail, changed: number, record: MailRecord): Promise<MarkReply> {
  const { parts, userId } = account
  if (changed > 0) {
    await parts.records.mails.append(marksLog(userId), { userId, isMarks: true }, [record])
    account.tellRows()
  }
  const { mails } = account.store
  return { changed, revision: await mails.ask((tables) => mails.box(tables).revision) }
}

function rowOf({ mail, ...marks }: PlacedMail, events: readonly MailEvent[]): MailRow {
  const { id, subject, from, date } = mail.row
  return {
    id,
    subject,
    from,
    date,
    line: lineOf(mail),
    ...kindOf(mail),
    ...marks,
    hasEvent: events.some(({ state }) => state === 'created'),
    hasDraft: mail.draft !== null,
    isSuspicious: mail.isSuspicious,
  }
}

/** What there is to do, else what the summary says that the subject does not. */
function lineOf({ row, finding }: StoredMail): string {
  const [toDo] = finding?.actionItems ?? []
  const text = toDo ?? sentenceBeyond(row.subject, finding?.summary ?? row.preview)
  return shorten(text, ROW_LINE_MAX_CHARACTERS)
}

const sentencesOf = new Intl.Segmenter('en', { granularity: 'sentence' })

function sentenceBeyond(subject: string, text: string): string {
  const said = subject.toLowerCase()
  const sentences = [...sentencesOf.segment(text)].map(({ segment }) => segment.trim())
  return sentences.find((sentence) => !said.includes(sentence.toLowerCase())) ?? text
}

import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { Answer, Tables, Value } from '../../platform/records/record-log.ts'
import type { FetchedMail } from '../ports.ts'
import {
  type FindThread,
  type MailboxProgress,
  type MailHead,
  type MailRecord,
  mailIn,
  type StoredMail,
} from './mail-records.ts'

/** The number of a mailbox in SQL, by the name of its log. */
export const BOX = '(select number from mail_boxes where log = ?)'

/** Which log of texts a row of the index names; null where its text is kept no longer. */
export function textsIn(found: Answer | undefined): string | null {
  return typeof found?.texts === 'string' ? found.texts : null
}

/** Mails that are taken out of the tables in one go. */
const PAGE_MAILS = 100

/** The mails of one mailbox, as they are found on the disk. */
export class StoredMails {
  readonly #mails: ProjectedLogs<MailRecord, MailHead>
  readonly #log: string
  /** Counts how often the mailbox has numbered its mails anew; numbers of earlier ones are void. */
  epoch = 0

  constructor(mails: ProjectedLogs<MailRecord, MailHead>, log: string) {
    this.#mails = mails
    this.#log = log
  }

  /** Its number, and what changes with each of its mails and marks; nothing is numbered 0. */
  box(tables: Tables): { readonly number: number; readonly revision: number } {
    const found = tables.get('select number, revision from mail_boxes where log = ?', this.#log)
    return { number: Number(found?.number ?? 0), revision: Number(found?.revision ?? 0) }
  }

  /** Undefined where there is no such mail. */
  async get(id: string): Promise<StoredMail | undefined> {
    return (await this.getAll([id]))[0]
  }

  async has(id: string): Promise<boolean> {
    return (await this.#ids('id = ?', id)).length > 0
  }

  /** Those of them that there are. */
  getAll(ids: readonly string[]): Promise<StoredMail[]> {
    const sql = `select mail from mail_mails where box = ${BOX} and id = ?`
    return this.ask((tables) => ids.flatMap((id) => tables.all(sql, this.#log, id).map(mailIn)))
  }

  /** Pages of mails, between which others work. */
  async *newestFirst(limit = Number.POSITIVE_INFINITY): AsyncGenerator<readonly StoredMail[]> {
    const after = 'date <= ? and (date < ? or id > ?) order by date desc, id limit ?'
    let [date, id, left] = ['~', '', limit]
    while (left > 0) {
      const size = Math.min(left, PAGE_MAILS)
      const page = (await this.#select('mail', after, date, date, id, size)).map(mailIn)
      if (page.length > 0) yield page
      const last = page.at(-1)
      if (!last || page.length < size) return
      ;[date, id, left] = [last.row.date, last.row.id, left - page.length]
      await setImmediate()
    }
  }

  ids(): Promise<string[]> {
    return this.#ids('true order by date desc, id')
  }

  count(): Promise<number> {
    return this.#sum('count(*)')
  }

  /** Mails whose analysis is still to come, those included where it has failed. */
  countWaiting(): Promise<number> {
    return this.#sum('count(*)', 'is_waiting')
  }

  /**
   * The same mails, newest first, that were stored after the one with this number: mails that were
   * stored later have a higher one.
   */
  async waiting(after: number, kind: { readonly isFailedToo: boolean }) {
    const which = 'is_waiting and number > ? and (has_failed = 0 or ?) order by date desc'
    const isFailedToo = Number(kind.isFailedToo)
    const rows = await this.#select('id, date, number', which, after, isFailedToo)
    return rows.map(({ id, date, number }) => {
      return { id: String(id), date: String(date), number: Number(number) }
    })
  }

  /** Mails that are analysed but whose appointments are not in the calendar yet. */
  unplaced(): Promise<string[]> {
    return this.#ids('is_unplaced')
  }

  /** Mails that speak of appointments, oldest first. */
  proposing(): Promise<StoredMail[]> {
    const which = "json_array_length(mail, '$.proposals') > 0 order by date, id desc"
    return this.#select('mail', which).then((rows) => rows.map(mailIn))
  }

  /** Mails that the rules have analysed since the model was away, and that it is still to see; newest first. */
  missed(): Promise<string[]> {
    return this.#ids('missed_at is not null order by +date desc')
  }

  /** How many those are. */
  countMissed(): Promise<number> {
    return this.#sum('count(*)', 'missed_at is not null')
  }

  /** Numbers of the mails, those of earlier epochs excluded. */
  async uids(): Promise<number[]> {
    return (await this.#select('uid', 'epoch = ?', this.epoch)).map(({ uid }) => Number(uid))
  }

  /** The number of a mail; undefined where it counts no more. */
  async uidOf(id: string): Promise<number | undefined> {
    const row = (await this.get(id))?.row
    return row?.epoch === this.epoch ? row.uid : undefined
  }

  /** The mails with these numbers. */
  idsOf(uids: readonly number[]): Promise<string[]> {
    return this.ask((tables) => uids.flatMap((uid) => this.#idOf(tables, uid) ?? []))
  }

  /** Mails that the mailbox has not named since it began to number anew. */
  stale(): Promise<string[]> {
    return this.#ids('epoch <> ?', this.epoch)
  }

  /**
   * Mails under the ids that they have or will have, those left out that are stored under the number
   * that they have now. `isStored` is true of one that is stored under a number that counts no more,
   * `isWaiting` of one that is to be read. `taken` holds the ids that were given out in this reading
   * of the mailbox, which may not be stored yet.
   */
  recognise(fetched: readonly FetchedMail[], taken: Set<string>) {
    return this.ask((tables) => {
      const isFree = (id: string) => {
        return !taken.has(id) && this.#numberingOf(tables, id)?.epoch !== this.epoch
      }
      const unlisted = fetched.filter(({ uid }) => this.#idOf(tables, uid) === undefined)
      return unlisted.map((mail) => {
        const id = freeId(mailIdOf(mail.source), isFree)
        taken.add(id)
        const known = this.#numberingOf(tables, id)
        // its text may have gone with an analysis that is lost
        const isWaiting = known?.is_waiting !== 0
        return { id, fetched: mail, isStored: known !== undefined, isWaiting }
      })
    })
  }

  /** From now on no number counts that a mail had so far. */
  async startEpoch(): Promise<void> {
    this.epoch = Math.max(this.epoch, await this.#sum('max(epoch)')) + 1
  }

  /** The log of texts that a mail's own is in; null where it is kept no longer. */
  async textsOf(id: string): Promise<string | null> {
    return textsIn((await this.#select('texts', 'id = ?', id))[0])
  }

  /** Mails whose texts are in a log, `limit` of them at most. */
  withTexts(log: string, limit = Number.MAX_SAFE_INTEGER): Promise<string[]> {
    return this.#ids('texts = ? limit ?', log, limit)
  }

  /** Those that a model has missed by then (ISO 8601, UTC), or at all, and whose texts are kept. */
  missedWithTexts(until: string | null): Promise<string[]> {
    return this.#ids('missed_at <= ifnull(?, missed_at) and texts is not null', until)
  }

  /** In which epoch a mail was numbered, and whether it waits; undefined where it is not stored. */
  #numberingOf(tables: Tables, id: string): Answer | undefined {
    const sql = `select epoch, is_waiting from mail_mails where box = ${BOX} and id = ?`
    return tables.get(sql, this.#log, id)
  }

  #idOf(tables: Tables, uid: number): string | undefined {
    const sql = `select id from mail_mails where box = ${BOX} and epoch = ? and uid = ?`
    const found = tables.get(sql, this.#log, this.epoch, uid)
    return found && String(found.id)
  }

  /** Asks the tables of all mailboxes. */
  ask<Result>(ask: (tables: Tables) => Result): Promise<Result> {
    return this.#mails.query(ask)
  }

  /** Columns of the mails of this mailbox that fit; `which` may say in what order, and how many. */
  #select(columns: string, which: string, ...values: Value[]): Promise<Answer[]> {
    const sql = `select ${columns} from mail_mails where box = ${BOX} and ${which}`
    return this.ask((tables) => tables.all(sql, this.#log, ...values))
  }

  async #ids(which: string, ...values: Value[]): Promise<string[]> {
    return (await this.#select('id', which, ...values)).map(({ id }) => String(id))
  }

  async #sum(sum: string, which = 'true'): Promise<number> {
    const [row] = await this.#select(`${sum} as n`, which)
    return Number(row?.n ?? 0)
  }
}

const ID_CHARACTERS = 32
const [CR, LF] = [13, 10]

/**
 * What a mail is recognised by in every mailbox and under every number: a hash of its raw headers,
 * Message-ID included, as lower-case hexadecimal. Its sender cannot make it another mail's.
 */
export function mailIdOf(source: Uint8Array): string {
  const end = endOfHeaders(source)
  // a mail without headers has nothing but its body to tell it from others
  const told = end === 0 ? source : source.subarray(0, end)
  return hash('sha256', told).slice(0, ID_CHARACTERS)
}

/** The first free id of a mail that may have the same headers as others: itself, then with a number. */
export function freeId(id: string, isFree: (id: string) => boolean): string {
  let free = id
  for (let copy = 2; !isFree(free); copy++) free = `${id}-${copy}`
  return free
}

/** Where the empty line after the headers begins; the whole length where there is none. */
function endOfHeaders(source: Uint8Array): number {
  let lineStart = 0
  for (let at = source.indexOf(LF); at >= 0; at = source.indexOf(LF, at + 1)) {
    const isEmpty = at === lineStart || (at === lineStart + 1 && source[lineStart] === CR)
    if (isEmpty) return lineStart
    lineStart = at + 1
  }
  return source.length
}

/** Null where nothing is noted of the mailbox yet. */
export function progressOf(tables: Tables, log: string): MailboxProgress | null {
  const found = tables.get('select progress from mail_boxes where log = ?', log)
  return JSON.parse(String(found?.progress ?? null))
}

/**
 * Accounts with a mailbox of their own that are not `known`, and whether a model has analysed one of
 * their mails, all of which are looked at.
 */
export function readByModel(
  tables: Tables,
  isKnown: (userId: string) => boolean,
): ReadonlyMap<string, boolean> {
  const users = tables.all('select distinct user_id from mail_boxes where is_sample = 0')
  const sql = `select 1 from mail_boxes join mail_mails on box = mail_boxes.number
    where user_id = ? and is_sample = 0 and mail ->> '$.finding.analyzer' = 'model' limit 1`
  const fresh = users.map((each) => String(each.user_id)).filter((userId) => !isKnown(userId))
  return new Map(fresh.map((userId) => [userId, tables.get(sql, userId) !== undefined]))
}

/** The threads of the mails that are stored. */
export function threadsIn(tables: Tables, log: string): FindThread {
  return (name, which) => {
    const sql = `select thread from mail_threads where box = ${BOX} and name = ?
      order by number ${which === 'first' ? 'asc' : 'desc'} limit 1`
    const found = tables.get(sql, log, name)
    return found && String(found.thread)
  }
}

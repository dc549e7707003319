import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Finding } from '@shortlist/contracts/mail'
import type { Answer, Tables, Value } from '../../platform/projection/projection.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { unlessDiskRefuses } from '../../platform/storage/storage-error.ts'
import { createThreads } from '../message/threads.ts'
import type { FetchedMail, MailboxCursor, ReadMessage, SavedDraft } from '../ports.ts'
import { progressOf, storedMail, textsOf, threadsIn } from './mail-projection.ts'
import { logOf, type MailRecords } from './mail-records.ts'
import type {
  MailboxHead,
  MailboxProgress,
  MailChange,
  MailRecord,
  MailRow,
  StoredText,
} from './mail-rows.ts'
import { type MovedMail, type RecognisedMails, recogniseMails } from './recognise-mails.ts'
import { changesOf, type StoredMail } from './stored-mail.ts'
import { TextStore } from './text-store.ts'

export interface MailStoreOptions {
  readonly records: MailRecords
  readonly head: MailboxHead
  /** Hears in one sentence what has to be tried again. */
  readonly report: (sentence: string) => void
}

/** A mail that is to be stored. */
export interface NewMail {
  readonly row: Omit<MailRow, 'epoch' | 'threadKey'>
  readonly message: ReadMessage
}

/** What one step of reading the mailbox has brought. */
export interface MailsRead {
  readonly fresh: readonly NewMail[]
  readonly moved: readonly MovedMail[]
  /** Ids of mails that are not there any more. */
  readonly gone: readonly string[]
  readonly cursor: MailboxCursor
}

/** What the analysis of a mail has brought. */
export interface FoundInMail {
  readonly finding: Finding
  /** Whether the mail looks like a scam. */
  readonly isSuspicious: boolean
  readonly proposals: readonly EventProposal[]
  /** As in `StoredMail`. */
  readonly missedAt: string | null
}

/** A mail that waits for its analysis. */
export interface WaitingMail {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly date: string
  /** Mails that were stored later have a higher one. */
  readonly number: number
}

const START: MailboxProgress = { cursor: null, epoch: 0, lastSync: null, isSyncing: false }

/** Mails that are taken out of the tables in one go. */
const PAGE_MAILS = 100

/** The log is rewritten when it is about so much longer than what counts in it. */
const SLACK_RECORDS = 1000
const RECORDS_PER_MAIL = 4

/** Opens what is stored of a mailbox; there may be nothing yet. */
export async function openMailStore(options: MailStoreOptions): Promise<MailStore> {
  const store = new MailStore(options)
  await store.open()
  return store
}

/**
 * The mails of one mailbox. What its methods promise is on disk when they resolve, and found from
 * then on; each costs the mails it is about and not those that are stored. All that store something
 * throw `STORE_FULL` or `STORE_READONLY`.
 */
export class MailStore {
  readonly #options: MailStoreOptions
  readonly #log: string
  readonly #texts: TextStore
  readonly #oneAfterTheOther = serialQueue()
  /** What puts texts in or takes them out. */
  readonly #withTexts = serialQueue()
  readonly #appending = new Set<Promise<void>>()
  #compacting: Promise<void> | undefined
  #progress = START
  #epoch = 0

  constructor(options: MailStoreOptions) {
    this.#options = options
    this.#log = logOf(options.head)
    this.#texts = new TextStore(options.records.texts, this.#log)
  }

  /** Null where the mailbox is to be compared from its beginning. */
  get cursor(): MailboxCursor | null {
    return this.#options.records.lost.has(this.#log) ? null : this.#progress.cursor
  }

  get lastSync(): string | null {
    return this.#progress.lastSync
  }

  /** True after a crash in the middle of a sync. */
  get isSyncing(): boolean {
    return this.#progress.isSyncing
  }

  async open(): Promise<void> {
    const { mails, lost } = this.#options.records
    await mails.settled()
    this.#progress = (await this.#ask((tables) => progressOf(tables, this.#log))) ?? START
    this.#epoch = this.#progress.epoch
    await unlessDiskRefuses(async () => {
      if (lost.has(this.#log)) await this.#setProgress({ cursor: null })
      lost.delete(this.#log)
      await this.tidy()
    })
  }

  /** Undefined where there is no such mail. */
  mail(id: string): Promise<StoredMail | undefined> {
    return this.#ask((tables) => storedMail(tables, this.#log, id))
  }

  /** Those of them that there are. */
  mails(ids: readonly string[]): Promise<StoredMail[]> {
    return this.#ask((tables) => ids.flatMap((id) => storedMail(tables, this.#log, id) ?? []))
  }

  /** Pages of mails, between which others work. */
  async *newestFirst(limit = Number.POSITIVE_INFINITY): AsyncGenerator<readonly StoredMail[]> {
    const sql = `select mail from mail_mails where log = ? and date <= ? and (date < ? or id > ?)
      order by date desc, id limit ?`
    let [date, id, left] = ['~', '', limit]
    while (left > 0) {
      const size = Math.min(left, PAGE_MAILS)
      const page = (await this.#rows(sql, date, date, id, size)).map(({ mail }) => mailIn(mail))
      if (page.length > 0) yield page
      const last = page.at(-1)
      if (!last || page.length < size) return
      ;[date, id, left] = [last.row.date, last.row.id, left - page.length]
      await setImmediate()
    }
  }

  ids(): Promise<string[]> {
    return this.#ids('select id from mail_mails where log = ? order by date desc, id')
  }

  async count(): Promise<number> {
    return this.#count('select count(*) as n from mail_mails where log = ?')
  }

  /** Mails whose analysis is still to come, those included where it has failed. */
  countWaiting(): Promise<number> {
    return this.#count('select count(*) as n from mail_mails where log = ? and is_waiting')
  }

  /** The same mails, newest first, that were stored after the one with this number. */
  async waiting(after: number, kind: { readonly isFailedToo: boolean }): Promise<WaitingMail[]> {
    const sql = `select id, date, number from mail_mails
      where log = ? and is_waiting and number > ? and (has_failed = 0 or ?) order by date desc`
    const rows = await this.#rows(sql, after, Number(kind.isFailedToo))
    return rows.map(({ id, date, number }) => {
      return { id: String(id), date: String(date), number: Number(number) }
    })
  }

  /** Mails that are analysed but whose appointments are not in the calendar yet. */
  unplaced(): Promise<string[]> {
    return this.#ids('select id from mail_mails where log = ? and is_unplaced')
  }

  /** Mails that the rules have analysed since the model was away, and that it is still to see; newest first. */
  missed(): Promise<string[]> {
    return this.#ids(
      'select id from mail_mails where log = ? and missed_at is not null order by date desc',
    )
  }

  /** Numbers of the mails, those of earlier epochs excluded. */
  async uids(): Promise<number[]> {
    const sql = 'select uid from mail_mails where log = ? and epoch = ?'
    return (await this.#rows(sql, this.#epoch)).map(({ uid }) => Number(uid))
  }

  /** The number of a mail; undefined where it counts no more. */
  async uidOf(id: string): Promise<number | undefined> {
    const row = (await this.mail(id))?.row
    return row?.epoch === this.#epoch ? row.uid : undefined
  }

  /** The mails with these numbers. */
  idsOf(uids: readonly number[]): Promise<string[]> {
    return this.#ask((tables) => uids.flatMap((uid) => this.#idOf(tables, uid) ?? []))
  }

  /** Mails that the mailbox has not named since it began to number anew. */
  stale(): Promise<string[]> {
    return this.#ids('select id from mail_mails where log = ? and epoch <> ?', this.#epoch)
  }

  /** As `recogniseMails`. */
  recognise(fetched: readonly FetchedMail[], taken: Set<string>): Promise<RecognisedMails> {
    const epochSql = 'select epoch from mail_mails where log = ? and id = ?'
    return this.#ask((tables) => {
      const known = {
        epoch: this.#epoch,
        hasUid: (uid: number) => this.#idOf(tables, uid) !== undefined,
        epochOf: (id: string) => {
          const found = tables.get(epochSql, this.#log, id)
          return found && Number(found.epoch)
        },
      }
      return recogniseMails(known, fetched, taken)
    })
  }

  /** From now on no number counts that a mail had so far. */
  async startEpoch(): Promise<void> {
    const sql = 'select max(epoch) as n from mail_mails where log = ?'
    this.#epoch = Math.max(this.#epoch, await this.#count(sql)) + 1
  }

  /** Stores what was read, and how far the mailbox is read with that, as one. */
  add({ fresh, moved, gone, cursor }: MailsRead): Promise<void> {
    const epoch = this.#epoch
    return this.#withTexts(async () => {
      const texts = await this.#texts.put(
        fresh.map(({ row, message }) => ({ id: row.id, message: storable(message) })),
      )
      const keys = await this.#ask((tables) => {
        const threads = createThreads(threadsIn(tables, this.#log))
        return fresh.map(({ message }) => threads.keyOf(message))
      })
      const records: MailRecord[] = [
        ...gone.map((id) => ({ kind: 'gone' as const, id })),
        ...fresh.map(({ row }, at) => ({
          kind: 'mail' as const,
          row: { ...row, epoch, threadKey: keys[at] ?? '' },
          texts: texts.get(row.id) ?? null,
        })),
        ...moved.map(({ id, uid }) => ({ kind: 'moved' as const, id, uid, epoch })),
      ]
      await this.#setProgress({ cursor, epoch }, records)
      this.#options.records.lost.delete(this.#log)
    })
  }

  /** Removes mails and everything that was found in them. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.#append(ids.map((id) => ({ kind: 'gone', id })))
  }

  /** What a mail says, until it is analysed, and longer where a model has missed it. */
  async textOf(id: string): Promise<ReadMessage | undefined> {
    const log = await this.#ask((tables) => textsOf(tables, this.#log, id))
    return log === null ? undefined : this.#texts.get(log, id)
  }

  /**
   * Stores an analysis, with the appointments that are to be placed; its mail's text goes, unless a
   * model is still to see it.
   */
  async saveFinding(
    id: string,
    { finding, isSuspicious, proposals, missedAt }: FoundInMail,
  ): Promise<void> {
    const log = await this.#ask((tables) => textsOf(tables, this.#log, id))
    const isPlaced = proposals.length === 0
    const found = { finding, isSuspicious, proposals: [...proposals], isPlaced }
    await this.save({ id, kind: 'finding', ...found, ...(missedAt !== null && { missedAt }) })
    if (missedAt === null && log !== null) await this.#release(log)
  }

  /** No model is to see this mail any more; its text goes. */
  async forgetMissed(id: string): Promise<void> {
    const mail = await this.mail(id)
    if (mail?.finding)
      await this.saveFinding(id, { ...mail, finding: mail.finding, missedAt: null })
  }

  /**
   * Removes the texts of mails that a model has missed by then (ISO 8601, UTC; null: of all that it has
   * missed); it may still see the mails.
   */
  async removeTexts(until: string | null): Promise<void> {
    const sql =
      'select id from mail_mails where log = ? and missed_at <= ifnull(?, missed_at) and texts is not null'
    const ids = await this.#ids(sql, until)
    await this.#append(ids.map((id) => ({ kind: 'texts', id, texts: null })))
    await this.#shrinkTexts()
  }

  async saveDraft(id: string, draft: SavedDraft, savedAt: string): Promise<void> {
    await this.save({ id, kind: 'draft', draft: { ...draft }, savedAt })
  }

  save(change: MailChange): Promise<void> {
    return this.#append([change])
  }

  beginSync(): Promise<void> {
    return this.#setProgress({ isSyncing: true })
  }

  /** `lastSync` (ISO 8601) where the sync has come to its end, null where it has not. */
  endSync(lastSync: string | null): Promise<void> {
    return this.#setProgress({ isSyncing: false, ...(lastSync && { lastSync }) })
  }

  /** Gives back the room of what no longer counts. */
  async tidy(): Promise<void> {
    await this.#shrinkTexts()
    const live = (await this.count()) * RECORDS_PER_MAIL + SLACK_RECORDS
    const sql = 'select records as n from mail_boxes where log = ?'
    if ((await this.#count(sql)) > live) await this.#compact()
  }

  /** Waits for what is being stored; nothing may be stored after it. */
  async close(): Promise<void> {
    await this.#withTexts(async () => {})
    await Promise.allSettled(this.#appending)
    await this.#compacting
  }

  async #append(records: readonly MailRecord[]): Promise<void> {
    if (records.length === 0) return
    // what is appended meanwhile would not be among the records that are kept
    while (this.#compacting) await this.#compacting
    const { records: stored, head } = this.#options
    const appending = stored.mails.append(this.#log, head, records)
    this.#appending.add(appending)
    try {
      await appending
    } finally {
      this.#appending.delete(appending)
    }
  }

  /** Puts the records that still count in the place of all. */
  async #compact(): Promise<void> {
    if (this.#compacting) return this.#compacting
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#compacting = promise
    const { records: stored, head } = this.#options
    let records = 0
    try {
      await Promise.allSettled(this.#appending)
      const live = await this.#ask((tables) => liveRecords(tables, this.#log))
      const counted = function* () {
        for (const record of live) {
          records += 1
          yield record
        }
      }
      await stored.mails.rewrite(this.#log, head, counted())
    } finally {
      this.#compacting = undefined
      resolve()
    }
    await this.#append([{ kind: 'compacted', records }])
  }

  /** A log of texts goes with the last text that is wanted of it. */
  async #release(log: string): Promise<void> {
    try {
      await this.#withTexts(async () => {
        const sql = 'select count(*) as n from mail_mails where texts = ?'
        const wanted = await this.#ask((tables) => Number(tables.get(sql, log)?.n))
        if (wanted === 0) await this.#texts.remove([log])
      })
    } catch {
      this.#options.report('The text of a mail could not be removed; it is tried again.')
    }
  }

  /** Removes the texts that nobody wants: those that are still wanted go into other logs before. */
  #shrinkTexts(): Promise<void> {
    return this.#withTexts(async () => {
      for (const { name, stored } of await this.#texts.logs()) {
        const sql = 'select id from mail_mails where log = ? and texts = ?'
        const wanted = await this.#ids(sql, name)
        if (wanted.length >= stored) continue
        const kept: StoredText[] = []
        for (const id of wanted) {
          const message = await this.#texts.get(name, id)
          if (message) kept.push({ id, message: storable(message) })
        }
        const texts = await this.#texts.put(kept)
        await this.#append(
          wanted.map((id) => ({ kind: 'texts', id, texts: texts.get(id) ?? null })),
        )
        await this.#texts.remove([name])
      }
    })
  }

  #setProgress(
    change: Partial<MailboxProgress>,
    records: readonly MailRecord[] = [],
  ): Promise<void> {
    return this.#oneAfterTheOther(async () => {
      const next = { ...this.#progress, ...change }
      if (records.length === 0 && isDeepStrictEqual(next, this.#progress)) return
      // last: where a kill leaves only some of them, the mailbox is not read up to there
      await this.#append([...records, { kind: 'progress', ...next }])
      this.#progress = next
    })
  }

  #idOf(tables: Tables, uid: number): string | undefined {
    const sql = 'select id from mail_mails where log = ? and epoch = ? and uid = ?'
    const found = tables.get(sql, this.#log, this.#epoch, uid)
    return found && String(found.id)
  }

  #ask<Result>(ask: (tables: Tables) => Result): Promise<Result> {
    return this.#options.records.mails.query(ask)
  }

  #rows(sql: string, ...values: Value[]): Promise<Answer[]> {
    return this.#ask((tables) => tables.all(sql, this.#log, ...values))
  }

  async #ids(sql: string, ...values: Value[]): Promise<string[]> {
    return (await this.#rows(sql, ...values)).map(({ id }) => String(id))
  }

  async #count(sql: string): Promise<number> {
    const [row] = await this.#rows(sql)
    return Number(row?.n ?? 0)
  }
}

/** The fewest records that say the same as a log, in the order of its mails. */
function* liveRecords(tables: Tables, log: string): Generator<MailRecord> {
  const sql = `select number, texts, mail from mail_mails where log = ? and number > ?
    order by number limit ?`
  let page: readonly Answer[] = []
  do {
    page = tables.all(sql, log, Number(page.at(-1)?.number ?? 0), PAGE_MAILS)
    for (const { texts, mail } of page) {
      const stored = mailIn(mail)
      yield { kind: 'mail', row: stored.row, texts: texts === null ? null : String(texts) }
      yield* changesOf(stored)
    }
  } while (page.length === PAGE_MAILS)
  const progress = progressOf(tables, log)
  if (progress) yield { kind: 'progress', ...progress }
}

function mailIn(json: unknown): StoredMail {
  return JSON.parse(String(json))
}

/** The same with arrays of its own, as the schema of a stored text has them. */
function storable(message: ReadMessage) {
  const { references, to, invitations, jsonLd } = message
  return {
    ...message,
    references: [...references],
    to: [...to],
    invitations: [...invitations],
    jsonLd: [...jsonLd],
  }
}

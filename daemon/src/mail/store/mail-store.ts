import { hash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../errors.ts'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import { unlessDiskRefuses } from '../../platform/storage/file-system.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import type { MailboxCursor, ReadMessage } from '../ports.ts'
import {
  choosingRecords,
  createThreads,
  type MailboxHead,
  type MailboxProgress,
  type MailChange,
  type MailRecord,
  type MailRecords,
  type MailRow,
  type StoredText,
  type TextsHead,
} from './mail-records.ts'
import { progressOf, StoredMails, threadsIn } from './stored-mails.ts'

/** The name of a mailbox's log. */
export function logOf({ userId, identity, isSample }: MailboxHead): string {
  return hash('sha256', JSON.stringify([userId, identity, isSample])).slice(0, 32)
}

/** The name of the log of an account's marks. */
export function marksLog(userId: string): string {
  return hash('sha256', JSON.stringify(['marks', userId])).slice(0, 32)
}

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

/** A stored mail under its new number; with what it says where it is still to be analysed. */
export interface RenumberedMail {
  readonly id: string
  readonly uid: number
  readonly message?: ReadMessage
}

/** What one step of reading the mailbox has brought. */
export interface MailsRead {
  readonly fresh: readonly NewMail[]
  readonly moved: readonly RenumberedMail[]
  /** Ids of mails that are not there any more. */
  readonly gone: readonly string[]
  readonly cursor: MailboxCursor
}

/** What the analysis of a mail has brought; without proposals there is nothing to place. */
export type FoundInMail = Partial<Pick<FindingChange, 'isPlaced'>> &
  Omit<FindingChange, 'id' | 'kind' | 'isPlaced'>
type FindingChange = Extract<MailChange, { kind: 'finding' }>

const START: MailboxProgress = { cursor: null, epoch: 0, lastSync: null, isSyncing: false }

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
  readonly mails: StoredMails
  readonly #options: MailStoreOptions
  readonly #log: string
  readonly #texts: TextStore
  readonly #oneAfterTheOther = serialQueue()
  /** What puts texts in or takes them out. */
  readonly #withTexts = serialQueue()
  readonly #appending = new Set<Promise<void>>()
  #isClosed = false
  #progress = START

  constructor(options: MailStoreOptions) {
    this.#options = options
    this.#log = logOf(options.head)
    this.mails = new StoredMails(options.records.mails, this.#log)
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
    const { head, records } = this.#options
    const { mails, lost } = records
    await mails.settled()
    await unlessDiskRefuses(() => mails.look(this.#log, head))
    this.#progress = (await this.mails.ask((tables) => progressOf(tables, this.#log))) ?? START
    this.mails.epoch = this.#progress.epoch
    await unlessDiskRefuses(async () => {
      if (lost.has(this.#log)) await this.#setProgress({ cursor: null })
      await this.#beGood()
      await this.tidy()
    })
  }

  /** Stores what was read, and how far the mailbox is read with that, as one. */
  add({ fresh, moved, gone, cursor }: MailsRead): Promise<void> {
    const { epoch } = this.mails
    return this.#withTexts(async () => {
      const texts = await this.#texts.put([
        ...fresh.map(({ row, message }) => ({ id: row.id, message })),
        ...moved.flatMap(({ id, message }) => (message ? { id, message } : [])),
      ])
      const keys = await this.mails.ask((tables) => {
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
        ...moved.flatMap(({ id, message }) =>
          message ? { kind: 'texts' as const, id, texts: texts.get(id) ?? null } : [],
        ),
      ]
      await this.#setProgress({ cursor, epoch }, records)
      await this.#beGood()
    })
  }

  /** The mailbox is to be read from its beginning, or has been: nothing of it is lost. */
  async #beGood(): Promise<void> {
    const { mails, lost } = this.#options.records
    if (lost.delete(this.#log)) await mails.madeGood(this.#log)
  }

  /** Removes mails and everything that was found in them. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.#append(ids.map((id) => ({ kind: 'gone', id })))
  }

  /** What a mail says, until it is analysed, and longer where a model has missed it. */
  async textOf(id: string): Promise<ReadMessage | undefined> {
    const log = await this.mails.textsOf(id)
    return log === null ? undefined : this.#texts.get(log, id)
  }

  /**
   * Stores an analysis, with the appointments that are to be placed; its mail's text goes, unless a
   * model is still to see it.
   */
  async saveFinding(id: string, found: FoundInMail): Promise<void> {
    const log = await this.mails.textsOf(id)
    await this.save({ id, kind: 'finding', isPlaced: found.proposals.length === 0, ...found })
    if (found.missedAt === undefined && log !== null) await this.#release(log)
  }

  /** No model is to see this mail any more; its text goes. */
  async forgetMissed(id: string): Promise<void> {
    const mail = await this.mails.get(id)
    if (!mail?.finding) return
    const { finding, isSuspicious, proposals, isPlaced, asks } = mail
    await this.saveFinding(id, {
      finding,
      isSuspicious,
      proposals,
      isPlaced,
      ...(asks && { asks }),
    })
  }

  /**
   * Removes the texts of mails that a model has missed by then (ISO 8601, UTC; null: of all that it has
   * missed); it may still see the mails.
   */
  async removeTexts(until: string | null): Promise<void> {
    const ids = await this.mails.missedWithTexts(until)
    await this.#append(ids.map((id) => ({ kind: 'texts', id, texts: null })))
    await this.#shrinkTexts()
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
    const { records, head } = this.#options
    const limit = (await this.mails.count()) * RECORDS_PER_MAIL + SLACK_RECORDS
    if ((await records.mails.count(this.#log)) > limit)
      await records.mails.compact(this.#log, head, choosingRecords)
  }

  /** Waits for what is being stored; nothing may be stored after it. */
  async close(): Promise<void> {
    await this.#withTexts(async () => {})
    await Promise.allSettled(this.#appending)
    this.#isClosed = true
  }

  async #append(records: readonly MailRecord[]): Promise<void> {
    if (records.length === 0) return
    // it would bring a mailbox back that has been removed
    if (this.#isClosed) throw new AppError('NOT_FOUND', 'This mailbox is closed.')
    const { records: stored, head } = this.#options
    const appending = stored.mails.append(this.#log, head, records)
    this.#appending.add(appending)
    await appending.finally(() => this.#appending.delete(appending))
  }

  /** A log of texts goes with the last text that is wanted of it. */
  async #release(log: string): Promise<void> {
    try {
      await this.#withTexts(async () => {
        if ((await this.mails.withTexts(log, 1)).length === 0) await this.#texts.remove([log])
      })
    } catch {
      this.#options.report('The text of a mail could not be removed; it is tried again.')
    }
  }

  /** Removes the texts that nobody wants: those that are still wanted go into other logs before. */
  #shrinkTexts(): Promise<void> {
    return this.#withTexts(async () => {
      for (const { name, stored } of await this.#texts.logs()) {
        const wanted = await this.mails.withTexts(name)
        if (wanted.length >= stored) continue
        const kept: StoredText[] = []
        for (const id of wanted) {
          const message = await this.#texts.get(name, id)
          if (message) kept.push({ id, message })
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
}

/** A log of texts is read as a whole, so it holds about so many characters at most. */
const LOG_CHARACTERS = 4 * 1024 * 1024
const LOGS_IN_MEMORY = 4

/**
 * What mails say, from when they are fetched until nobody wants it any more. Each log of texts is
 * written once and removed as a whole.
 */
export class TextStore {
  readonly #texts: ProjectedLogs<StoredText, TextsHead>
  readonly #head: TextsHead
  /** Logs in memory, least recently used first. */
  readonly #read = new Map<string, Promise<ReadonlyMap<string, ReadMessage>>>()

  /** `mailbox` is the name of the log of the mails. */
  constructor(texts: ProjectedLogs<StoredText, TextsHead>, mailbox: string) {
    this.#texts = texts
    this.#head = { mailbox }
  }

  /** Stores texts durably; resolves to the name of each one's log, by mail. */
  async put(texts: readonly StoredText[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>()
    for (const part of inLogs(texts)) {
      const name = randomUUID()
      await this.#texts.append(name, this.#head, part)
      this.#keepFirst(name, part)
      for (const { id } of part) names.set(id, name)
    }
    return names
  }

  /** Undefined where it is not there any more. */
  async get(name: string, id: string): Promise<ReadMessage | undefined> {
    const known = this.#read.get(name)
    const reading = known ?? this.#readLog(name)
    if (!known) reading.catch(() => this.#read.delete(name))
    this.#read.delete(name)
    this.#read.set(name, reading)
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= LOGS_IN_MEMORY) break
      this.#read.delete(oldest)
    }
    return (await reading).get(id)
  }

  /** The logs of texts of this mailbox, and how many texts are in each. */
  logs() {
    const sql = 'select log, stored from "mail-texts_logs" where mailbox = ?'
    return this.#texts.query((tables) =>
      tables
        .all(sql, this.#head.mailbox)
        .map(({ log, stored }) => ({ name: String(log), stored: Number(stored) })),
    )
  }

  /** Nothing is left of what any mail says. */
  async removeAll(): Promise<void> {
    await this.remove((await this.logs()).map(({ name }) => name))
  }

  /** Those that have gone already cost nothing. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) this.#read.delete(name)
    const there = new Set((await this.logs()).map(({ name }) => name))
    await this.#texts.remove(names.filter((name) => there.has(name)))
  }

  /** The first logs are read first, and soon; while there is room they need not be read at all. */
  #keepFirst(name: string, texts: readonly StoredText[]): void {
    if (this.#read.size >= LOGS_IN_MEMORY) return
    const messages = new Map(texts.map(({ id, message }) => [id, message]))
    this.#read.set(name, Promise.resolve(messages))
  }

  async #readLog(name: string): Promise<ReadonlyMap<string, ReadMessage>> {
    const rows = await this.#texts.rows(name, this.#head)
    return new Map(rows.map(({ id, message }) => [id, message]))
  }
}

function* inLogs(texts: readonly StoredText[]): Generator<readonly StoredText[]> {
  let part: StoredText[] = []
  let characters = 0
  for (const text of texts) {
    part.push(text)
    characters += text.message.text.length
    if (characters < LOG_CHARACTERS) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}

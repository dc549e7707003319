import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { atOnce } from '../at-once.ts'
import {
  type Appended,
  type Choice,
  LogRewritten,
  type Place,
  type RecordKind,
  type RecordLog,
  type RecordLogs,
  type Rewritten,
  type Tables,
} from '../records/record-log.ts'
import { groupCommit } from '../storage/serial-queue.ts'
import type { IndexDatabase } from './index-database.ts'

export interface ProjectedLogsOptions<Row, Head>
  extends Pick<RecordKind<Row, Head>, 'projection' | 'onLoss'> {
  readonly logs: RecordLogs<Row, Head>
  readonly database: IndexDatabase
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

/** What opens the logs of a kind of records; to be asked once for each kind. */
export interface Records {
  open<Row, Head>(kind: RecordKind<Row, Head>): Promise<ProjectedLogs<Row, Head>>
}

interface Added<Row, Head> extends Appended {
  readonly log: string
  readonly head: Head
  readonly rows: readonly Row[]
}

/** In the place of an edition. */
const UNREAD = ''
const LOGS_AT_ONCE = 8
const LOOK_AFTER_MS = 1000
/** Others work between so many, and a kill leaves no more of them in the index. */
const REMOVED_AT_ONCE = 200

/**
 * Logs with what is found in them. What was appended is found as soon as the append has resolved.
 * What the index lacks, after a kill for instance, it reads in the background, and whoever asks
 * meanwhile waits for it.
 */
export class ProjectedLogs<Row, Head> {
  readonly #options: ProjectedLogsOptions<Row, Head>
  readonly #apply: (added: Added<Row, Head>) => Promise<void>
  /** Logs that the index has not read to their end. */
  readonly #behind = new Set<string>()
  #ready: Promise<void> | undefined
  #reading: Promise<void> | undefined
  #isReady = false
  /** Lets what can wait begin. */
  #hurry: () => void = () => {}

  constructor(options: ProjectedLogsOptions<Row, Head>) {
    this.#options = options
    this.#apply = groupCommit(async (added) => this.#applyAll(added))
    const { database } = options
    database.onLost(() => this.#begin())
    try {
      this.#begin()
    } catch (failure) {
      // it has begun in a database that takes more
      if (!this.#ready) throw failure
    }
  }

  /** Asks the tables. */
  async query<Result>(ask: (tables: Tables) => Result): Promise<Result> {
    const { database } = this.#options
    for (;;) {
      const ready = this.#ready
      try {
        await ready
        if (this.#behind.size > 0) await this.#catchUp([...this.#behind])
        return ask(database)
      } catch (failure) {
        if (ready === this.#ready && !database.makeAnewAfter(failure)) throw failure
      }
    }
  }

  /** As `RecordLog.append`; the log begins under this head where there is none. */
  async append(
    log: string,
    head: Head,
    rows: readonly Row[],
    options?: { readonly isDurable?: boolean },
  ): Promise<void> {
    const appended = await this.#changing(log, head, (open) => open.append(rows, options))
    await this.#apply({ ...appended, log, head, rows })
  }

  /**
   * As `RecordLog.rewrite`, with records that say the same as the log has said; nothing is left in
   * the index either of what was taken out of the tables before.
   */
  async rewrite(log: string, head: Head, rows: readonly Row[]): Promise<void> {
    this.#noteRewritten(log, head, await this.#changing(log, head, (open) => open.rewrite(rows)))
    await this.#purge()
  }

  /**
   * Opens a log and mends its end, so that queries find what is left of it; throws `STORE_NEWER`, where
   * they would find nothing.
   */
  async look(log: string, head: Head): Promise<void> {
    await this.#from(log, head, (open) => open.end())
  }

  /** Records in a log, those that count no more included. */
  async count(log: string): Promise<number> {
    return (await this.query(() => this.#knownOf(log)))?.records ?? 0
  }

  /** As `RecordLog.compact`: the records that count say the same as all of them. */
  async compact(log: string, head: Head, choose: () => Choice<Row>): Promise<void> {
    this.#noteRewritten(log, head, await this.#changing(log, head, (open) => open.compact(choose)))
    await this.#purge()
  }

  /** What a log has lost is made good; no later start tells of it. */
  async madeGood(log: string): Promise<void> {
    const { database, projection } = this.#options
    const of = 'where projection = ? and log = ?'
    await this.query(() =>
      database.inOneGo(() => {
        database.run(`delete from places ${of} and edition = ?`, projection.name, log, UNREAD)
        database.run(`update places set is_lacking = 0 ${of}`, projection.name, log)
      }),
    )
  }

  rows(log: string, head: Head): Promise<Row[]> {
    return this.#from(log, head, (open) => open.rows())
  }

  /** As `RecordLog.texts`. */
  texts(log: string, head: Head): Promise<Buffer[]> {
    return this.#from(log, head, (open) => open.texts())
  }

  /** Reads a log; where that has shown that it has lost something, the index follows it. */
  #from<Result>(
    log: string,
    head: Head,
    read: (open: RecordLog<Row, Head>) => Promise<Result>,
  ): Promise<Result> {
    return this.#options.logs.use(log, head, async (open) => {
      const result = await read(open)
      const end = await open.end()
      // one that the index does not know is being removed, or is still to be read
      const place = this.#knownOf(log)?.place
      if (place && !isEqual(place, end)) this.#behind.add(log)
      return result
    })
  }

  /** Nothing of these logs is left when it resolves, in the index neither. */
  async remove(names: readonly string[]): Promise<void> {
    try {
      for (let from = 0; from < names.length; from += REMOVED_AT_ONCE)
        await this.#removeSome(names.slice(from, from + REMOVED_AT_ONCE))
    } finally {
      if (names.length > 0 && !this.#options.projection.isBare) await this.#purge()
    }
  }

  /** What the tables have let go is nowhere any more. */
  async #purge(): Promise<void> {
    const { database, projection } = this.#options
    for (const pieces = projection.purge?.(database)[Symbol.iterator](); pieces; ) {
      if (database.inOneGo(() => pieces.next().done)) break
      await setImmediate()
    }
    database.purge()
  }

  async #removeSome(names: readonly string[]): Promise<void> {
    const { database } = this.#options
    const left = new Set(names)
    try {
      // after a kill nothing looks for a log that was to go
      database.inOneGo(() => {
        for (const log of names) this.#forget(log)
      })
      database.keep()
      await atOnce(names, LOGS_AT_ONCE, async (log) => {
        await this.#changing(log, null, (open) => open.remove())
        left.delete(log)
      })
    } finally {
      // what was read of it meanwhile
      database.inOneGo(() => {
        for (const log of names) if (!left.has(log)) this.#forget(log)
      })
      for (const log of left) this.#behind.add(log)
    }
  }

  /** Changes a log; where that fails, what it holds is looked at again. */
  async #changing<Result>(
    log: string,
    head: Head | null,
    change: (open: RecordLog<Row, Head>) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#options.logs.use(log, head, change)
    } catch (failure) {
      if (!(failure instanceof LogRewritten)) this.#behind.add(log)
      throw failure
    }
  }

  /**
   * Waits for what is being read, true where the index has read everything then; `isUrgent` lets begin
   * what would wait a little.
   */
  async settled({ isUrgent = true } = {}): Promise<boolean> {
    if (isUrgent) this.#hurry()
    await Promise.allSettled([this.#ready, this.#reading])
    return this.#isReady && this.#behind.size === 0
  }

  #begin(): void {
    const isKept = this.#makeTables()
    this.#isReady = false
    this.#ready = this.#readAll(isKept && this.#options.database.isAsLeft)
    // whoever asks hears of it
    this.#ready.catch(() => undefined)
  }

  /** False where the tables have been made anew. */
  #makeTables(): boolean {
    const { database, projection } = this.#options
    const { name, version, tables } = projection
    const known = database.get('select version from projections where name = ?', name)
    if (known?.version === version) return true
    database.inOneGo(() => {
      const old = 'select name from sqlite_schema where type = ? and name glob ?'
      for (const table of database.all(old, 'table', `${name}_*`))
        database.exec(`drop table "${table.name}"`)
      database.exec(tables)
      database.run('delete from places where projection = ?', name)
      database.run('insert or replace into projections values (?, ?)', name, version)
    })
    return false
  }

  async #readAll(isTrusted: boolean): Promise<void> {
    const begun = Promise.withResolvers<void>()
    this.#hurry = begun.resolve
    // to look at every log is no part of the start of a program whose index is as it was left
    if (isTrusted) setTimeout(begun.resolve, LOOK_AFTER_MS).unref()
    else begun.resolve()
    this.#reading = begun.promise
      .then(() => this.#findBehind())
      .then(() => this.#catchUp([...this.#behind]))
    if (isTrusted) this.#reading.catch((failure) => this.#tell(failure))
    else await this.#reading
    this.#isReady = true
  }

  /** Which logs do not end where the index has read to. */
  async #findBehind(): Promise<void> {
    const { logs, database, projection, onLoss } = this.#options
    const ends = await logs.ends()
    const places = 'select log, end, is_lacking from places where projection = ?'
    const known = new Map<unknown, unknown>()
    for (const { log, end, is_lacking } of database.all(places, projection.name)) {
      known.set(log, end)
      if (!ends.has(String(log))) this.#behind.add(String(log))
      if (is_lacking) onLoss?.(String(log))
    }
    for (const [log, end] of ends) if (known.get(log) !== end) this.#behind.add(log)
  }

  async #catchUp(names: readonly string[]): Promise<void> {
    await atOnce(names, LOGS_AT_ONCE, (log) => this.#catchUpWith(log))
  }

  async #catchUpWith(log: string): Promise<void> {
    const { logs, onLoss } = this.#options
    try {
      const head = JSON.parse(this.#knownOf(log)?.head ?? 'null')
      const isWhole = await logs.use(log, head, (open) => this.#read(log, open))
      this.#behind.delete(log)
      if (!isWhole) onLoss?.(log)
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code.startsWith('STORE_'))) throw failure
      // a disk that takes nothing is asked again; until then the tables answer
      if (failure.code !== 'STORE_NEWER') return
      this.#behind.delete(log)
      this.#tell(failure)
    }
  }

  /** Puts in what the index lacks of a log; false where the log lacks what the index had. */
  async #read(log: string, open: RecordLog<Row, Head>): Promise<boolean> {
    const { database } = this.#options
    let isWhole = true
    for (;;) {
      const end = await open.end()
      if (!this.#goesOn(log, end)) isWhole = false
      const place = this.#knownOf(log)?.place ?? null
      if (isEqual(place, end)) return isWhole
      try {
        await this.#readFrom(log, open, place)
      } catch (failure) {
        if (!(failure instanceof LogRewritten)) throw failure
        const head = await open.head()
        // nothing is missing of one that is being removed
        if (head === undefined) return isWhole
        database.inOneGo(() => this.#readAnew(log, head))
        isWhole = false
      }
    }
  }

  /** Forgets a log that is another one than the index has read, or shorter; false where it is. */
  #goesOn(log: string, end: Place | null): boolean {
    const { database, projection, report } = this.#options
    const place = this.#knownOf(log)?.place
    if (!place || (place.edition === end?.edition && place.end <= end.end)) return true
    database.inOneGo(() => this.#readAnew(log))
    if (!end) this.#tellMissing(log)
    else if (place.edition === end.edition)
      report(`${projection.name}: ${log} has lost its end, and what stood there is lost.`)
    return false
  }

  async #readFrom(log: string, open: RecordLog<Row, Head>, from: Place | null): Promise<void> {
    const { database, projection } = this.#options
    const head = await open.head()
    if (head === undefined) throw new Error(`${projection.name}: ${log} has no head.`)
    let place = from
    for await (const { items, end } of open.slices(from)) {
      // an append may have put its own records in meanwhile
      if (!isEqual(this.#knownOf(log)?.place, place)) return
      database.inOneGo(() => {
        for (const row of items) projection.apply(database, row, { log, head })
        this.#note(log, end, head, items.length)
      })
      place = end
      await setImmediate()
    }
  }

  #applyAll(added: readonly Added<Row, Head>[]): void {
    const { database } = this.#options
    try {
      database.inOneGo(() => {
        const last = new Map<string, Added<Row, Head> & { readonly records: number }>()
        for (const each of added) {
          const before = last.get(each.log)
          const records = (before?.records ?? 0) + each.rows.length
          const place = before?.end ?? this.#knownOf(each.log)?.place
          if (this.#applyOne(each, place)) last.set(each.log, { ...each, records })
        }
        for (const [log, { end, head, records }] of last) this.#note(log, end, head, records)
      })
    } catch (failure) {
      // the records are on the disk: the index can have them later
      for (const { log } of added) this.#behind.add(log)
      if (!database.makeAnewAfter(failure)) this.#tell(failure)
    }
  }

  /** False where the index has not read up to these records, or has read them already. */
  #applyOne(added: Added<Row, Head>, place: Place | null | undefined): boolean {
    const { database, projection } = this.#options
    const { log, head, rows, from, end } = added
    if (isEqual(place, from) && this.#isReady) {
      for (const row of rows) projection.apply(database, row, { log, head })
      return true
    }
    if (place && place.edition !== end.edition && from === null) this.#tellMissing(log)
    if (place?.edition !== end.edition || place.end < end.end) this.#behind.add(log)
    return false
  }

  /** How far a log has been read, and its head as JSON; the place is null where it is to be read anew. */
  #knownOf(log: string) {
    const { database, projection } = this.#options
    const sql = 'select * from places where projection = ? and log = ?'
    const known = database.get(sql, projection.name, log)
    if (!known) return undefined
    const place: Place = { edition: String(known.edition), end: Number(known.end) }
    return {
      place: place.edition === UNREAD ? null : place,
      // each append asks, and few need it
      head: String(known.head),
      records: Number(known.records),
    }
  }

  /** `added`: how many records there are more than before. */
  #note(log: string, { edition, end }: Place, head: Head, added: number): void {
    const { database, projection } = this.#options
    const sql = `insert into places values (?, ?, ?, ?, ?, ?, 0) on conflict do update set
      edition = excluded.edition, end = excluded.end, records = records + excluded.records`
    database.run(sql, projection.name, log, edition, end, JSON.stringify(head), added)
  }

  #noteRewritten(log: string, head: Head, { from, end, records }: Rewritten): void {
    this.#options.database.inOneGo(() => {
      const known = this.#knownOf(log)
      if (known && isEqual(known.place, from))
        return this.#note(log, end, head, records - known.records)
      // an index that has not read so far cannot know which of the records it lacks
      this.#forget(log)
      this.#behind.add(log)
    })
  }

  /** Takes out what was read of a log that is another one by now; under this head, if not known yet. */
  #readAnew(log: string, head?: Head): void {
    const { database, projection, onLoss } = this.#options
    const known = head === undefined ? (this.#knownOf(log)?.head ?? 'null') : JSON.stringify(head)
    this.#forget(log)
    const sql = 'insert into places values (?, ?, ?, 0, ?, 0, 1)'
    if (onLoss) database.run(sql, projection.name, log, UNREAD, known)
  }

  #forget(log: string): void {
    const { database, projection } = this.#options
    projection.forget(database, log)
    database.run('delete from places where projection = ? and log = ?', projection.name, log)
    this.#behind.delete(log)
  }

  #tellMissing(log: string): void {
    const { projection, report } = this.#options
    report(`${projection.name}: ${log} is missing, and what stood in it is lost.`)
  }

  #tell(failure: unknown): void {
    const reason = failure instanceof Error ? failure.message : String(failure)
    this.#options.report(reason)
  }
}

function isEqual(one: Place | null | undefined, other: Place | null | undefined): boolean {
  return one?.edition === other?.edition && one?.end === other?.end
}

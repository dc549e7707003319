import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Answer, Tables, Value } from '../records/record-log.ts'
import {
  isDamage,
  isHeld,
  isRefusal,
  keepChecksum,
  openDatabase,
  removeDatabase,
  takeChecksum,
} from './database.ts'

const VERSION = 2
/** What a kill costs is what came in this time, which is read again from the logs. */
const COMMIT_MS = 200

/**
 * Which projections there are, and up to which place each has read which log: so many records, and
 * whether some are missing that had been there.
 */
const schema = `
create table projections (name text primary key, version integer not null) without rowid;
create table places (
  projection text not null, log text not null, edition text not null, end integer not null,
  head text not null, records integer not null, is_lacking integer not null,
  primary key (projection, log)
) without rowid;
`

/**
 * The database of all projections of a data folder; deleted at any time it is made again. Where the
 * disk takes nothing it is in memory, so that what the logs hold can be found all the same.
 */
export class IndexDatabase implements Tables {
  readonly #file: string
  readonly #statements = new Map<string, StatementSync>()
  readonly #hearers: (() => void)[] = []
  #db: DatabaseSync
  #timer: NodeJS.Timeout | undefined
  #isInMemory = false
  #isAsLeft: boolean

  /** Throws where another process holds it. */
  constructor(file: string) {
    this.#file = file
    const isAsKept = takeChecksum(file)
    this.#db = this.#open()
    this.#isAsLeft = isAsKept && !this.#isInMemory
  }

  /** True where the last process has closed it and nothing has touched it since. */
  get isAsLeft(): boolean {
    return this.#isAsLeft
  }

  run(sql: string, ...values: Value[]): void {
    this.#prepared(sql).run(...values)
  }

  get(sql: string, ...values: Value[]): Answer | undefined {
    return this.#prepared(sql).get(...values)
  }

  all(sql: string, ...values: Value[]): Answer[] {
    return this.#prepared(sql).all(...values)
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /** All of it or nothing. It reaches the file a moment later, together with what else came. */
  inOneGo<Result>(work: () => Result): Result {
    if (!this.#db.isTransaction) {
      this.#db.exec('begin')
      this.#commitLater()
    }
    this.#db.exec('savepoint go')
    try {
      const result = work()
      this.#db.exec('release go')
      return result
    } catch (failure) {
      const isWhole = this.#db.isTransaction
      if (isWhole) this.#db.exec('rollback to go; release go')
      // what had come before has gone with it
      if (!this.makeAnewAfter(failure) && !isWhole) this.#lost()
      throw failure
    }
  }

  /** What was done in one go outlives a kill. */
  keep(): void {
    try {
      this.#commit()
    } catch (failure) {
      if (!this.makeAnewAfter(failure)) throw failure
    }
  }

  /** What has been deleted is nowhere in the files any more. */
  purge(): void {
    this.keep()
    try {
      this.#db.exec('pragma wal_checkpoint(truncate)')
    } catch (failure) {
      // a file that cannot be cleaned is not kept
      if (!this.makeAnewAfter(failure)) throw failure
      removeDatabase(this.#file)
    }
  }

  /** Calls whenever something is gone that the tables had, perhaps all of them. */
  onLost(hear: () => void): void {
    this.#hearers.push(hear)
  }

  /** Makes an empty one where the failure says that the file is damaged or takes no more; false elsewhere. */
  makeAnewAfter(failure: unknown): boolean {
    if (!isDamage(failure) && !isRefusal(failure)) return false
    this.#end()
    if (isDamage(failure)) removeDatabase(this.#file)
    this.#db = isDamage(failure) ? this.#open() : this.#openInMemory()
    this.#lost()
    return true
  }

  /** `isComplete` where every projection has read every log to its end. */
  close(isComplete: boolean): void {
    const isStored = this.#commitOrWait()
    this.#end()
    if (isComplete && isStored && !this.#isInMemory) keepChecksum(this.#file)
  }

  #open(): DatabaseSync {
    try {
      return openDatabase(this.#file, { version: VERSION, schema })
    } catch (failure) {
      if (isHeld(failure)) throw failure
      return this.#openInMemory()
    }
  }

  #openInMemory(): DatabaseSync {
    this.#isInMemory = true
    const db = new DatabaseSync(':memory:')
    db.exec(schema)
    return db
  }

  #commitLater(): void {
    this.#timer = setTimeout(() => this.#commitOrWait(), COMMIT_MS).unref()
  }

  #commit(): void {
    clearTimeout(this.#timer)
    if (this.#db.isTransaction) this.#db.exec('commit')
  }

  /** A disk that is full may have room later; until then memory has it, and the logs. */
  #commitOrWait(): boolean {
    try {
      this.#commit()
      return true
    } catch (failure) {
      if (this.#db.isTransaction && isRefusal(failure)) this.#commitLater()
      else if (!this.makeAnewAfter(failure)) this.#lost()
      return false
    }
  }

  #lost(): void {
    this.#isAsLeft = false
    for (const hear of this.#hearers) hear()
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#statements.clear()
    try {
      this.#db.close()
    } catch (failure) {
      // what is damaged may not be closed in order
      if (!isDamage(failure)) throw failure
    }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'

/** A value of a column; text, numbers and null. */
export type Value = SQLInputValue

/** One row of an answer, by the names of its columns. */
export type Answer = Readonly<Record<string, unknown>>

/** The tables of a projection. Each call works at once and takes well under a millisecond. */
export interface Tables {
  run(sql: string, ...values: Value[]): void
  get(sql: string, ...values: Value[]): Answer | undefined
  all(sql: string, ...values: Value[]): Answer[]
}

/** The log that a record stands in. */
export interface Origin<Head> {
  /** Its name. */
  readonly log: string
  readonly head: Head
}

/**
 * What is found, ordered and counted of records: tables that can be made again out of the logs at any
 * time, and hold nothing else.
 */
export interface Projection<Row, Head> {
  /** Every table's name begins with it and an underscore. */
  readonly name: string
  /** Raised with the tables and with what `apply` makes of a record, not with a query. */
  readonly version: number
  /** SQL that makes the tables and their indexes. */
  readonly tables: string
  /** True where the tables hold nothing of what records say: a removal leaves nothing to be wiped. */
  readonly isBare?: boolean
  /** Puts a record in that stands behind all those of its log that have been put in. */
  apply(tables: Tables, row: Row, origin: Origin<Head>): void
  /** Takes out whatever has come from a log. */
  forget(tables: Tables, log: string): void
}

/** A kind of records: the logs are named by their domain, each of them begins with a head. */
export interface RecordKind<Row, Head> {
  /** The schema version of the records, which a newer program raises. */
  readonly version: number
  readonly row: z.ZodType<Row>
  readonly head: z.ZodType<Head>
  readonly projection: Projection<Row, Head>
  /** Hears of a log in which records are missing that had been there, after each start until `madeGood`. */
  readonly onLoss?: (log: string) => void
}

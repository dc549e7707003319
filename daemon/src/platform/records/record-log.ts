import { crc32 } from 'node:zlib'
import type { z } from 'zod'

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
  /** Where tables keep a trace of what was deleted: wipes it, a piece at a time. */
  purge?(tables: Tables): Iterable<void>
}

/** The log that a record stands in. */
export interface Origin<Head> {
  /** Its name. */
  readonly log: string
  readonly head: Head
}

/** The tables of a projection. Each call works at once and takes well under a millisecond. */
export interface Tables {
  run(sql: string, ...values: Value[]): void
  get(sql: string, ...values: Value[]): Answer | undefined
  all(sql: string, ...values: Value[]): Answer[]
}

/** A value of a column. */
export type Value = string | number | bigint | null

/** One row of an answer, by the names of its columns. */
export type Answer = Readonly<Record<string, unknown>>

/**
 * A place between two records of a log: what stands before it never changes. A log that is rewritten
 * is another `edition`, in which no earlier place counts.
 */
export interface Place {
  readonly edition: string
  /** Grows with every record, in a unit of the log's own; places of one edition can be compared. */
  readonly end: number
}

/** Some records of a log that follow one another, and the place behind the last of them. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  readonly end: Place
}

/** Where records have been put: behind `from`, null where they are the first. */
export interface Appended {
  readonly from: Place | null
  readonly end: Place
}

/** Which records of a log count, where later ones say the same as earlier ones, or take them back. */
export interface Choice<Row> {
  /** Hears of each record in order; `at` counts them from 0. */
  see(row: Row, at: number): void
  /** The records that say the same as all that were seen. */
  counting(): Iterable<number>
}

/** A log that has become another edition. */
export interface Rewritten {
  /** Where the former one ended. */
  readonly from: Place | null
  readonly end: Place
  /** Records in it. */
  readonly records: number
}

/**
 * Records of one kind in the order in which they came; they are only ever added. `Head` says once
 * what the log is about. Every method may throw `STORE_NEWER`, where a newer version has written, and
 * then leaves everything untouched.
 */
export interface RecordLog<Row, Head> {
  /**
   * Adds records as one: all of them are there for good when it resolves, and none of them when it
   * rejects (`STORE_FULL`, `STORE_READONLY`). Those of several callers may be stored together.
   */
  append(rows: readonly Row[], options?: { readonly isDurable?: boolean }): Promise<Appended>
  /** Undefined for a log that holds nothing. */
  head(): Promise<Head | undefined>
  /** Behind the last record; null for a log that holds nothing. */
  end(): Promise<Place | null>
  /**
   * The records behind a place, all of them for null, in slices between which others work. Throws
   * `LogRewritten` where the place is none of this log or stops being one: begin anew then.
   */
  slices(from: Place | null): AsyncGenerator<Slice<Row>>
  /** Every record. */
  rows(): Promise<Row[]>
  /** The same as JSON texts that have been checked but not parsed. */
  texts(): Promise<Buffer[]>
  /** Puts these records in the place of all: nothing is left of what is not among them. */
  rewrite(rows: readonly Row[]): Promise<Rewritten>
  /** Rewrites the log with those of its records that count, whatever is appended meanwhile included. */
  compact(choose: () => Choice<Row>): Promise<Rewritten>
  /** Nothing of the log is left when it resolves; later appends throw `NOT_FOUND`. */
  remove(): Promise<void>
}

/** The logs of one kind by name; a name never comes from a client. */
export interface RecordLogs<Row, Head> {
  /** The `end` of each log that there is, by name. */
  ends(): Promise<ReadonlyMap<string, number>>
  /**
   * Hands out a log while `work` runs; it begins with its first record, under this head. The same
   * log is never open twice.
   */
  use<Result>(
    name: string,
    head: Head | null,
    work: (log: RecordLog<Row, Head>) => Promise<Result>,
  ): Promise<Result>
}

/** The log is another than the place says that was to be read from. */
export class LogRewritten extends Error {}

const START = '{"c":"'
/** Of `{"c":"0123abcd","r":`. */
const BEFORE = 20
const BRACE_CLOSE = 125

/**
 * A line of a log, JSON as a whole: `{"c":"…","r":…}` where `c` is the CRC-32 of the record's JSON in
 * eight hexadecimal digits. It ends in a newline.
 */
export function lineOf(record: unknown): string {
  const text = JSON.stringify(record)
  const check = crc32(text).toString(16).padStart(8, '0')
  return `{"c":"${check}","r":${text}}\n`
}

/** The record's JSON in a line without its newline; undefined where the line is damaged. */
export function textIn(line: Buffer): Buffer | undefined {
  const text = knownTextIn(line)
  const before = line.toString('latin1', 0, BEFORE)
  const isWhole =
    line[line.length - 1] === BRACE_CLOSE &&
    before.startsWith(START) &&
    Number.parseInt(before.slice(START.length), 16) === crc32(text)
  return isWhole ? text : undefined
}

/** The same of a line that is known to be right. */
export function knownTextIn(line: Buffer): Buffer {
  return line.subarray(BEFORE, line.length - 1)
}

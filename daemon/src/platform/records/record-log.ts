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

/** The log is another than the place says that was to be read from. */
export class LogRewritten extends Error {}

/** Read at once. */
export const CHUNK_BYTES = 256 * 1024
/** Handed on at once: what is made of so many takes a few milliseconds. */
const SLICE_BYTES = 32 * 1024
export const NEWLINE = 10

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

/** Some lines that follow one another. */
interface Lines {
  /** Without their newlines. */
  readonly lines: readonly Buffer[]
  /** The byte behind the last of them. */
  readonly end: number
}

/**
 * The lines from a byte on, as far as they are whole; `read` gives so many bytes from one on. What is
 * left of a line at the end of a piece is read again with the next, so that nothing is copied.
 */
export async function* wholeLines(
  from: number,
  read: (at: number, bytes: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Lines> {
  let at = from
  let length = CHUNK_BYTES
  for (let bytes = await read(at, length); bytes; bytes = await read(at, length)) {
    let lines: Buffer[] = []
    let [start, handedOn] = [0, 0]
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, start)) {
      lines.push(bytes.subarray(start, to))
      start = to + 1
      if (start - handedOn < SLICE_BYTES) continue
      yield { lines, end: at + start }
      ;[lines, handedOn] = [[], start]
    }
    if (lines.length > 0) yield { lines, end: at + start }
    if (start === 0 && bytes.length < length) return
    length = start > 0 ? CHUNK_BYTES : length * 2
    at += start
  }
}

/** The lines of records, joined to pieces that are worth a write. */
export function* linesOf(rows: Iterable<unknown>): Generator<Buffer> {
  let lines = ''
  for (const row of rows) {
    lines += lineOf(row)
    if (lines.length < CHUNK_BYTES) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}

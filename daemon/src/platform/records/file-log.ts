import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import {
  failStored,
  keepDamaged,
  newerVersion,
  setAside,
  storageError,
  syncFolderOf,
  unlessMissing,
  writeFileDurably,
} from '../storage/file-system.ts'
import type { OpenFiles } from '../storage/open-files.ts'
import { parseJson } from '../storage/parse-json.ts'
import { groupCommit, serialQueue } from '../storage/serial-queue.ts'
import {
  type Appended,
  type Choice,
  knownTextIn,
  LogRewritten,
  lineOf,
  type Place,
  type RecordKind,
  type RecordLog,
  type Rewritten,
  type Slice,
  textIn,
} from './record-log.ts'

export interface LogOptions<Row, Head>
  extends Pick<RecordKind<Row, Head>, 'version' | 'row' | 'head'> {
  readonly files: OpenFiles
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

type FileLogOptions<Row, Head> = LogOptions<Row, Head> & { readonly path: string }

const First = z.object({ v: z.int().min(1), edition: z.string(), head: z.unknown() })
type First = z.infer<typeof First>

interface Waiting {
  readonly rows: readonly unknown[]
  readonly isDurable: boolean
  appended: Appended | undefined
}

const NEWLINE = 10
const BRACE = 123
const END_OF_LINE = Buffer.from('\n')
/** Read at once. */
const CHUNK_BYTES = 256 * 1024
/** Handed on at once: what is made of so many takes a few milliseconds. */
const SLICE_BYTES = 32 * 1024
const FIRST_LINE_BYTES = 4096

/**
 * A log in a file of JSON lines (`lineOf`), the first of which is
 * `{"v","edition","head"}`. Appends that wait together are written and synchronised together; what
 * failed is cut off again before anything else is appended. An unfinished last line is cut off at the
 * first use, a damaged one moved to `corrupt/` as soon as it is read, a file that is no log at the first
 * use; all are reported.
 */
export class FileLog<Row, Head> implements RecordLog<Row, Head> {
  readonly #options: FileLogOptions<Row, Head>
  readonly #name: string
  readonly #exclusively = serialQueue()
  readonly #commit: (waiting: Waiting) => Promise<void>
  /** What the log begins with where there is none yet; null where that is unknown. */
  #head: Head | null = null
  #opening: Promise<void> | undefined
  /** The first line; undefined while there is no file. */
  #first: First | undefined
  /** Bytes that were stored successfully. */
  #size = 0
  /** Up to here every line was written by this log or has been found right by it. */
  #checkedTo = 0
  /** The end may hold what a failed write has left. */
  #isSuspect = false
  #isRemoved = false

  constructor(options: FileLogOptions<Row, Head>) {
    this.#options = options
    this.#name = basename(options.path)
    this.#commit = groupCommit((waiting) => this.#write(waiting), this.#exclusively)
  }

  get isRemoved(): boolean {
    return this.#isRemoved
  }

  /** Says what the log is about, should it have to begin. */
  about(head: Head | null): this {
    this.#head ??= head
    return this
  }

  async append(rows: readonly Row[], { isDurable = true } = {}): Promise<Appended> {
    await this.#open()
    const waiting: Waiting = { rows, isDurable, appended: undefined }
    await this.#commit(waiting)
    if (!waiting.appended) throw new Error(`${this.#name}: nothing was written.`)
    return waiting.appended
  }

  async head(): Promise<Head | undefined> {
    await this.#open()
    return this.#options.head.safeParse(this.#first?.head).data
  }

  async end(): Promise<Place | null> {
    await this.#open()
    return this.#exclusively(async () => this.#end())
  }

  async *slices(from: Place | null): AsyncGenerator<Slice<Row>> {
    for await (const { items, end } of this.#checked(from)) {
      const rows: Row[] = []
      for (const text of items) {
        const row = this.#rowIn(text)
        if (row === undefined) throw await this.#repaired()
        rows.push(row)
      }
      yield { items: rows, end }
    }
  }

  rows(): Promise<Row[]> {
    return this.#all(() => this.slices(null))
  }

  texts(): Promise<Buffer[]> {
    return this.#all(() => this.#checked(null))
  }

  async rewrite(rows: readonly Row[]): Promise<Rewritten> {
    await this.#open()
    return this.#exclusively(async () => {
      const from = this.#end()
      return { from, end: await this.#replace(linesOf(rows)), records: rows.length }
    })
  }

  compact(choose: () => Choice<Row>): Promise<Rewritten> {
    return untilOfOneEdition(() => this.#compactAsChosen(choose()))
  }

  async #compactAsChosen(choice: Choice<Row>): Promise<Rewritten> {
    let place: Place | null = null
    let at = 0
    for (;;) {
      for await (const { items, end } of this.slices(place)) {
        for (const row of items) choice.see(row, at++)
        place = end
      }
      const compacted = await this.#exclusively(async () => {
        const from = this.#end()
        // what has been appended meanwhile is seen before
        if (from?.edition !== place?.edition || from?.end !== place?.end) return undefined
        const counting = new Set(choice.counting())
        const end = await this.#replace(this.#lines((_, number) => counting.has(number - 1)))
        return { from, end, records: counting.size }
      })
      if (compacted) return compacted
    }
  }

  async remove(): Promise<void> {
    const { files, path } = this.#options
    await this.#exclusively(async () => {
      await files.close(path)
      await files.fs.rm(path, { force: true }).catch(failStored)
      this.#isRemoved = true
      this.#first = undefined
      this.#size = 0
      await syncFolderOf(files.fs, path).catch(failStored)
    })
  }

  #all<Item>(read: () => AsyncGenerator<Slice<Item>>): Promise<Item[]> {
    return untilOfOneEdition(async () => {
      const all: Item[] = []
      for await (const { items } of read()) for (const item of items) all.push(item)
      return all
    })
  }

  /** The records behind a place as texts whose checks are right. */
  async *#checked(from: Place | null): AsyncGenerator<Slice<Buffer>> {
    await this.#open()
    const edition = this.#first?.edition
    if (from && (from.edition !== edition || from.end > this.#size)) throw new LogRewritten()
    if (edition === undefined) return
    let isFirst = !from
    let start = from?.end ?? 0
    // others work between two pieces
    const read = (at: number, bytes: number) =>
      this.#exclusively(async () => {
        if (this.#first?.edition !== edition || this.#isRemoved) throw new LogRewritten()
        return this.#chunk(at, bytes)
      })
    for await (const { lines, end } of wholeLines(start, read)) {
      const records = isFirst ? lines.slice(1) : lines
      isFirst = false
      const items = records.map(end <= this.#checkedTo ? knownTextIn : textIn)
      if (!items.every((text) => text !== undefined)) throw await this.#repaired()
      if (start <= this.#checkedTo) this.#checkedTo = Math.max(this.#checkedTo, end)
      start = end
      yield { items, end: { edition, end } }
    }
  }

  async #chunk(at: number, bytes: number): Promise<Buffer | undefined> {
    const { files, path } = this.#options
    const to = Math.min(at + bytes, this.#size)
    return to > at ? files.use(path, (handle) => readExactly(handle, at, to)) : undefined
  }

  #rowIn(text: Buffer): Row | undefined {
    return this.#options.row.safeParse(parseJson(text)).data
  }

  /** Looks at the header and at the end alone, so that it costs the same for every file. */
  #open(): Promise<void> {
    this.#opening ??= this.#exclusively(() => this.#look()).catch((error) => {
      this.#opening = undefined
      throw storageError(error)
    })
    return this.#opening
  }

  async #look(): Promise<void> {
    const { files, path, version, report } = this.#options
    const found = await files.fs.stat(path).catch(unlessMissing)
    if (found?.isDirectory()) {
      await setAside(path, files.fs)
      report(`${this.#name} was a folder, which has been moved to corrupt/.`)
      return
    }
    const size = found?.size
    this.#size = size ?? 0
    this.#checkedTo = 0
    // a kill may have come between the name and the first byte; where it stays it harms nobody
    if (size === 0) await Promise.allSettled([files.fs.rm(path, { force: true })])
    if (!size) return
    const { first, end, isLog } = await files.use(path, (handle) => edgesOf(handle, this.#size))
    const header = First.safeParse(first && parseJson(textIn(first) ?? first)).data
    if (header && header.v > version) throw newerVersion(path)
    if (isLog && end < this.#size) {
      this.#size = end
      await this.#restore()
      report(`${this.#name} ended in an unfinished line, which was cut off.`)
    }
    this.#first = header
    if (header || this.#size === 0) return
    if (isLog && this.#head !== null) return this.#repair()
    await files.close(path)
    await setAside(path, files.fs)
    this.#size = 0
    report(`${this.#name} is no readable log and has been moved to corrupt/.`)
  }

  async #write(waiting: readonly Waiting[]): Promise<void> {
    const { files, path } = this.#options
    if (this.#isRemoved) throw new AppError('NOT_FOUND', 'This has been deleted meanwhile.')
    const before = this.#first
    try {
      if (this.#isSuspect) await this.#restore()
      const first = this.#beginning()
      const parts = before ? [] : [Buffer.from(lineOf(first))]
      let [from, size] = [this.#end(), this.#size + (parts[0]?.length ?? 0)]
      for (const each of waiting) {
        const bytes = Buffer.from(each.rows.map(lineOf).join(''))
        parts.push(bytes)
        size += bytes.length
        const end = { edition: first.edition, end: size }
        each.appended = { from, end }
        from = end
      }
      const isDurable = !before || waiting.some((each) => each.isDurable)
      await files.use(path, async (handle) => {
        await writeExactly(handle, Buffer.concat(parts), this.#size)
        if (isDurable) await handle.datasync()
      })
      if (!before) await syncFolderOf(files.fs, path)
      this.#first = first
      if (this.#checkedTo === this.#size) this.#checkedTo = size
      this.#size = size
    } catch (error) {
      this.#isSuspect = true
      await Promise.allSettled([this.#restore()])
      throw storageError(error)
    }
  }

  #beginning(): First {
    if (this.#first) return this.#first
    const [v, head] = [this.#options.version, this.#head]
    if (head === null) throw new Error(`${this.#name} has no head to begin with.`)
    return { v, edition: randomUUID(), head }
  }

  #end(): Place | null {
    return this.#first ? { edition: this.#first.edition, end: this.#size } : null
  }

  /** Moves damaged lines to `corrupt/`; what else was read of the log is of another edition then. */
  async #repaired(): Promise<LogRewritten> {
    const edition = this.#first?.edition
    await this.#exclusively(async () => {
      // of several readers the first has repaired it
      if (this.#first?.edition === edition) await this.#repair()
    })
    return new LogRewritten()
  }

  async #repair(): Promise<void> {
    const { files, path, report } = this.#options
    const damaged: Buffer[] = []
    const numbers: number[] = []
    let number = 0
    for await (const { lines } of wholeLines(0, (at, bytes) => this.#chunk(at, bytes))) {
      for (const line of lines) {
        number += 1
        if (number === 1 ? this.#first : this.#isGood(line)) continue
        damaged.push(line, END_OF_LINE)
        numbers.push(number)
      }
    }
    await keepDamaged(path, Buffer.concat(damaged), files.fs).catch(failStored)
    await this.#replace(this.#lines((line) => this.#isGood(line)))
    const what = numbers.length === 1 ? 'a damaged line' : `${numbers.length} damaged lines`
    const places = numbers.slice(0, 5).join(', ')
    report(`${this.#name} held ${what} (${places}), kept in corrupt/ from now on.`)
  }

  /** The lines of records that `isKept` keeps, by their numbers from 1 on. */
  async *#lines(isKept: (line: Buffer, number: number) => boolean): AsyncGenerator<Buffer> {
    let number = 0
    for await (const { lines } of wholeLines(0, (at, bytes) => this.#chunk(at, bytes))) {
      const kept: Buffer[] = []
      for (const line of lines) {
        if (number > 0 && isKept(line, number)) kept.push(line, END_OF_LINE)
        number += 1
      }
      yield Buffer.concat(kept)
    }
  }

  #isGood(line: Buffer): boolean {
    const text = textIn(line)
    return text !== undefined && this.#rowIn(text) !== undefined
  }

  /** Puts a new edition of these lines in the place of the file. */
  async #replace(lines: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<Place> {
    const { files, path } = this.#options
    if (this.#isRemoved) throw new AppError('NOT_FOUND', 'This has been deleted meanwhile.')
    const first = { ...this.#beginning(), edition: randomUUID() }
    const head = Buffer.from(lineOf(first))
    let size = head.length
    async function* content() {
      yield head
      for await (const some of lines) {
        size += some.length
        yield some
      }
      // the file that is replaced has been read to its end
      await files.close(path)
    }
    try {
      await writeFileDurably(path, content(), { fs: files.fs })
    } catch (error) {
      // it may have come before or after the new file was in place
      this.#opening = undefined
      throw storageError(error)
    }
    this.#first = first
    this.#size = size
    this.#checkedTo = size
    this.#isSuspect = false
    return { edition: first.edition, end: size }
  }

  /** After a failure: a fresh descriptor, the end where it last was good, and that synchronised. */
  async #restore(): Promise<void> {
    const { files, path } = this.#options
    await files.close(path)
    if (this.#size === 0) await files.fs.rm(path, { force: true })
    else
      await files.use(path, async (handle) => {
        await handle.truncate(this.#size)
        await handle.datasync()
      })
    this.#isSuspect = false
  }
}

/** Begins anew as long as the log becomes another edition meanwhile. */
async function untilOfOneEdition<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LogRewritten)) throw error
    }
  }
}

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
async function* wholeLines(
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
function* linesOf(rows: Iterable<unknown>): Generator<Buffer> {
  let lines = ''
  for (const row of rows) {
    lines += lineOf(row)
    if (lines.length < CHUNK_BYTES) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}

/** `isLog` is false where nothing of it can have been written by a log, not even in part. */
async function edgesOf(handle: FileHandle, size: number) {
  const [first, end] = [await firstLine(handle, size), await endOfLines(handle, size)]
  const isLog = end > 0 || (await readExactly(handle, 0, 1))[0] === BRACE
  return { first, end, isLog }
}

/** The first line without its newline; undefined where there is none. */
async function firstLine(handle: FileHandle, size: number): Promise<Buffer | undefined> {
  const start = await readExactly(handle, 0, Math.min(size, FIRST_LINE_BYTES))
  const end = start.indexOf(NEWLINE)
  return end < 0 ? undefined : start.subarray(0, end)
}

/** The byte behind the last newline. */
async function endOfLines(handle: FileHandle, size: number): Promise<number> {
  for (let to = size; to > 0; to -= CHUNK_BYTES) {
    const from = Math.max(0, to - CHUNK_BYTES)
    const newline = (await readExactly(handle, from, to)).lastIndexOf(NEWLINE)
    if (newline >= 0) return from + newline + 1
  }
  return 0
}

async function writeExactly(handle: FileHandle, bytes: Buffer, from: number): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) {
    const rest = bytes.byteLength - written
    const { bytesWritten } = await handle.write(bytes, written, rest, from + written)
    written += bytesWritten
  }
}

/** The bytes from one position up to another; throws where the file ends before. */
async function readExactly(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from)
  let done = 0
  while (done < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, done, bytes.byteLength - done, from + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

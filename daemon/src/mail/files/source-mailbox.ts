import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Hearer, MailboxNews } from '../mailbox/mailbox-news.ts'
import { readDate } from '../message/read-date.ts'
import type {
  FetchedMail,
  Mailbox,
  MailboxBatch,
  MailboxCursor,
  MailboxHealth,
  SavedDraft,
} from '../ports.ts'

/** A collection of raw mails that can only be looked at as a whole, such as a file. */
export interface MailSource {
  /** As in `Mailbox`. */
  readonly identity: string
  /**
   * A text that differs whenever the mails may differ, had without reading them. Rejects with
   * `MAIL_FILE` where the collection cannot be read.
   */
  version(signal: AbortSignal): Promise<string>
  /** Every mail in it, in no order; rejects as `version` does. */
  list(signal: AbortSignal): Promise<readonly SourceMail[]>
}

/** One mail of a collection. */
export interface SourceMail {
  /** Below 2^48; the same for as long as the mail is the same. */
  readonly uid: number
  /** ISO 8601, UTC; undefined where the mail has gone meanwhile. */
  receivedAt(): Promise<string | undefined>
  /** Undefined where the mail has gone meanwhile. */
  read(): Promise<FetchedMail | undefined>
}

/** What a mailbox of files says about itself. */
export interface SourceMailboxSettings {
  readonly kind: 'files' | 'sample'
  readonly label: string
  readonly composeUrl: string
  readonly clock: Clock
}

const BATCH_MAILS = 100
const BATCH_BYTES = 8 * 1024 * 1024

/**
 * A mailbox over a collection of mails. It keeps no connection and takes no drafts; a failure of the
 * collection makes it `unreadable` until it can be read again.
 */
export class SourceMailbox implements Mailbox {
  readonly identity: string
  readonly #source: MailSource
  readonly #info: Omit<SourceMailboxSettings, 'clock'>
  readonly #clock: Clock
  readonly #news: MailboxNews
  #stopWatching: (() => void) | undefined
  /** The version that was read or told of last. */
  #seen: string | undefined

  constructor(source: MailSource, { clock, ...info }: SourceMailboxSettings) {
    this.identity = source.identity
    this.#source = source
    this.#info = info
    this.#clock = clock
    // The sample needs no reading to be there.
    const state = info.kind === 'sample' ? 'ready' : 'connecting'
    this.#news = new MailboxNews(clock, () => new Date(), state)
  }

  health(): MailboxHealth {
    const unknown = { provider: null, appPasswordUrl: null, canSaveDrafts: false }
    return { ...this.#info, ...unknown, ...this.#news.condition }
  }

  async connect(signal: AbortSignal): Promise<void> {
    await this.#look(signal)
  }

  /**
   * Numbers follow no order here, so what is new is found by comparing them with the known ones; until
   * a reading has ended its cursors therefore call everything missing.
   */
  async *changes(
    since: MailboxCursor | null,
    known: () => Promise<readonly number[]>,
    signal: AbortSignal,
  ): AsyncGenerator<MailboxBatch> {
    const uidValidity = String(sourceUid('numbers of version 1', this.identity))
    const modseq = await this.#look(signal)
    const ended = { uidValidity, uidNext: UID_LIMIT, modseq, missing: '' }
    const base = since?.uidValidity === uidValidity ? since : null
    const isSame = base?.missing === '' && base.modseq === modseq
    const stored = new Set(base && !isSame ? await known() : [])
    const listed = isSame ? [] : await this.#attempt(() => this.#source.list(signal))
    const wanted = await newestFirst(listed.filter(({ uid }) => !stored.has(uid)))
    let isReset = since !== null && base === null
    let expected = wanted.length
    for await (const mails of this.#inBatches(wanted, signal)) {
      yield {
        isReset,
        expected,
        mails,
        gone: [],
        cursor: { ...ended, modseq: null, missing: '1:*' },
      }
      isReset = false
      expected -= mails.length
    }
    for (const { uid } of listed) stored.delete(uid)
    yield { isReset, expected: 0, mails: [], gone: [...stored], cursor: ended }
    this.#seen = modseq
  }

  async *#inBatches(
    wanted: readonly SourceMail[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly FetchedMail[]> {
    let batch: FetchedMail[] = []
    let bytes = 0
    for (const { read } of wanted) {
      signal.throwIfAborted()
      const mail = await this.#attempt(read)
      if (!mail) continue
      batch.push(mail)
      bytes += mail.source.length
      if (batch.length < BATCH_MAILS && bytes < BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
    }
    if (batch.length > 0) yield batch
  }

  watch(hear: Hearer): () => void {
    this.#news.add(hear)
    this.#stopWatching ??= watchSource(
      (signal) => this.#look(signal),
      (version) => this.#compare(version),
      this.#clock,
    )
    return () => {
      this.#news.remove(hear)
      if (!this.#news.isWatched) this.#rest()
    }
  }

  webLink(): string {
    return ''
  }

  async saveDraft(): Promise<SavedDraft> {
    throw new AppError('MAIL_DRAFT', 'This mailbox takes no drafts.')
  }

  async close(): Promise<void> {
    this.#news.end()
    this.#rest()
  }

  #look(signal: AbortSignal): Promise<string> {
    return this.#attempt(() => this.#source.version(signal))
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      this.#news.become('ready', null)
      return result
    } catch (failure) {
      if (failure instanceof AppError) this.#news.become('unreadable', failure.message)
      throw failure
    }
  }

  #compare(version: string): void {
    const isNews = this.#seen !== undefined && this.#seen !== version
    this.#seen = version
    if (isNews) this.#news.tell('mail')
  }

  #rest(): void {
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }
}

async function newestFirst(mails: readonly SourceMail[]): Promise<SourceMail[]> {
  const dated: { mail: SourceMail; at: string }[] = []
  for (const mail of mails) {
    const at = await mail.receivedAt()
    if (at !== undefined) dated.push({ mail, at })
  }
  return dated.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ mail }) => mail)
}

const POLL_MS = 5000
/** Looking takes at most a fiftieth of the time, however large the collection. */
const REST = 50

/**
 * Looks at a collection every 5 s, or more seldom where a look takes long, and tells its version each
 * time, until the returned function is called. Files on network disks tell nobody of changes, so this
 * asks. A look that fails is for `look` to report; the next one follows all the same.
 */
export function watchSource(
  look: (signal: AbortSignal) => Promise<string>,
  onVersion: (version: string) => void,
  clock: Clock,
): () => void {
  const stopping = new AbortController()
  let cancel = () => {}

  async function round(): Promise<void> {
    const began = clock.now()
    const version = await look(stopping.signal).catch(() => undefined)
    if (stopping.signal.aborted) return
    if (version !== undefined) onVersion(version)
    cancel = clock.after(Math.max(POLL_MS, REST * (clock.now() - began)), round)
  }

  void round()
  return () => {
    stopping.abort()
    cancel()
  }
}

/** Above every number that a mail of a file can have. */
const UID_LIMIT = 2 ** 48

/** The number of a mail that is the same in every run: 48 bits of a hash, never 0. */
export function sourceUid(...parts: readonly (string | Uint8Array)[]): number {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest().readUIntBE(0, 6) || 1
}

/** The largest mail that is read as a whole (security design, 14.2). */
const MAX_BYTES = 25 * 1024 * 1024

/** What of a larger one is read: its texts nearly always stand before its files. */
const BEGINNING_BYTES = 1024 * 1024

/** How many bytes of a mail of this size are to be read. */
export function wantedBytes(size: number): number {
  return size > MAX_BYTES ? BEGINNING_BYTES : size
}

/** Bytes of a file from `start`, at most `length`; fewer at its end. */
export async function readRange(path: string, start: number, length: number): Promise<Buffer> {
  await using file = await open(path)
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, start)
  return bytes.subarray(0, bytesRead)
}

/** How much of a mail is looked at for its dates. */
export const HEAD_BYTES = 64 * 1024

/**
 * When a mail arrived, ISO 8601 in UTC: the topmost Received header, else the Date header, else
 * `otherwise`, which is for instance when its file was written.
 */
export function receivedAt(head: Uint8Array, otherwise: Date): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const headers = text.slice(0, end).replace(/\r?\n[ \t]+/g, ' ')
  const received = /^received:.*;([^;\r\n]+)$/im.exec(headers)?.[1]
  const sent = /^date:(.*)$/im.exec(headers)?.[1]
  return readDate(received).date ?? readDate(sent).date ?? otherwise.toISOString()
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'It does not exist.',
  ENOTDIR: 'It does not exist.',
  EACCES: 'Shortlist may not read it.',
  EPERM: 'Shortlist may not read it.',
  EIO: 'The disk reports a fault.',
}

/** A failure of the file system as `MAIL_FILE`, with a sentence that names file and cause. */
export function fileFailure(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = causes[code] ?? 'It could not be read.'
  return new AppError('MAIL_FILE', `Cannot read the mailbox ${path}: ${cause}`, { cause: error })
}

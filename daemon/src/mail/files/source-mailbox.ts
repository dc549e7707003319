import { AppError } from '../../errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Hearer, MailboxNews } from '../mailbox/mailbox-news.ts'
import type { FetchedMail, MailboxCursor, SavedDraft } from '../message-ports.ts'
import type { Mailbox, MailboxBatch, MailboxHealth } from '../ports.ts'
import { type MailSource, type SourceMail, sourceUid, UID_LIMIT } from './mail-source.ts'

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
    this.#news = new MailboxNews({ clock, now: () => new Date(), state })
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
    if (at !== null) dated.push({ mail, at })
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

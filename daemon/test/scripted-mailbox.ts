import { createHash } from 'node:crypto'
import type { AppError } from '../src/errors.ts'
import type {
  FetchedMail,
  Mailbox,
  MailboxBatch,
  MailboxCursor,
  MailboxHealth,
  SavedDraft,
} from '../src/mail/ports.ts'

export interface ScriptedSettings {
  readonly identity?: string
  readonly kind?: MailboxHealth['kind']
  /** Mails of one batch; 3 unless told otherwise. */
  readonly batchSize?: number
  /** When a mail comes, by its number; in the first minutes of 1 September 2026 unless told otherwise. */
  readonly receivedAt?: (uid: number) => Date
}

type Hearer = (news: 'mail' | 'health') => void

/** A mailbox in memory that does what a test tells it to. */
export class ScriptedMailbox implements Mailbox {
  readonly identity: string
  /** Raw messages in the Drafts folder, by their number. */
  readonly drafts = new Map<number, Buffer>()
  /** Mails that were handed over so far. */
  fetches = 0
  /** What `connect` rejects with; undefined: it works. */
  refusal: AppError | undefined
  isClosed = false
  readonly #batchSize: number
  readonly #receivedAt: (uid: number) => Date
  readonly #mails = new Map<number, FetchedMail>()
  readonly #hearers = new Set<Hearer>()
  readonly #held: { readonly reach: () => void; readonly released: Promise<void> }[] = []
  #health: MailboxHealth
  #failing: { after: number; readonly failure: unknown } | undefined
  #uidValidity = 1
  #uidNext = 1
  #modseq = 1

  constructor(settings: ScriptedSettings = {}) {
    const { kind = 'imap', batchSize = 3 } = settings
    this.identity = settings.identity ?? 'imap://ada@mail.example/INBOX'
    this.#batchSize = batchSize
    this.#receivedAt =
      settings.receivedAt ?? ((uid) => new Date(Date.UTC(2026, 8, 1) + uid * 60_000))
    this.#health = {
      kind,
      state: 'ready',
      label: kind === 'sample' ? 'Sample mail' : 'ada@mail.example',
      provider: null,
      appPasswordUrl: null,
      retryAt: null,
      canSaveDrafts: true,
      composeUrl: 'https://mail.example/compose',
      error: null,
    }
  }

  /** Puts raw messages into the mailbox; who watches is told. Gives their numbers. */
  deliver(...sources: readonly Uint8Array[]): readonly number[] {
    const uids = sources.map((source) => {
      const uid = this.#uidNext++
      const receivedAt = this.#receivedAt(uid).toISOString()
      this.#mails.set(uid, { uid, receivedAt, source, isWhole: true, parts: [] })
      return uid
    })
    this.#tell('mail')
    return uids
  }

  delete(...uids: readonly number[]): void {
    for (const uid of uids) this.#mails.delete(uid)
    this.#tell('mail')
  }

  /** Numbers all mails anew, from 1. */
  resetUidValidity(): void {
    const kept = [...this.#mails.values()]
    this.#mails.clear()
    this.#uidValidity += 1
    this.#uidNext = 1
    for (const mail of kept) {
      const uid = this.#uidNext++
      this.#mails.set(uid, { ...mail, uid })
    }
    this.#tell('mail')
  }

  /** The batch after so many further ones fails, once. */
  failAfter(after: number, failure: unknown): void {
    this.#failing = { after, failure }
  }

  /** The next batch waits until it is released; `reached` resolves when it does. */
  hold(): { readonly reached: Promise<void>; readonly release: () => void } {
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    this.#held.push({ reach: reached.resolve, released: released.promise })
    return { reached: reached.promise, release: released.resolve }
  }

  /** Changes how the mailbox is doing; who watches is told. */
  become(change: Partial<MailboxHealth>): void {
    this.#health = { ...this.#health, ...change }
    this.#tell('health')
  }

  health(): MailboxHealth {
    return this.#health
  }

  async connect(): Promise<void> {
    if (this.refusal) throw this.refusal
    this.#health = { ...this.#health, state: 'ready', error: null }
  }

  async *changes(
    since: MailboxCursor | null,
    known: () => Promise<readonly number[]>,
    signal: AbortSignal,
  ): AsyncGenerator<MailboxBatch> {
    const isReset = since !== null && since.uidValidity !== String(this.#uidValidity)
    const base = isReset ? null : since
    const missing = new Set(base?.missing.split(','))
    const isWanted = (uid: number) => !base || uid >= base.uidNext || missing.has(String(uid))
    // what comes from here on belongs to the next reading
    const listed = this.#cursor()
    const wanted = [...this.#mails.keys()].filter(isWanted).sort((a, b) => b - a)
    const gone = base ? (await known()).filter((uid) => !this.#mails.has(uid)) : []
    for (let at = 0; at < wanted.length; at += this.#batchSize) {
      await this.#step(signal)
      const rest = wanted.slice(at + this.#batchSize)
      const uids = wanted.slice(at, at + this.#batchSize)
      const mails = uids.flatMap((uid) => this.#mails.get(uid) ?? [])
      this.fetches += mails.length
      const expected = mails.length + rest.length
      const first = isReset && at === 0
      const cursor = { ...listed, missing: rest.join(',') }
      yield { isReset: first, expected, mails, gone: [], cursor }
    }
    await this.#step(signal)
    const first = isReset && wanted.length === 0
    yield { isReset: first, expected: 0, mails: [], gone, cursor: listed }
  }

  watch(hear: Hearer): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  webLink(messageId: string): string {
    return messageId === '' ? '' : `https://mail.example/#${messageId}`
  }

  async saveDraft(
    raw: Uint8Array,
    messageId: string,
    previous: SavedDraft | null,
    signal: AbortSignal,
  ): Promise<SavedDraft> {
    signal.throwIfAborted()
    const old = previous && this.drafts.get(previous.uid)
    if (previous && old && sha256(old) === previous.sha256) this.drafts.delete(previous.uid)
    const uid = Math.max(0, ...this.drafts.keys(), previous?.uid ?? 0) + 1
    this.drafts.set(uid, Buffer.from(raw))
    return { uid, uidValidity: '1', messageId, sha256: sha256(raw) }
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.#hearers.clear()
  }

  #tell(news: 'mail' | 'health'): void {
    this.#modseq += 1
    for (const hear of [...this.#hearers]) hear(news)
  }

  #cursor(): MailboxCursor {
    return {
      uidValidity: String(this.#uidValidity),
      uidNext: this.#uidNext,
      modseq: String(this.#modseq),
      missing: '',
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    const hold = this.#held.shift()
    hold?.reach()
    await hold?.released
    signal.throwIfAborted()
    if (!this.#failing) return
    const { after, failure } = this.#failing
    this.#failing = after > 0 ? { after: after - 1, failure } : undefined
    if (after === 0) throw failure
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

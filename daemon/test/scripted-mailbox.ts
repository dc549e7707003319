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

/** A mailbox in memory that does what a test tells it to. */
export interface ScriptedMailbox extends Mailbox {
  /** Mails that were handed over so far. */
  readonly fetches: number
  /** Raw messages in the Drafts folder, by their number. */
  readonly drafts: ReadonlyMap<number, Buffer>
  /** Puts raw messages into the mailbox; who watches is told. Gives their numbers. */
  deliver(...sources: readonly Uint8Array[]): readonly number[]
  delete(...uids: readonly number[]): void
  /** Numbers all mails anew, from 1. */
  resetUidValidity(): void
  /** The batch after so many further ones fails, once. */
  failAfter(batches: number, failure: AppError): void
  /** The next batch waits until the returned function is called; `reached` resolves when it does. */
  hold(): { readonly reached: Promise<void>; release(): void }
  /** Changes how the mailbox is doing; who watches is told. */
  become(health: Partial<MailboxHealth>): void
  /** What `connect` rejects with from now on; undefined: it works. */
  refuse(failure: AppError | undefined): void
}

export interface ScriptedSettings {
  readonly identity?: string
  readonly kind?: MailboxHealth['kind']
  readonly batchSize?: number
}

interface Held {
  readonly reach: () => void
  readonly released: Promise<void>
}

export function scriptedMailbox(settings: ScriptedSettings = {}): ScriptedMailbox {
  const { identity = 'imap://ada@mail.example/INBOX', kind = 'imap', batchSize = 3 } = settings
  const mails = new Map<number, FetchedMail>()
  const drafts = new Map<number, Buffer>()
  const hearers = new Set<(news: 'mail' | 'health') => void>()
  const held: Held[] = []
  let health: MailboxHealth = {
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
  let [uidValidity, uidNext, modseq, fetches] = [1, 1, 1, 0]
  let failing: { after: number; readonly failure: AppError } | undefined
  let refusal: AppError | undefined

  function tell(news: 'mail' | 'health'): void {
    for (const hear of [...hearers]) hear(news)
  }
  function cursor(missing: readonly number[]): MailboxCursor {
    const known = { uidValidity: String(uidValidity), uidNext, modseq: String(modseq) }
    return { ...known, missing: missing.join(',') }
  }
  async function step(signal: AbortSignal): Promise<void> {
    const hold = held.shift()
    hold?.reach()
    await hold?.released
    signal.throwIfAborted()
    if (!failing) return
    if (failing.after > 0) failing.after -= 1
    else {
      const { failure } = failing
      failing = undefined
      throw failure
    }
  }

  async function* changes(
    since: MailboxCursor | null,
    known: () => readonly number[],
    signal: AbortSignal,
  ): AsyncGenerator<MailboxBatch> {
    const isReset = since !== null && since.uidValidity !== String(uidValidity)
    const base = since && !isReset ? since : null
    const missing = base ? base.missing.split(',').filter(Boolean).map(Number) : []
    const isWanted = (uid: number) => !base || uid >= base.uidNext || missing.includes(uid)
    const wanted = [...mails.keys()].filter(isWanted).sort((a, b) => b - a)
    const gone = base ? known().filter((uid) => !mails.has(uid)) : []
    for (let at = 0; at < wanted.length; at += batchSize) {
      await step(signal)
      const batch = wanted.slice(at, at + batchSize).flatMap((uid) => mails.get(uid) ?? [])
      const rest = wanted.slice(at + batchSize)
      fetches += batch.length
      yield {
        isReset: isReset && at === 0,
        expected: batch.length + rest.length,
        mails: batch,
        gone: [],
        cursor: cursor(rest),
      }
    }
    await step(signal)
    yield {
      isReset: isReset && wanted.length === 0,
      expected: 0,
      mails: [],
      gone,
      cursor: cursor([]),
    }
  }

  return {
    identity,
    drafts,
    get fetches() {
      return fetches
    },
    health: () => health,
    async connect() {
      if (refusal) throw refusal
    },
    changes,
    watch(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    webLink: (messageId) => (messageId === '' ? '' : `https://mail.example/#${messageId}`),
    async saveDraft(raw, messageId, previous, signal) {
      signal.throwIfAborted()
      const bytes = Buffer.from(raw)
      const old = previous && drafts.get(previous.uid)
      if (old && sha256(old) === previous.sha256) drafts.delete(previous.uid)
      const uid = Math.max(0, ...drafts.keys()) + 1
      drafts.set(uid, bytes)
      const saved: SavedDraft = { uid, uidValidity: '1', messageId, sha256: sha256(bytes) }
      return saved
    },
    async close() {
      hearers.clear()
    },
    deliver(...sources) {
      const uids = sources.map((source) => {
        const uid = uidNext++
        const receivedAt = new Date(Date.UTC(2026, 8, 1) + uid * 60_000).toISOString()
        mails.set(uid, { uid, receivedAt, source, isWhole: true, parts: [] })
        return uid
      })
      modseq += 1
      tell('mail')
      return uids
    },
    delete(...uids) {
      for (const uid of uids) mails.delete(uid)
      modseq += 1
      tell('mail')
    },
    resetUidValidity() {
      const kept = [...mails.values()]
      mails.clear()
      uidValidity += 1
      uidNext = 1
      for (const mail of kept) mails.set(uidNext, { ...mail, uid: uidNext++ })
      tell('mail')
    },
    failAfter(after, failure) {
      failing = { after, failure }
    },
    hold() {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held.push({ reach: reached.resolve, released: released.promise })
      return { reached: reached.promise, release: released.resolve }
    },
    become(change) {
      health = { ...health, ...change }
      tell('health')
    },
    refuse(failure) {
      refusal = failure
    },
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

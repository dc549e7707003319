import { randomUUID } from 'node:crypto'
import type { MailWarning, SyncProgress, SyncReply } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import { type AccountMail, previewBody, type RunningSync } from './account-mail.ts'
import { AnalysisRound, restoreEvents } from './analyze-mail.ts'
import { Envelope, type FetchedMail, type MailboxBatch, type ReadMessage } from './ports.ts'
import type { MailsRead, NewMail, RenumberedMail } from './store/mail-store.ts'

const NO_MAILBOX = 'Gmail must be connected before syncing emails'

/**
 * Syncs an account, or joins the sync that runs. Resolves when the mails are stored; their analyses
 * follow as events. Throws `MAIL_NOT_CONNECTED` where no mailbox is set up, `MAIL_SYNC` where it
 * cannot be read, `CAL_NOT_CONNECTED`, `CAL_TOKEN_REVOKED`, `STORE_FULL` or `STORE_READONLY`.
 */
export async function beginSync(
  account: AccountMail | undefined,
  asked: 'all' | 'none',
): Promise<SyncReply> {
  if (!account || account.closing.aborted) throw new AppError('MAIL_NOT_CONNECTED', NO_MAILBOX)
  account.parts.warmUp?.()
  if (!account.run) {
    await checkMailbox(account)
    await account.parts.appointments.check(account.userId)
  }
  const run = account.run ?? begin(account, { readsMailbox: true, retriesFailed: true })
  return run.answerWith(async () => {
    const [emails, waiting] = await Promise.all([
      asked === 'all' ? account.emails() : [],
      account.store.mails.countWaiting(),
    ])
    return {
      emails,
      status: 'preliminary',
      analysisInProgress: account.run !== undefined && waiting > 0,
      performance: { totalFetched: run.fetched, newStored: run.added },
    }
  })
}

/** Goes on with a sync that a crash has cut off, where mailbox and calendar are there. */
export async function resumeSync(account: AccountMail): Promise<void> {
  const { store } = account
  if (!store.isSyncing) return
  if ((await store.mails.countWaiting()) === 0 && (await store.mails.unplaced()).length === 0)
    return
  try {
    await account.mailbox.connect(account.closing)
    await account.parts.appointments.check(account.userId)
  } catch (failure) {
    if (failure instanceof AppError || account.closing.aborted) return
    throw failure
  }
  if (account.closing.aborted) return
  if (!account.run) begin(account, { readsMailbox: true, retriesFailed: false })
}

/** Analyses what was stored meanwhile, where syncs are used and the calendar is there. */
export async function beginAnalysis(account: AccountMail): Promise<void> {
  const { run, store, parts, userId } = account
  if (run) {
    if (run.takeUp()) return
    await run.ended
  }
  const waiting = await store.mails.waiting(0, { isFailedToo: false })
  if (waiting.length === 0 || store.lastSync === null) return
  if (account.run || account.closing.aborted) return
  if (!(await parts.appointments.status(userId)).connected) return
  begin(account, { readsMailbox: false, retriesFailed: false })
}

function begin(account: AccountMail, kind: SyncKind): SyncRun {
  const run = new SyncRun(account, kind)
  account.run = run
  account.parts.background.run(() => run.ended)
  return run
}

/** A mailbox that was out of reach a moment ago is tried once more. */
async function checkMailbox(account: AccountMail): Promise<void> {
  const { state } = account.mailbox.health()
  if (state === 'ready' || state === 'connecting') return
  try {
    await account.mailbox.connect(account.closing)
  } catch (failure) {
    throw syncFailure(failure, { isClosing: account.closing.aborted, isCancelled: false }).answer
  }
}

interface SyncKind {
  /** False where the mailbox has just been read. */
  readonly readsMailbox: boolean
  /** Whether mails are analysed again whose analysis has failed before. */
  readonly retriesFailed: boolean
}

/** The answer waits so long for the mailbox to be read; the rest is read after it. */
const ANSWER_LIMIT_MS = 10_000

/** A mailbox that takes longer than this after its first mails is analysed while it is read. */
const SOON_MS = 300

/** Time for the answer to reach the client before the next event (wire contract, rule T3). */
const AFTER_ANSWER_MS = 100

/**
 * One sync of an account from its beginning to its end, which is told exactly once: by
 * `sync-complete` or by `sync-error` (wire contract, rule T4).
 */
class SyncRun implements RunningSync {
  readonly ended: Promise<void>
  fetched = 0
  added = 0
  readonly #account: AccountMail
  readonly #kind: SyncKind
  readonly #id = randomUUID()
  readonly #round: AnalysisRound
  readonly #startedAt: string
  readonly #answered = Promise.withResolvers<void>()
  /** Answers that are being made. */
  readonly #answers = new Set<Promise<unknown>>()
  /** Unsettled while the answer is on its way: it replaces what was told before the client had it. */
  #answerLeft = Promise.resolve()
  readonly #close = () => this.#round.stop()
  #isCancelled = false
  /** Forgets that mails are soon analysed while others are fetched. */
  #forgetSoon: (() => void) | undefined
  /** The mailbox failed after a part of it was read; told when that part is analysed. */
  #readFailure: { readonly reason: unknown } | undefined

  constructor(account: AccountMail, kind: SyncKind) {
    this.#account = account
    this.#kind = kind
    this.#round = new AnalysisRound(account, {
      syncId: this.#id,
      retriesFailed: kind.retriesFailed,
      mayTell: () => this.#answerLeft,
    })
    this.#startedAt = account.parts.now().toISOString()
    this.#answered.promise.catch(() => {})
    account.closing.addEventListener('abort', this.#close, { once: true })
    this.ended = this.#run()
  }

  progress(): SyncProgress {
    return {
      analyzed: this.#round.finished,
      total: this.#round.total,
      emailId: this.#round.current?.emailId ?? null,
      subject: this.#round.current?.subject ?? null,
      startedAt: this.#startedAt,
      isCancelling: this.#isCancelled,
    }
  }

  async answerWith<Answer>(make: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#answered.promise.then(make)
    this.#answers.add(answer)
    return answer.finally(() => this.#answers.delete(answer))
  }

  cancel(): void {
    this.#isCancelled = true
    this.#round.stop()
  }

  takeUp(): boolean {
    return this.#round.takeUp()
  }

  async #run(): Promise<void> {
    try {
      const begun = this.#account.store.beginSync()
      begun.catch(() => {})
      await this.#round.countWaiting()
      if (this.#kind.readsMailbox) await this.#read()
      await begun
      this.#answer()
      await this.#answerLeft
      await restoreEvents(this.#account, this.#id)
      await this.#round.placeLeftOver()
      await this.#round.run()
      await this.#retryEvents()
      this.#round.checkStopped()
      if (this.#readFailure) throw this.#readFailure.reason
      await this.#complete()
    } catch (failure) {
      await this.#round.halt()
      await this.#fail(failure)
    }
  }

  async #read(): Promise<void> {
    const { stopping } = this.#round
    const { clock } = this.#account.parts
    const forget = clock.after(ANSWER_LIMIT_MS, () => this.#answer())
    try {
      await drainMailbox(this.#account, stopping, (step) => this.#noteStep(step))
    } catch (failure) {
      if (stopping.aborted) return
      if (this.fetched === 0) throw failure
      this.#readFailure = { reason: failure }
    } finally {
      this.#round.noteStored(0, 0)
      forget()
      this.#forgetSoon?.()
    }
  }

  #noteStep({ fetched, added, remaining }: DrainStep): void {
    this.fetched += fetched
    this.added += added.length
    this.#round.noteStored(added.length, remaining)
    if (remaining > 0) this.#analyzeSoon()
    this.#round.tellProgress()
  }

  /** Begins with what is stored while the rest is fetched, unless that is a matter of moments. */
  #analyzeSoon(): void {
    const { clock } = this.#account.parts
    this.#forgetSoon ??= clock.after(SOON_MS, () => this.#round.begin())
    this.#round.takeUp()
  }

  /**
   * Lets the answer go. It replaces what the client has, so that nothing is told until it is there: a
   * first turn of the timers lets it be written, the second one lets it travel.
   */
  #answer(): void {
    const { clock } = this.#account.parts
    const { stopping } = this.#round
    const { promise, resolve } = Promise.withResolvers<void>()
    stopping.addEventListener('abort', () => resolve(), { once: true })
    if (stopping.aborted) resolve()
    this.#answerLeft = promise
    this.#answered.resolve()
    Promise.allSettled(this.#answers).then(() => {
      clock.after(0, () => clock.after(AFTER_ANSWER_MS, resolve))
    })
  }

  async #retryEvents(): Promise<void> {
    if (this.#round.stopping.aborted) return
    const { parts, userId } = this.#account
    await this.#account.tellChanged(await parts.appointments.retryFailed(userId, this.#id))
  }

  async #complete(): Promise<void> {
    const account = this.#account
    const { found: analyzed, failed, missed } = this.#round
    const { appointments } = account.parts
    const eventsCreated = await appointments.createdIn(account.userId, this.#id)
    const lastSync = account.parts.now().toISOString()
    await account.store.endSync(lastSync)
    await account.store.tidy()
    this.#end()
    const { fetched: totalFetched, added: newStored } = this
    const counts = { totalFetched, newStored, analyzed, failed, eventsCreated, missed }
    account.tell('sync-complete', { ...counts, lastSync })
  }

  async #fail(failure: unknown): Promise<void> {
    const account = this.#account
    const isClosing = account.closing.aborted
    const told = syncFailure(failure, { isClosing, isCancelled: this.#isCancelled })
    if (!(failure instanceof AppError)) account.logFailure('error', failure, 'a sync has failed')
    else account.logFailure('info', failure, 'a sync has ended early')
    // after a stop of the daemon the next start goes on
    if (!isClosing) {
      account.noteDisk(failure)
      await account.store.endSync(null).catch((unstored) => account.noteDisk(unstored))
    }
    this.#end()
    // who asks again now begins a new sync
    this.#answered.reject(told.answer)
    const { finished: analyzed, total } = this.#round
    if (this.#isCancelled && !isClosing) account.tell('sync-cancelled', { analyzed, total })
    account.tell('sync-error', { error: told.sentence })
  }

  #end(): void {
    this.#account.run = undefined
    this.#account.closing.removeEventListener('abort', this.#close)
  }
}

/**
 * What is said of a sync that did not come to its end: `answer` to the call where nothing was read,
 * `INTERNAL` for a mistake of our own, and `sentence` to the screens.
 */
function syncFailure(
  failure: unknown,
  { isClosing, isCancelled }: { readonly isClosing: boolean; readonly isCancelled: boolean },
) {
  const told = (answer: AppError, sentence = answer.message) => ({ answer, sentence })
  if (isClosing) return told(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
  if (isCancelled) return told(new AppError('MAIL_SYNC', 'Sync cancelled'))
  if (!(failure instanceof AppError)) {
    const sentence = 'The sync has failed unexpectedly. Please try again.'
    return told(new AppError('INTERNAL', sentence))
  }
  if (failure.code === 'CAL_TOKEN_REVOKED') {
    // clients look for "Google Calendar tokens" (specification, section 4)
    const sentence =
      'Google Calendar tokens have expired or were revoked. Please reconnect your calendar.'
    return told(failure, sentence)
  }
  const isOfMailbox = failure.code.startsWith('IMAP_') || failure.code.startsWith('MAIL_')
  if (!isOfMailbox) return told(failure)
  const detail = failure.message
  const general = 'Failed to sync emails via IMAP'
  return told(new AppError('MAIL_SYNC', general, { cause: failure, detail }), detail)
}

/** What one step of reading the mailbox has brought. */
interface DrainStep {
  readonly fetched: number
  /** Mails that are stored now and were not known before, newest first. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Mails that are still to come. */
  readonly remaining: number
}

/**
 * Reads what differs in the mailbox and stores it, newest mails first, saying each step once it is
 * on disk; the screens are told of the newest cards at once, and in the end of all others and of
 * those that are gone. Rejects with what the mailbox or the disk says; the steps before stay. Waits
 * for another drain of the same account to end.
 */
export function drainMailbox(
  account: AccountMail,
  signal: AbortSignal,
  onStep: (step: DrainStep) => void = () => {},
): Promise<void> {
  return account.exclusively(async () => {
    const added: string[] = []
    const removed: string[] = []
    try {
      let isFirst = true
      for await (const step of steps(account, signal)) {
        // the newest cards come at once, and all others together, however many batches there are
        if (isFirst && step.remaining > 0) await account.tellChanged(step.added)
        else added.push(...step.added)
        isFirst = false
        removed.push(...step.removed)
        onStep(step)
      }
      account.noteDisk(null)
    } finally {
      await account.tellRemoved(removed)
      await account.tellChanged(added)
    }
  })
}

/** Each batch is read while the one before is stored and the next one is fetched. */
async function* steps(account: AccountMail, signal: AbortSignal): AsyncGenerator<DrainStep> {
  for await (const batch of fetchedAhead(readBatches(account, signal))) {
    signal.throwIfAborted()
    yield await storeBatch(account, batch)
  }
  signal.throwIfAborted()
  if (account.store.cursor?.missing === '') yield await removeStale(account)
}

type ReadBatch = Pick<MailsRead, 'fresh' | 'moved'> & { readonly batch: MailboxBatch }

async function* readBatches(account: AccountMail, signal: AbortSignal): AsyncGenerator<ReadBatch> {
  const { mailbox, store, parts } = account
  const known = () => store.mails.uids()
  const taken = new Set<string>()
  const { cursor } = store
  // whatever is not listed is gone, be it that nobody knows any more how far the mailbox was read
  let isListedAnew = false
  for await (const batch of fetchedAhead(mailbox.changes(cursor, known, signal))) {
    if (!isListedAnew && (batch.isReset || cursor === null)) await store.mails.startEpoch()
    isListedAnew ||= batch.isReset || cursor === null
    const mails = await store.mails.recognise(batch.mails, taken)
    // those that wait for their analysis, too: later the mailbox would be listed again for each of them
    const reading = mails.map(async (mail) => {
      return { ...mail, message: mail.isWaiting ? await parts.reader.read(mail.fetched) : null }
    })
    const read = await Promise.all(reading)
    const storedAt = parts.now().toISOString()
    const fresh: NewMail[] = []
    const moved: RenumberedMail[] = []
    for (const { id, fetched, isStored, message } of read) {
      if (isStored) moved.push({ id, uid: fetched.uid, ...(message && { message }) })
      else if (message) fresh.push({ row: rowOfMail(fetched, message, { id, storedAt }), message })
    }
    yield { batch, fresh, moved }
  }
}

async function storeBatch(
  { store }: AccountMail,
  { batch, fresh, moved }: ReadBatch,
): Promise<DrainStep> {
  const { mails, gone, expected, cursor } = batch
  const removed = await store.mails.idsOf(gone)
  await store.add({ fresh, moved, gone: removed, cursor })
  return {
    fetched: mails.length,
    added: fresh.map(({ row }) => row.id),
    removed,
    remaining: Math.max(0, expected - mails.length),
  }
}

/** Once the whole mailbox is listed anew, what it has not named is not there any more. */
async function removeStale({ store }: AccountMail): Promise<DrainStep> {
  const removed = await store.mails.stale()
  await store.remove(removed)
  return { fetched: 0, added: [], removed, remaining: 0 }
}

/**
 * The same items, each next one fetched while the one before is worked on. Who stops early waits until
 * the source has ended, which a stream of Node does not.
 */
async function* fetchedAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]()
  const fetch = () => {
    const next = items.next()
    // it is awaited later, if at all
    next.catch(() => {})
    return next
  }
  let next = fetch()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = fetch()
      yield value
    }
  } finally {
    await items.return?.()
  }
}

/** More hidden characters than this are no accident. */
const HIDDEN_CHARACTERS = 40

/** A text of this length was cut by the reader (`ReadMessage.text`). */
const TEXT_CHARACTERS = 1024 * 1024

/** A Date header may run ahead of the receiving server by so much. */
const CLOCK_SKEW_MS = 24 * 3_600_000

/** As many references as a reply needs to be put into its conversation (RFC 5322, 3.6.4). */
const REFERENCES = 10

/** What is kept of a mail for good. */
function rowOfMail(
  { uid, receivedAt }: FetchedMail,
  message: ReadMessage,
  { id, storedAt }: { readonly id: string; readonly storedAt: string },
): NewMail['row'] {
  return {
    ...Envelope.parse(message),
    id,
    uid,
    storedAt,
    date: plausible(message.date, receivedAt),
    to: message.to.slice(0, 1),
    references: shortened(message.references),
    preview: previewBody(message.text),
    warnings: warningsOf(message),
  }
}

/** When it was sent, unless that lies in the future of the server that received it. */
function plausible(sent: string | null, received: string): string {
  if (sent === null) return received
  return Date.parse(sent) > Date.parse(received) + CLOCK_SKEW_MS ? received : sent
}

/** The oldest and the latest ones. */
function shortened(references: readonly string[]): string[] {
  if (references.length <= REFERENCES) return [...references]
  return [...references.slice(0, 1), ...references.slice(1 - REFERENCES)]
}

/** What can be said without an analysis. */
function warningsOf(message: ReadMessage): MailWarning[] {
  const signs: readonly [MailWarning, boolean][] = [
    ['unreadable', message.problem !== null],
    ['hidden-text', message.hiddenCharacters > HIDDEN_CHARACTERS],
    ['sender-unproven', message.authentication === 'fail'],
    ['truncated', message.text.length >= TEXT_CHARACTERS],
  ]
  return signs.filter(([, holds]) => holds).map(([warning]) => warning)
}

import { serialQueue } from '../platform/storage/serial-queue.ts'
import type { AccountMail } from './account-mail.ts'
import { analyzeMail } from './analyze-mail.ts'
import { analysisOf, warningsOf } from './email-of.ts'
import { placeEvents } from './place-events.ts'
import type { StoredMail } from './store/mail-records.ts'

interface RoundSettings {
  /** The budget of new events is counted by it. */
  readonly syncId: string
  /** Whether mails are analysed again whose analysis has failed before. */
  readonly retriesFailed: boolean
  /** Resolves when what is found may be told. */
  readonly mayTell: () => Promise<void>
}

/**
 * The analyses of one sync: of every mail that waits, newest first, each told when it begins and
 * when it is stored and its appointments are placed.
 */
export class AnalysisRound {
  found = 0
  failed = 0
  /** Mails that the rules have analysed since the model was away. */
  missed = 0
  /** The mail that was begun last. */
  current: { readonly emailId: string; readonly subject: string } | null = null
  readonly #account: AccountMail
  readonly #settings: RoundSettings
  readonly #stopping = new AbortController()
  /** Mails that were taken up, and the highest number of one that was looked at. */
  readonly #taken = new Set<string>()
  #lookedAt = 0
  /** Mails that wait, before any is taken up. */
  #waiting = 0
  /** Mails that are still to be fetched. */
  #expected = 0
  readonly #working = new Set<Promise<void>>()
  /** So that a mailbox that is being read is hardly held up. */
  readonly #oneByOne = serialQueue()
  readonly #noting = serialQueue()
  #phase: 'before' | 'running' | 'over' = 'before'
  #failure: { readonly reason: unknown } | undefined

  constructor(account: AccountMail, settings: RoundSettings) {
    this.#account = account
    this.#settings = settings
  }

  get finished(): number {
    return this.found + this.failed
  }

  get total(): number {
    const known = this.#phase === 'before' ? this.#waiting : this.#taken.size
    return known + this.#expected
  }

  /** Aborted once no further mail is begun. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Begins no further mail; the first reason is what `checkStopped` throws. */
  stop(reason?: unknown): void {
    if (reason !== undefined) this.#failure ??= { reason }
    this.#stopping.abort()
  }

  /** Throws why the round was stopped, if it was. */
  checkStopped(): void {
    if (this.#failure) throw this.#failure.reason
    this.#stopping.signal.throwIfAborted()
  }

  /** To be called once, before anything is stored. */
  async countWaiting(): Promise<void> {
    this.#waiting = await this.#account.store.mails.countWaiting()
  }

  /** So many mails were stored, and so many are still to be fetched. */
  noteStored(added: number, expected: number): void {
    this.#waiting += added
    this.#expected = expected
  }

  /** Takes up mails that were stored meanwhile; false where the round is over. */
  takeUp(): boolean {
    if (this.#phase === 'running') this.#track(this.#takeWaiting())
    return this.#phase !== 'over'
  }

  /** Takes up the mails that wait now, while others may still be fetched. */
  begin(): void {
    this.#phase = 'running'
    this.#track(this.#takeWaiting())
  }

  /** Begins no further mail and resolves when those in flight have ended. */
  async halt(): Promise<void> {
    this.stop()
    await Promise.all(this.#working)
  }

  /** Resolves when no mail waits any more, or none is begun any more and those in flight have ended. */
  async run(): Promise<void> {
    this.begin()
    do await Promise.all(this.#working)
    while (this.#working.size > 0 || (await this.#takeWaiting()) || this.#working.size > 0)
    this.#phase = 'over'
  }

  /** Places the appointments of mails that were analysed by a sync that was cut off then. */
  async placeLeftOver(): Promise<void> {
    const { store, inFlight } = this.#account
    for (const id of await store.mails.unplaced()) {
      if (this.stopping.aborted) return
      if (inFlight.has(id)) continue
      await placeEvents(this.#account, id, this.#settings.syncId)
      await this.#account.tellChanged([id])
    }
  }

  /** Takes up the mails that wait and were not looked at; false where there are none. */
  async #takeWaiting(): Promise<boolean> {
    if (this.stopping.aborted) return false
    const isFailedToo = this.#settings.retriesFailed
    const waiting = await this.#account.store.mails.waiting(this.#lookedAt, { isFailedToo })
    if (this.stopping.aborted) return false
    for (const { number } of waiting) this.#lookedAt = Math.max(this.#lookedAt, number)
    const fresh = waiting.filter(({ id }) => !this.#taken.has(id))
    for (const { id } of fresh) this.#taken.add(id)
    for (const { id, date } of fresh) {
      const rank = Date.parse(date) || 0
      this.#track(this.#account.parts.pace.run(rank, () => this.#analyze(id)))
    }
    return fresh.length > 0
  }

  #track(work: Promise<unknown>): void {
    const tracked = work
      .then(
        () => {},
        (failure: unknown) => this.stop(failure),
      )
      .finally(() => this.#working.delete(tracked))
    this.#working.add(tracked)
  }

  async #analyze(id: string): Promise<void> {
    const account = this.#account
    if (this.stopping.aborted) return
    // the user has asked for it to be tried again a moment ago
    if (account.inFlight.has(id)) return account.inFlight.get(id)
    await account.analyzing(id, async () => {
      const mail = await account.store.mails.get(id)
      if (!mail || mail.finding) return void this.#taken.delete(id)
      const analyze = () => this.#analyzeNow(mail)
      await (this.#expected > 0 ? this.#oneByOne(analyze) : analyze())
    })
  }

  async #analyzeNow(mail: StoredMail): Promise<void> {
    const account = this.#account
    const { id, subject } = mail.row
    await this.#settings.mayTell()
    this.current = { emailId: id, subject }
    account.tell('email-analyzing', { ...this.#countsFor(id), subject })
    const isFound = await analyzeMail(account, mail, account.closing)
    const { syncId, mayTell } = this.#settings
    if (isFound) await placeEvents(account, id, syncId).catch((failure) => this.stop(failure))
    await mayTell()
    await (isFound ? this.#noteFound(id) : this.#noteFailed(id))
  }

  /** One after the other, so that what is told counts up. */
  #noteFound(id: string): Promise<void> {
    return this.#noting(async () => {
      const mail = await this.#account.store.mails.get(id)
      this.found += 1
      if (mail && mail.missedAt !== null) this.missed += 1
      // the list is told once the mailbox is read
      if (this.#expected > 0) await this.#account.tellChanged([id])
      const events = [...(await this.#account.eventsOf(id))]
      const analysis = mail && analysisOf(mail, events)
      if (analysis) {
        const found = { analysis, events, warnings: warningsOf(mail) }
        this.#account.tell('email-analyzed', { ...this.#countsFor(id), ...found })
      }
      this.tellProgress()
    })
  }

  async #noteFailed(id: string): Promise<void> {
    this.failed += 1
    await this.#account.tellChanged([id])
    this.tellProgress()
  }

  tellProgress(): void {
    this.#account.tell('sync-progress', { analyzed: this.finished, total: this.total })
  }

  #countsFor(emailId: string) {
    return { emailId, analyzedCount: this.finished, totalToAnalyze: this.total }
  }
}

import { AppError } from '../../errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Mailbox, MailboxBatch, MailboxCursor, MailboxHealth, SavedDraft } from '../ports.ts'
import type { MailSource } from './mail-source.ts'
import { sourceChanges } from './source-changes.ts'
import { watchSource } from './watch-source.ts'

/** What a mailbox of files says about itself. */
export interface SourceMailboxSettings {
  readonly kind: 'files' | 'sample'
  readonly label: string
  readonly composeUrl: string
  readonly clock: Clock
}

type Hearer = (news: 'mail' | 'health') => void

/**
 * A mailbox over a collection of mails. It keeps no connection and takes no drafts; a failure of the
 * collection makes it `unreadable` until it can be read again.
 */
export class SourceMailbox implements Mailbox {
  readonly identity: string
  readonly #source: MailSource
  readonly #clock: Clock
  readonly #hearers = new Set<Hearer>()
  #health: MailboxHealth
  #stopWatching: (() => void) | undefined
  /** The version that was read or told of last. */
  #seen: string | undefined

  constructor(source: MailSource, { clock, ...info }: SourceMailboxSettings) {
    this.identity = source.identity
    this.#source = source
    this.#clock = clock
    this.#health = {
      ...info,
      // The sample needs no reading to be there.
      state: info.kind === 'sample' ? 'ready' : 'connecting',
      error: null,
      provider: null,
      appPasswordUrl: null,
      retryAt: null,
      canSaveDrafts: false,
    }
  }

  health(): MailboxHealth {
    return this.#health
  }

  async connect(signal: AbortSignal): Promise<void> {
    await this.#look(signal)
  }

  async *changes(
    since: MailboxCursor | null,
    known: () => Promise<readonly number[]>,
    signal: AbortSignal,
  ): AsyncGenerator<MailboxBatch> {
    const source: MailSource = {
      identity: this.identity,
      version: (signal) => this.#look(signal),
      list: (signal) => this.#list(signal),
    }
    for await (const batch of sourceChanges(source, since, known, signal)) {
      yield batch
      this.#seen = batch.cursor.modseq ?? this.#seen
    }
  }

  watch(hear: Hearer): () => void {
    this.#hearers.add(hear)
    this.#stopWatching ??= watchSource(
      (signal) => this.#look(signal),
      (version) => this.#compare(version),
      this.#clock,
    )
    return () => {
      this.#hearers.delete(hear)
      if (this.#hearers.size === 0) this.#rest()
    }
  }

  webLink(): string {
    return ''
  }

  async saveDraft(): Promise<SavedDraft> {
    throw new AppError('MAIL_DRAFT', 'This mailbox takes no drafts.')
  }

  async close(): Promise<void> {
    this.#hearers.clear()
    this.#rest()
  }

  #look(signal: AbortSignal): Promise<string> {
    return this.#attempt(() => this.#source.version(signal))
  }

  async #list(signal: AbortSignal) {
    const mails = await this.#attempt(() => this.#source.list(signal))
    return mails.map((mail) => ({ ...mail, read: () => this.#attempt(() => mail.read()) }))
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      this.#become('ready', null)
      return result
    } catch (failure) {
      if (failure instanceof AppError) this.#become('unreadable', failure.message)
      throw failure
    }
  }

  #become(state: MailboxHealth['state'], error: string | null): void {
    const isNews = this.#health.state !== state || this.#health.error !== error
    this.#health = { ...this.#health, state, error }
    if (isNews) this.#tell('health')
  }

  #compare(version: string): void {
    const isNews = this.#seen !== undefined && this.#seen !== version
    this.#seen = version
    if (isNews) this.#tell('mail')
  }

  #tell(news: 'mail' | 'health'): void {
    for (const hear of [...this.#hearers]) hear(news)
  }

  #rest(): void {
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }
}

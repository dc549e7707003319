import { isIP } from 'node:net'
import { type ConnectionOptions, getCACertificates } from 'node:tls'
import type { ImapFlow, ImapFlowOptions, MailboxObject } from 'imapflow'
import { AppError } from '../../errors.ts'
import { type Clock, realClock } from '../../platform/clock.ts'
import { AddressRefused, type Reached } from '../../platform/egress/reach.ts'
import type { Log } from '../../platform/log.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { untilAborted } from '../../platform/until-aborted.ts'
import { explainFailure, throttledFor } from './imap-failure.ts'
import { type Condition, type Hearer, MailboxNews } from './mailbox-news.ts'
import { type ImapSettings, imapHost } from './providers.ts'

/** What a connection is made of; all but the log differs in tests alone. */
export interface ConnectionParts {
  readonly log: Pick<Log, 'warn'>
  readonly now?: () => Date
  readonly clock?: Clock
  /** From 0 up to 1. */
  readonly random?: () => number
  readonly timers?: Partial<ImapTimers>
  /** How often news are assumed although the server has told none; 5 minutes. */
  readonly pollMs?: number
}

const POLL_MS = 5 * 60_000

type Work<Result> = (client: ImapFlow) => Promise<Result>

/** One kept connection to a mailbox, opened when it is needed and, while watched, again and again. */
export class ImapConnection {
  readonly #settings: ImapSettings
  readonly #parts: Required<ConnectionParts> & { readonly timers: ImapTimers }
  readonly #news: MailboxNews
  readonly #exclusively = serialQueue()
  readonly #closing = new AbortController()
  #open: OpenImap | undefined
  #isWorking = false
  #failures = 0
  /** What was refused, and until when it is not asked again unless somebody wants it. */
  #refusal: { readonly error: AppError; readonly until: number } | undefined

  constructor(settings: ImapSettings, parts: ConnectionParts) {
    this.#settings = settings
    const usual = { now: () => new Date(), clock: realClock, random: Math.random, pollMs: POLL_MS }
    this.#parts = { ...usual, ...parts, timers: { ...imapTimers, ...parts.timers } }
    this.#news = new MailboxNews(this.#parts.clock, this.#parts.now)
  }

  get condition(): Condition {
    return this.#news.condition
  }

  /**
   * Works on the connection, alone, with the mailbox's folder open. What the vendor throws closes
   * the connection and becomes an `AppError`; an abort rejects at once with its reason, and what
   * was asked ends by itself. Where a kept connection turns out to be dead, work that is repeatable
   * is done once more on a new one.
   */
  run<Result>(
    work: Work<Result>,
    signal: AbortSignal,
    { isRepeatable = false } = {},
  ): Promise<Result> {
    const run = () => this.#exclusively(() => this.#work(work, signal, isRepeatable))
    return untilAborted(run, signal)
  }

  /** Tries right now, whatever was refused before. */
  async connect(signal: AbortSignal): Promise<void> {
    this.#refusal = undefined
    await this.run((client) => client.noop(), signal, { isRepeatable: true })
  }

  watch(hear: Hearer): () => void {
    const isFirst = !this.#news.isWatched
    this.#news.add(hear)
    if (isFirst) {
      this.#news.every(this.#parts.pollMs, () => {
        if (this.#open) this.#news.tell('mail')
      })
      if (!this.#open) this.#reconnect()
    }
    return () => this.#news.remove(hear)
  }

  async close(): Promise<void> {
    this.#news.end()
    this.#closing.abort(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
    await this.#exclusively(async () => {})
  }

  async #work<Result>(
    work: Work<Result>,
    signal: AbortSignal,
    isRepeatable: boolean,
  ): Promise<Result> {
    signal.throwIfAborted()
    this.#closing.signal.throwIfAborted()
    const isKept = this.#open !== undefined
    this.#isWorking = true
    try {
      const result = await this.#inTime(await this.#opened(), work)
      if (this.#open?.client.usable) this.#news.become('ready', null)
      return result
    } catch (error) {
      if (!isRepeatable || !isKept || !this.#isLoss(error)) throw this.#fail(error)
      this.#drop()
    } finally {
      this.#isWorking = false
      if (this.#open && !this.#open.client.usable) this.#lose(this.#open)
    }
    return this.#work(work, signal, false)
  }

  async #inTime<Result>(open: OpenImap, work: Work<Result>): Promise<Result> {
    const { clock, timers } = this.#parts
    const home = open.client.mailbox
    const cancel = clock.after(timers.workMs, open.giveUp)
    try {
      return await work(open.client).finally(() => this.#goHome(open.client, home))
    } finally {
      cancel()
    }
  }

  /** News are told of the folder that is open, so that it has to be the mailbox's again. */
  async #goHome(client: ImapFlow, home: ImapFlow['mailbox']): Promise<void> {
    if (!client.usable || !home) return
    if (client.mailbox && client.mailbox.path === home.path) return
    try {
      const { exists, uidNext } = await openFolder(client, this.#settings.folder)
      if (exists !== home.exists || uidNext !== home.uidNext) this.#news.tell('mail')
    } catch (error) {
      // what was asked has been done; the connection is another matter
      this.#fail(error)
    }
  }

  async #opened(): Promise<OpenImap> {
    if (this.#open?.client.usable) return this.#open
    const { timers, clock } = this.#parts
    if (this.#refusal && clock.now() < this.#refusal.until) throw this.#refusal.error
    const onThrottle = (milliseconds: number) => {
      const { state, sentence } = throttledFor(milliseconds)
      this.#news.become(state, sentence, milliseconds)
    }
    const { signal } = this.#closing
    const open = await openImap(this.#settings, { timers, onThrottle, signal })
    this.#open = open
    await openFolder(open.client, this.#settings.folder)
    this.#listen(open)
    this.#failures = 0
    this.#refusal = undefined
    this.#news.become('ready', null)
    return open
  }

  #listen(open: OpenImap): void {
    const { client } = open
    const path = client.mailbox ? client.mailbox.path : ''
    client.on('exists', (news) => {
      if (news.path === path) this.#news.tell('mail')
    })
    client.on('expunge', (news) => {
      if (news.path === path && !news.earlier) this.#news.tell('mail')
    })
    client.on('close', () => {
      // what is being asked fails by itself, and says more
      if (!this.#isWorking) this.#lose(open)
    })
  }

  /** A kept connection has ended while nobody needed it, as servers do with those that rest. */
  #lose(open: OpenImap): void {
    if (this.#open !== open) return
    this.#open = undefined
    const wait = retryDelay(1, this.#parts.random)
    this.#news.retry(wait, 'connecting', null, () => this.#reconnect())
  }

  #reconnect(): void {
    this.#refusal = undefined
    this.run(async () => {}, this.#closing.signal).then(
      () => this.#news.tell('mail'),
      // its condition is told, and the next attempt planned
      () => {},
    )
  }

  #isLoss(error: unknown): boolean {
    if (error instanceof AppError) return false
    const problem = this.#open?.problem() ?? error
    return explainFailure(problem, this.#settings)?.code === 'IMAP_NET'
  }

  #drop(): void {
    const open = this.#open
    this.#open = undefined
    open?.client.close()
  }

  /** Closes what is open and tells what has become of it; answers with what is to be thrown. */
  #fail(error: unknown): unknown {
    if (error instanceof AppError) return error
    const problem = this.#open?.problem() ?? error
    this.#drop()
    if (this.#closing.signal.aborted) return this.#closing.signal.reason
    this.#failures += 1
    const { log, clock, random } = this.#parts
    const failure = explainFailure(problem, this.#settings) ?? explainFailure(error, this.#settings)
    const wait = failure?.waitMs ?? retryDelay(this.#failures, random)
    const { state, sentence } = failure ?? mistake
    this.#news.retry(wait, state, sentence, () => this.#reconnect())
    if (!failure) {
      log.warn({ err: error }, 'the mailbox failed unexpectedly')
      return error
    }
    log.warn({ code: failure.code, failures: this.#failures }, 'the mailbox failed')
    const refusal = new AppError(failure.code, sentence, { cause: problem })
    if (failure.waitMs !== null) this.#refusal = { error: refusal, until: clock.now() + wait }
    return refusal
  }
}

const mistake = {
  state: 'unreachable',
  sentence: 'The mailbox could not be read because of a mistake in Shortlist.',
} as const

const FIRST_MS = 1000
const LONGEST_MS = 5 * 60_000

/**
 * How long to wait after so many failures in a row, in milliseconds: 1 s, doubling up to 5 min, of
 * which up to a half is taken off by chance, so that many clients do not come back at once.
 */
export function retryDelay(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 30))
  return Math.round(full * (1 - random() / 2))
}

/** How patient a connection is, and when it begins to listen for news; all in milliseconds. */
export const imapTimers = {
  /** Until the transport is up. */
  connectMs: 15_000,
  greetingMs: 10_000,
  /** Until somebody is signed in, however busy the line is. */
  openMs: 60_000,
  /** For one piece of work, however busy the line is. */
  workMs: 10 * 60_000,
  /** Silence in which an answer was due. */
  silenceMs: 60_000,
  /** Rest after which the server is asked to tell of new mail (IDLE). */
  idleAfterMs: 1_000,
}
type ImapTimers = Readonly<typeof imapTimers>

/** A server that sends more than it was asked for is not to fill the memory. */
const MAX_LITERAL_BYTES = 25 * 1024 * 1024
const MAX_LINE_BYTES = 16 * 1024 * 1024
const MAX_RESPONSE_BYTES = 48 * 1024 * 1024

interface OpeningParts {
  readonly timers: ImapTimers
  /** The server wants so many milliseconds of rest; the command in flight waits meanwhile. */
  onThrottle(milliseconds: number): void
  /** Ends the attempt, or the connection once it is open. */
  readonly signal: AbortSignal
}

export interface OpenImap {
  readonly client: ImapFlow
  /** What broke the connection; what was asked on it rejects with less. */
  problem(): unknown
  /** Closes it because something takes too long. */
  giveUp(): void
}

/** Bytes still trickle in, but nobody waits for them any more. */
class Overdue extends Error {
  override readonly name = 'Overdue'
  readonly code = 'ETIMEOUT'
}

/**
 * A signed-in connection, without a folder. The certificate is always verified. Rejects with what
 * the vendor throws; then nothing stays open.
 */
export async function openImap(settings: ImapSettings, parts: OpeningParts): Promise<OpenImap> {
  const { ImapFlow } = await import('imapflow')
  const reached = await settings.reach?.()
  parts.signal.throwIfAborted()
  if (settings.pin && !reached?.isOwnNetwork) throw new AddressRefused()
  const client = new ImapFlow({ ...optionsOf(settings, parts), ...placeOf(settings, reached) })
  let problem: unknown
  // unheard it would end the process
  client.on('error', (error) => {
    problem ??= error
  })
  const close = () => client.close()
  const giveUp = () => {
    problem ??= new Overdue()
    close()
  }
  parts.signal.addEventListener('abort', close, { once: true })
  client.on('close', () => parts.signal.removeEventListener('abort', close))
  const deadline = setTimeout(giveUp, parts.timers.openMs)
  try {
    await client.connect()
    return { client, problem: () => problem, giveUp }
  } catch (error) {
    // a refused sign-in leaves the socket open
    close()
    throw problem instanceof Overdue ? problem : error
  } finally {
    clearTimeout(deadline)
  }
}

/** The authorities of this computer and the one that the settings name, or a pinned certificate alone. */
export function trusted({ ca, pin }: Pick<ImapSettings, 'ca' | 'pin'>): ConnectionOptions {
  if (!pin) return ca === undefined ? {} : { ca: [...getCACertificates(), ca] }
  const { sha256, der } = pin
  return {
    ca: [`-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`],
    // it need not be the end of its chain
    allowPartialTrustChain: true,
    // whoever shows it is meant, whatever name stands in it; one that it vouches for is another one
    checkServerIdentity: (_name, { fingerprint256 }) =>
      fingerprint256 === sha256
        ? undefined
        : Object.assign(new Error('another certificate'), { code: OTHER_CERTIFICATE }),
  }
}

const OTHER_CERTIFICATE = 'CERT_NOT_PINNED'

/** A host that was looked up is connected to by its address; the certificate is for its name. */
function placeOf(settings: ImapSettings, reached: Reached | undefined) {
  if (!reached) return { host: imapHost(settings) }
  const { address, name } = reached
  return isIP(name) === 0 ? { host: address, servername: name } : { host: address }
}

function optionsOf(settings: ImapSettings, { timers, onThrottle }: OpeningParts): ImapFlowOptions {
  const { port, security, user, appPassword } = settings
  return {
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: appPassword },
    tls: { rejectUnauthorized: true, ...trusted(settings) },
    qresync: true,
    autoIdleDelay: timers.idleAfterMs,
    connectionTimeout: timers.connectMs,
    greetingTimeout: timers.greetingMs,
    socketTimeout: timers.silenceMs,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxLineLength: MAX_LINE_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
    logger: {
      debug: () => {},
      info: () => {},
      error: () => {},
      // what the vendor retries by itself is said nowhere else
      warn({ err }: { err?: { code?: string; throttleReset?: number } }) {
        if (err?.code === 'ETHROTTLE') onThrottle(err.throttleReset ?? 0)
      },
    },
  }
}

/** The connection has ended where the vendor only answers with nothing. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection'
  readonly code = 'NoConnection'
}

/**
 * Opens a folder, for reading unless told otherwise. With the UIDVALIDITY and MODSEQ that were known of
 * it, the server tells what has vanished since (RFC 7162). Throws what the vendor throws;
 * `mailboxMissing` stands on it where there is no such folder.
 */
export async function openFolder(
  client: ImapFlow,
  folder: string,
  options: { readOnly?: boolean; uidValidity?: string; changedSince?: string | null } = {},
): Promise<MailboxObject> {
  const opened: MailboxObject | undefined = await client.mailboxOpen(folder, {
    readOnly: true,
    ...options,
  })
  if (!opened || !client.mailbox) throw new LostConnection()
  return opened
}

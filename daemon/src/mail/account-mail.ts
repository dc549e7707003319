import type { MailEvent, WorkingHours } from '@shortlist/contracts/calendar'
import type { ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'
import type { Analysis, Email, MailWarning, SyncProgress } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import type { Background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import type { Tables } from '../platform/records/record-log.ts'
import type { FileSystem } from '../platform/storage/file-system.ts'
import { serialQueue } from '../platform/storage/serial-queue.ts'
import type { AnalysisPace } from './analysis-pace.ts'
import type {
  Address,
  Analyze,
  Appointments,
  FetchedMail,
  Mailbox,
  MailboxHealth,
  ReadMessage,
} from './ports.ts'
import { countNeeds, type RowsScope } from './rows/page-of-rows.ts'
import { kindOf, type MailRecords, type StoredMail } from './store/mail-records.ts'
import type { MailStore } from './store/mail-store.ts'

/** Whether a model may read mails: `unasked` is no, until the user has been asked. */
export type ModelUse = 'allowed' | 'refused' | 'unasked'

/** What the mail assistant is made of. */
export interface MailParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** What is stored of mailboxes; stays open. */
  readonly records: MailRecords
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly clock: Clock
  readonly background: Background
  readonly realtime: Pick<Realtime, 'publish'>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly appointments: Appointments
  readonly analyze: Analyze
  /** Whether a language model is chosen or found; it may be away all the same. */
  readonly hasModel: () => boolean
  /** Whether it may read the mails of an account; left out, those of all. */
  readonly modelUse?: (userId: string) => ModelUse
  /** How many analyses run at once; told when the model asks for fewer. */
  readonly pace: AnalysisPace
  /** Turns what the mailbox hands over into what a mail says; closed together with the assistant. */
  readonly reader: { read(mail: FetchedMail): Promise<ReadMessage>; close(): Promise<void> | void }
  /** Mails will be read and analysed soon: makes ready in the background what that takes. */
  readonly warmUp?: () => void
  /** The address of this server, without a path. */
  readonly ownUrl: () => string
  /** IANA name of the zone that an account reads times without one in. */
  readonly zoneOf: (userId: string) => string
  /** When an account works; undefined where it has not said so. */
  readonly hoursOf?: (userId: string) => WorkingHours | undefined
  /** The account that the configured mailbox belongs to; undefined while there is none. */
  readonly ownerId: () => Promise<string | undefined>
  /** Opens the mailbox that the account has connected, without contacting it; undefined for none. */
  readonly openOwn: (userId: string) => Promise<Mailbox | undefined>
  /** Accounts that have connected one. */
  readonly ownUsers: () => readonly string[]
  /** Opens the configured mailbox for its owner without contacting it; undefined where there is none. */
  readonly openConfigured: ((userId: string) => Mailbox) | undefined
  /** Opens the sample mailbox, its dates shifted to `anchor`. */
  readonly openSample: (settings: {
    readonly anchor: Date
    readonly userId: string
  }) => Promise<Mailbox>
  /** Accounts without another mailbox begin with the sample one. */
  readonly startsWithSample: boolean
  /** What an account without any mailbox is told. */
  readonly noMailbox: MailboxHealth
  readonly fs?: FileSystem
}

/** More new cards than this are told as one change of the list. */
const CARDS_TOLD = 50
/** So many mails with an appointment ahead are looked at: the next ones. */
const AHEAD_MAX = 50
/** Changes of rows are told together, so often at most. */
const ROWS_TOLD_MS = 500
const aboutRows: ReadonlySet<ServerEventName> = new Set([
  'email-analyzed',
  'email-changed',
  'email-removed',
  'mail-changed',
])

/** One account's mail: its mailbox, what is stored of it and the sync that runs. */
export class AccountMail {
  readonly userId: string
  readonly mailbox: Mailbox
  readonly store: MailStore
  readonly parts: MailParts
  /** Reads of the mailbox, one after the other. */
  readonly exclusively = serialQueue()
  /** Drafts of replies, one after the other. */
  readonly savingDrafts = serialQueue()
  /** Analyses that run, by mail; each resolves when it has ended, however it did. */
  readonly inFlight = new Map<string, Promise<void>>()
  /** Why nothing can be stored, as a sentence. */
  diskProblem: string | null = null
  run: RunningSync | undefined
  readonly #closing = new AbortController()
  /** What is told of cards, so that nobody hears what was before after what is. */
  readonly #telling = serialQueue()
  #stopTellingRows: (() => void) | undefined

  constructor(userId: string, mailbox: Mailbox, store: MailStore, parts: MailParts) {
    this.userId = userId
    this.mailbox = mailbox
    this.store = store
    this.parts = parts
  }

  /** Aborted when the account's mail is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  get isConnected(): boolean {
    return this.mailbox.health().state === 'ready'
  }

  /** Nobody is asked about made-up mails. */
  get modelUse(): ModelUse {
    const use = this.parts.modelUse?.(this.userId) ?? 'allowed'
    return use === 'unasked' && this.mailbox.health().kind === 'sample' ? 'refused' : use
  }

  health(): MailboxHealth {
    const health = this.mailbox.health()
    if (this.diskProblem === null || health.state !== 'ready') return health
    return { ...health, state: 'disk-full', error: this.diskProblem }
  }

  /** Newest first. */
  async emails(limit?: number): Promise<Email[]> {
    const emails: Email[] = []
    for await (const mails of this.store.mails.newestFirst(limit))
      emails.push(...(await this.#emailsOf(mails)))
    return emails
  }

  /** Mails with an appointment in the calendar that is not over, those of the next ones first. */
  async emailsAhead(): Promise<Email[]> {
    const ahead = [...(await this.parts.appointments.ahead(this.userId))]
    const isStanding = ({ state }: MailEvent) => state === 'created'
    const standing = ahead.filter(([, events]) => events.some(isStanding))
    const emails = standing.slice(0, AHEAD_MAX).map(async ([id, events]) => {
      const mail = await this.store.mails.get(id)
      return mail ? [this.#emailOf(mail, events)] : []
    })
    return (await Promise.all(emails)).flat()
  }

  /** Throws `NOT_FOUND`. */
  async email(id: string): Promise<Email> {
    const mail = await this.mail(id)
    return this.#emailOf(mail, await this.eventsOf(id))
  }

  /** Throws `NOT_FOUND`. */
  async mail(id: string): Promise<StoredMail> {
    const mail = await this.store.mails.get(id)
    if (!mail) throw new AppError('NOT_FOUND', 'There is no such email.')
    return mail
  }

  /**
   * What a mail says, read in the mailbox where that is not stored any more. Throws `NOT_FOUND` for a
   * mail that has left the mailbox, and what the mailbox throws.
   */
  async message(id: string): Promise<ReadMessage> {
    const message = (await this.store.textOf(id)) ?? (await this.#fetchAgain(id))
    if (message) return message
    throw new AppError('NOT_FOUND', 'This email is not in the mailbox any more.')
  }

  /** Undefined where the mailbox does not have it any more. */
  #fetchAgain(id: string): Promise<ReadMessage | undefined> {
    const { mailbox, store, parts, closing } = this
    return this.exclusively(async () => {
      const uid = await store.mails.uidOf(id)
      if (!store.cursor || uid === undefined) return undefined
      // as if it were the one mail that is still to be fetched; what is new is left to the next sync
      const since = { ...store.cursor, missing: String(uid) }
      const known = async () => (await store.mails.uids()).filter((each) => each !== uid)
      for await (const { isReset, mails } of mailbox.changes(since, known, closing)) {
        if (isReset || mails.length === 0) return undefined
        const fetched = mails.find((each) => each.uid === uid)
        if (fetched) return parts.reader.read(fetched)
      }
      return undefined
    })
  }

  /** What became of the appointments of a mail. */
  async eventsOf(id: string): Promise<readonly MailEvent[]> {
    return (await this.parts.appointments.eventsOf(this.userId, [id])).get(id) ?? []
  }

  tell<Name extends ServerEventName>(name: Name, payload: ServerEvent<Name>): void {
    this.parts.realtime.publish(this.userId, name, payload)
    if (aboutRows.has(name)) this.tellRows()
  }

  /** Asks the tables of lists about this mailbox, as it is now. */
  async askRows<Result>(ask: (tables: Tables, scope: RowsScope) => Result): Promise<Result> {
    const ahead = [...(await this.parts.appointments.ahead(this.userId))]
    const isWaiting = (events: readonly MailEvent[]) =>
      events.some(({ state }) => state === 'waiting')
    const waiting = ahead.flatMap(([id, events]) => (isWaiting(events) ? [id] : []))
    const now = this.parts.now().toISOString()
    return this.store.mails.ask((tables) => {
      const { number, revision } = this.store.mails.box(tables)
      return ask(tables, { box: number, now, waiting, revision })
    })
  }

  /** Tells the screens in a moment that rows differ, however many do. */
  tellRows(): void {
    if (this.#stopTellingRows || this.closing.aborted) return
    this.#stopTellingRows = this.parts.clock.after(ROWS_TOLD_MS, () => {
      this.#stopTellingRows = undefined
      this.parts.background.run(async () => {
        const told = await this.askRows((tables, scope) => {
          return { revision: scope.revision, needsYou: countNeeds(tables, scope) }
        })
        this.tell('mail-rows-changed', told)
      })
    })
  }

  /** Tells the screens of mails that are new or differ. */
  tellChanged(ids: readonly string[]): Promise<void> {
    return this.#telling(async () => {
      if (ids.length > CARDS_TOLD) return this.tell('mail-changed', {})
      for (const email of await this.#emailsOf(await this.store.mails.getAll(ids)))
        this.tell('email-changed', { email })
    })
  }

  tellRemoved(ids: readonly string[]): Promise<void> {
    return this.#telling(async () => {
      if (ids.length > CARDS_TOLD) this.tell('mail-changed', {})
      else for (const emailId of ids) this.tell('email-removed', { emailId })
    })
  }

  /** Notes that nothing can be stored where a failure says so; null: something was stored. */
  noteDisk(failure: unknown): void {
    const isOfDisk = failure instanceof AppError && failure.code.startsWith('STORE_')
    if (failure !== null && !isOfDisk) return
    const problem = isOfDisk ? failure.message : null
    if (problem === this.diskProblem) return
    this.diskProblem = problem
    this.tell('mail-changed', {})
  }

  /**
   * Writes a failure into the program log: its code where it was foreseen, else its name and where it
   * happened. Never its message, in which an email may be quoted.
   */
  logFailure(level: 'info' | 'warn' | 'error', failure: unknown, sentence: string): void {
    this.parts.log[level](traceOf(failure), sentence)
  }

  /** Analyses a mail, which is `inFlight` meanwhile; where it is already, waits for that instead. */
  async analyzing(id: string, analyze: () => Promise<void>): Promise<void> {
    if (this.inFlight.has(id)) return this.inFlight.get(id)
    const ended = Promise.withResolvers<void>()
    this.inFlight.set(id, ended.promise)
    try {
      await analyze()
    } finally {
      this.inFlight.delete(id)
      ended.resolve()
    }
  }

  /** Stops what runs and lets the mailbox go; what is finished is stored. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#stopTellingRows?.()
    await this.run?.ended
    await this.mailbox.close()
    await Promise.allSettled(this.inFlight.values())
    await this.savingDrafts(async () => {})
    await this.#telling(async () => {})
    await this.exclusively(() => this.store.close())
  }

  async #emailsOf(mails: readonly StoredMail[]): Promise<Email[]> {
    const ids = mails.map(({ row }) => row.id)
    const events = await this.parts.appointments.eventsOf(this.userId, ids)
    return mails.map((mail) => this.#emailOf(mail, events.get(mail.row.id) ?? []))
  }

  #emailOf(mail: StoredMail, events: readonly MailEvent[]): Email {
    const { id, messageId } = mail.row
    // our own view of a mail, for mailboxes without web pages
    const view = `${this.parts.ownUrl()}/api/gmail/emails/${this.userId}/${id}/text`
    const webLink = this.mailbox.webLink(messageId) || view
    return emailOf(mail, { events, webLink, lastSync: this.store.lastSync })
  }
}

/** A sync of an account that has begun and not ended. */
export interface RunningSync {
  /**
   * Makes the answer to a call once the mails are stored, or after 10 s; rejects where none could be
   * read. Analyses are told after the answer has left.
   */
  answerWith<Answer>(make: () => Promise<Answer>): Promise<Answer>
  /** Resolves after the last event. */
  readonly ended: Promise<void>
  /** Mails that the mailbox has handed over. */
  readonly fetched: number
  /** Those of them that were not known before. */
  readonly added: number
  progress(): SyncProgress
  /** Mails in flight are finished, no further one is begun. */
  cancel(): void
  /** Takes up mails that were stored meanwhile; false where this sync is ending already. */
  takeUp(): boolean
}

function traceOf(failure: unknown): { readonly code: string; readonly at?: string[] } {
  if (failure instanceof AppError) return { code: failure.code }
  if (!(failure instanceof Error)) return { code: 'INTERNAL' }
  const frames = failure.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return { code: failure.name, at: frames.map((line) => line.trim()) }
}

type EmailContext = Pick<Email, 'webLink'> &
  Pick<MailStore, 'lastSync'> & { readonly events: readonly MailEvent[] }

/** A stored mail as a card shows it. */
export function emailOf(mail: StoredMail, { events, webLink, lastSync }: EmailContext): Email {
  const { row, finding, failure, correction, draft } = mail
  const analysis = analysisOf(mail, events)
  const { priority, category, status } = kindOf(mail)
  return {
    id: row.id,
    subject: row.subject,
    from: headerForm(row.from),
    replyTo: (row.replyTo ?? row.from).address,
    date: row.date,
    snippet: snippet(row.preview),
    bodyPreview: row.preview,
    webLink,
    analyzed: analysis !== null,
    status,
    failure: analysis ? null : failure,
    analysis,
    summary: finding?.summary ?? null,
    category,
    priority,
    corrected: (['priority', 'category'] as const).filter((field) => correction[field]),
    isNewSinceLastSync: lastSync === null || row.storedAt > lastSync,
    events: [...events],
    warnings: warningsOf(mail),
    draftSavedAt: draft?.savedAt ?? null,
  }
}

/** What to be careful about in a mail, the worst first. */
export function warningsOf({ row, isSuspicious }: StoredMail): MailWarning[] {
  return isSuspicious ? ['suspicious', ...row.warnings] : row.warnings
}

/** What is known of a mail, corrected by the user; null where it is not analysed. */
export function analysisOf(
  { finding, correction }: StoredMail,
  events: readonly MailEvent[],
): Analysis | null {
  if (!finding) return null
  const calendarEvents = events
    .filter(({ state }) => state === 'created')
    .map(({ summary, startTime, endTime, location, link }) => {
      return { summary, startTime, endTime, location, link }
    })
  return { ...finding, ...correction, calendarEvents }
}

/** Name and address as a header shows them. */
export function headerForm({ name, address }: Address): string {
  if (name === '' || name === address) return address
  return address === '' ? name : `${name} <${address}>`
}

const SNIPPET_CHARACTERS = 100
const DOTS = '...'

/** What a card shows of a text: one line of 200 characters, then "..." (specification, section 9). */
export function previewBody(text: string): string {
  return shorten(text, BODY_PREVIEW_CHARACTERS)
}

/** The first words of a text, one line of 100 characters, then "...". */
export function snippet(text: string): string {
  return shorten(text, SNIPPET_CHARACTERS)
}

/**
 * Counts code units, as the specification's screens do, but never splits a character nor adds to dots
 * that are there. White space is not looked for in all of a text.
 */
function shorten(text: string, characters: number): string {
  const line = text
    .slice(0, characters * 20)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= (line.endsWith(DOTS) ? characters + DOTS.length : characters)) return line
  return line.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '') + DOTS
}

import { hash, randomUUID } from 'node:crypto'
import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { SUMMARY_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import type { Finding } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import { serialQueue } from '../platform/storage/serial-queue.ts'
import { type AccountMail, analysisOf, warningsOf } from './account-mail.ts'
import type { MailOfEvents, ReadMessage, TimeContext } from './ports.ts'
import { correspondenceOf, type MailRow, type StoredMail } from './store/mail-records.ts'
import type { FoundInMail } from './store/mail-store.ts'

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
    const { userId, parts } = this.#account
    for (const { id, date } of fresh) {
      const rank = Date.parse(date) || 0
      this.#track(parts.pace.run(userId, rank, () => this.#analyze(id)))
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
    // the user may have asked for it to be tried again a moment ago
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
      const isMissed = mail?.missedAt && this.#account.modelUse === 'allowed'
      if (isMissed) this.missed += 1
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

/**
 * Analyses one mail and stores what was found, or why it failed; resolves to whether it was found.
 * Rejects when `signal` is aborted, and with `STORE_FULL` or `STORE_READONLY`.
 */
export async function analyzeMail(
  account: AccountMail,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, parts } = account
  const { id } = mail.row
  try {
    const found = await findIn(account, mail, signal)
    if (await store.mails.has(id)) await store.saveFinding(id, found)
    parts.pace.succeeded()
    return true
  } catch (failure) {
    signal.throwIfAborted()
    if (failure instanceof AppError && failure.code.startsWith('STORE_')) throw failure
    account.logFailure('warn', failure, 'the analysis of a mail has failed')
    const isKnown = failure instanceof AppError
    const sentence = isKnown ? failure.message : 'The analysis of this email has failed.'
    // a retry or the next sync tries again
    if (await store.mails.has(id)) await store.save({ id, kind: 'failure', sentence })
    return false
  }
}

/**
 * What an analysis finds in a mail; nothing is stored. Throws `NOT_FOUND` where its text is neither
 * stored nor in the mailbox any more, what the mailbox throws, and the reason of the signal.
 */
export async function findIn(
  account: AccountMail,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<FoundInMail> {
  const { parts } = account
  const message = await account.message(mail.row.id)
  if (message.problem !== null) {
    const finding = plainFinding(message.problem)
    return { finding, isSuspicious: false, proposals: [] }
  }
  const { date: sentAt, dateOffset } = mail.row
  const { userId } = account
  const hours = parts.hoursOf?.(userId)
  const time = { userZone: parts.zoneOf(userId), sentAt, dateOffset, ...(hours && { hours }) }
  const explicit = await datesOf(message, time)
  const appointments = mergeProposals({ ...explicit, text: [] })
  const { modelUse } = account
  const isForRules = modelUse !== 'allowed'
  const analyzed = await parts.analyze({ message, time, appointments, isForRules }, signal)
  const {
    finding,
    proposals,
    asks,
    isStandIn = modelUse === 'unasked' && parts.hasModel(),
  } = analyzed
  // the analysis has loaded them, with the tables that the start of the daemon does without
  const [{ cleanProposals }, { isSuspicious }] = await Promise.all([
    import('./analysis/clean-finding.ts'),
    import('./analysis/learned/judge-mail.ts'),
  ])
  const merged = mergeProposals({ ...explicit, text: proposals })
  return {
    finding,
    isSuspicious: isSuspicious(message),
    proposals: cleanProposals(merged, message),
    ...(asks && { asks }),
    ...(isStandIn && { missedAt: mail.missedAt ?? parts.now().toISOString() }),
  }
}

/** The analysis of a mail in which nothing can be read; it says so. */
function plainFinding(sentence: string): Finding {
  return {
    priority: 'low',
    category: 'other',
    sentiment: 'neutral',
    hasInterview: false,
    hasDeadline: false,
    summary: sentence.slice(0, SUMMARY_MAX_CHARACTERS),
    actionItems: [],
    draftResponse: '',
    analyzer: 'rules',
  }
}

/** Appointments of a mail's invitations and JSON-LD; their readers are loaded with the first one. */
async function datesOf({ invitations: texts, jsonLd: scripts }: ReadMessage, time: TimeContext) {
  const [invitations, jsonLd] = await Promise.all([
    texts.length ? import('./dates/read-invitations.ts') : null,
    scripts.length ? import('./dates/read-json-ld.ts') : null,
  ])
  return {
    invitations: invitations?.readInvitations(texts, time) ?? [],
    jsonLd: jsonLd?.readJsonLd(scripts, time) ?? [],
  }
}

/** Appointments of one mail by where they were read; `text` are those of rules or of the model. */
type FoundProposals = Record<'invitations' | 'jsonLd' | 'text', readonly EventProposal[]>

const APPOINTMENTS_MAX = 10

const ELSEWHERE = 'The mail carries an invitation or a reservation for another time.'

const HALF_DAY_MS = 12 * 3_600_000

/** Days span all zones: whatever lies on one of them anywhere on earth may be the same thing. */
function spanOf({ kind, start, end }: Exclude<EventTime, { kind: 'unclear' }>) {
  const more = kind === 'day' ? HALF_DAY_MS : 0
  return { start: Date.parse(start) - more, end: Date.parse(end) + more }
}

/** Whether two times are one appointment: they begin at the same instant, or they overlap. */
function mayBeOne(one: EventTime, other: EventTime): boolean {
  if (one.kind === 'unclear' || other.kind === 'unclear') return false
  const [a, b] = [spanOf(one), spanOf(other)]
  return a.start === b.start || (a.start < b.end && b.start < a.end)
}

/** Exact and proven times first; the order of the mail otherwise. */
function byCertainty(proposals: readonly EventProposal[]): EventProposal[] {
  const rank = ({ time, isProven }: EventProposal) =>
    time.kind === 'instant' ? (isProven ? 0 : 1) : time.kind === 'day' ? 2 : 3
  return [...proposals].sort((a, b) => rank(a) - rank(b))
}

function isNew(proposal: EventProposal, kept: readonly EventProposal[]): boolean {
  // one sentence may call off one time and name another
  const isCallOff = proposal.source === 'rules' && proposal.method === 'cancel'
  return !kept.some(
    ({ method, time, evidence }) =>
      (method === 'cancel' || !isCallOff) &&
      (mayBeOne(time, proposal.time) ||
        (proposal.time.kind === 'unclear' && evidence === proposal.evidence)),
  )
}

/**
 * One proposal per appointment, at most 10, most trusted first: invitations, JSON-LD, then the
 * text. What an invitation or JSON-LD says, a cancellation too, is not proposed again from the
 * text; another time in the text beside them may well be the old one of an appointment that was
 * moved, so that it becomes unclear and waits for the user.
 */
export function mergeProposals({ invitations, jsonLd, text }: FoundProposals): EventProposal[] {
  const kept = [...invitations]
  for (const proposal of byCertainty(jsonLd)) if (isNew(proposal, kept)) kept.push(proposal)
  const hasTrusted = kept.length > 0
  for (const proposal of byCertainty(text)) {
    const { time } = proposal
    if (!isNew(proposal, kept) || (hasTrusted && time.kind !== 'instant')) continue
    const unclear: EventTime = { kind: 'unclear', text: proposal.evidence, reason: ELSEWHERE }
    kept.push(hasTrusted ? { ...proposal, isProven: false, time: unclear } : proposal)
  }
  return kept.slice(0, APPOINTMENTS_MAX)
}

/**
 * Hands the appointments of an analysed mail to the calendar and notes that it has them. Rejects
 * where the calendar is not there any more (`CAL_TOKEN_REVOKED`, `CAL_NOT_CONNECTED`) or nothing can
 * be stored; after any other failure the next sync tries again.
 */
export async function placeEvents(account: AccountMail, id: string, syncId: string): Promise<void> {
  const { store, parts, userId } = account
  const mail = await store.mails.get(id)
  if (!mail?.finding || mail.isPlaced) return
  try {
    await parts.appointments.place(userId, placed(mail), mail.proposals, syncId)
    await store.save({ id, kind: 'placed' })
  } catch (failure) {
    if (isFinal(failure)) throw failure
    account.logFailure('warn', failure, 'no events were placed')
  }
}

/** Hands all appointments to a calendar again that has lost some. Rejects as `placeEvents` does. */
export async function restoreEvents(account: AccountMail, syncId: string): Promise<void> {
  const { store, parts, userId } = account
  let mails: readonly StoredMail[] = []
  const brought = async () => {
    mails = await store.mails.proposing()
    return mails.map((mail) => ({ mail: placed(mail), proposals: mail.proposals }))
  }
  try {
    await parts.appointments.restore?.(userId, brought, syncId)
  } catch (failure) {
    if (isFinal(failure)) throw failure
    account.logFailure('warn', failure, 'lost events were not restored')
  }
  await account.tellChanged(mails.map(({ row }) => row.id))
}

function placed(mail: StoredMail): MailOfEvents {
  const { id, threadKey, subject, from, date, warnings, isSenderProven, arrivedAt } = mail.row
  return {
    emailId: id,
    threadKey,
    conversation: conversationIds(mail.row),
    subject,
    sender: from,
    date,
    receivedAt: arrivedAt ?? null,
    isSenderDoubted: warnings.includes('sender-unproven'),
    isSenderProven: isSenderProven ?? false,
    doubt: doubtOf(mail),
  }
}

/** The mails that it cites, itself included; one that cites none has its subject and correspondents. */
function conversationIds(row: MailRow): string[] {
  const bare = row.references.length > 0 ? null : correspondenceOf(row)
  const ids = [row.messageId, ...row.references, bare ?? ''].filter((each) => each !== '')
  return ids.map((each) => hash('sha256', each).slice(0, 16))
}

/** True where the next mail would fail in the same way. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const { code } = failure
  return code === 'CAL_TOKEN_REVOKED' || code === 'CAL_NOT_CONNECTED' || code.startsWith('STORE_')
}

interface DoubtedMail extends Pick<StoredMail, 'isSuspicious' | 'finding'> {
  readonly row: Pick<MailRow, 'isBulk' | 'isSenderProven'>
}

/**
 * Why the user decides about the appointments of a mail, in a sentence: whoever writes such a mail can
 * attach what they like. Null where there is no reason.
 */
export function doubtOf({ isSuspicious, finding, row }: DoubtedMail): string | null {
  if (isSuspicious) return 'This email looks like a scam.'
  if (row.isBulk && row.isSenderProven === false) return 'It came with a mail to many.'
  return finding?.category === 'newsletter' ? 'It came with a newsletter.' : null
}

/**
 * Places the appointments of a mail outside of a sync. Where the calendar is not there any more, the
 * next sync places them; its own state says so.
 */
export async function placeNow(account: AccountMail, id: string): Promise<void> {
  const { appointments } = account.parts
  if (!(await appointments.status(account.userId)).connected) return
  try {
    await placeEvents(account, id, randomUUID())
  } catch (failure) {
    const isOfCalendar = failure instanceof AppError && failure.code.startsWith('CAL_')
    if (!isOfCalendar) throw failure
  }
}

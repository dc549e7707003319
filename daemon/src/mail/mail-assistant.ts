import { join } from 'node:path'
import type { Correction, MailStatus, SyncReply } from '@shortlist/contracts/mail'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import { serialQueue } from '../platform/storage/serial-queue.ts'
import { AccountMail, headerForm, type MailParts } from './account-mail.ts'
import { FIRST } from './analysis-pace.ts'
import { analyzeMail, placeNow } from './analyze-mail.ts'
import { beginAnalysis, beginSync, drainMailbox, resumeSync } from './begin-sync.ts'
import { saveDraft } from './drafts/save-draft.ts'
import { MailImport } from './import-mail.ts'
import { MailWatch } from './mail-watch.ts'
import type { Mailbox, MailboxHealth } from './ports.ts'
import { countMarked } from './rows/view-tables.ts'
import type { MailboxHead } from './store/mail-records.ts'
import { logOf, type MailStore, marksLog, openMailStore, TextStore } from './store/mail-store.ts'
import { progressOf } from './store/stored-mails.ts'

const NOT_OWNER = 'The mailbox of this computer belongs to another account.'

/**
 * Opens what is stored of everybody's mail, and in the background the mailboxes of the accounts that
 * are known already; nothing is contacted yet. Throws `STORE_NEWER`.
 */
export async function createMailAssistant(parts: MailParts): Promise<MailAssistant> {
  const list = await openMailboxList(parts)
  parts.background.run(async () => {
    await list.tidy()
    if (!parts.openConfigured) await list.leaveMailboxes(new Set(parts.ownUsers()))
  })
  const assistant = new MailAssistant(parts, list)
  await assistant.openKnown()
  return assistant
}

/**
 * The mail half of the product, by account. Ids that are not the account's are `NOT_FOUND`. The
 * mailbox of an account is the one that it has connected, else the configured one for its owner, else
 * the sample where the account uses it; it is opened when its account is first asked about.
 */
export class MailAssistant {
  readonly #parts: MailParts
  readonly #list: MailboxList
  readonly #watch: MailWatch
  readonly #accounts = new Map<string, AccountMail>()
  readonly #openings = new Map<string, Promise<AccountMail | undefined>>()
  /** Changes of mailboxes, by account one after the other. */
  readonly #changes = new Map<string, ReturnType<typeof serialQueue>>()

  constructor(parts: MailParts, list: MailboxList) {
    this.#parts = parts
    this.#list = list
    this.#watch = new MailWatch(parts, { drain: drainMailbox, takeUp: beginAnalysis })
  }

  /** Begins to open the mailboxes of the accounts that are known already. */
  async openKnown(): Promise<void> {
    for (const userId of await this.#users())
      this.#parts.background.run(async () => void (await this.#open(userId)))
  }

  /** From what is stored; contacts nobody. With `none` its list of emails is empty. */
  async status(userId: string, emails: 'all' | 'none' = 'all'): Promise<MailStatus> {
    const account = await this.opened(userId)
    const listed = emails === 'none' ? [] : await account?.emails()
    const { error, ...mailbox } = account?.health() ?? this.#noMailbox()
    return {
      connected: account?.isConnected ?? mailbox.state === 'ready',
      error,
      emails: listed ?? [],
      lastSync: account?.store.lastSync ?? null,
      mailbox,
      sync: account?.run?.progress() ?? null,
    }
  }

  /** Newest first, `limit` of them at most, and how many there are. */
  async emails(userId: string, limit?: number) {
    const account = await this.opened(userId)
    if (!account) return { emails: [], total: 0 }
    const [emails, total] = await Promise.all([account.emails(limit), account.store.mails.count()])
    return { emails, total }
  }

  /** Tries the mailbox right now. Throws `MAIL_CONNECT` where it cannot be read. */
  async connect(userId: string): Promise<void> {
    const account = await this.opened(userId)
    if (!account)
      throw new AppError('MAIL_CONNECT', this.#noMailbox().error ?? 'There is no mailbox.')
    try {
      await account.mailbox.connect(account.closing)
    } catch (failure) {
      throw failure instanceof AppError ? new AppError('MAIL_CONNECT', failure.message) : failure
    } finally {
      account.tell('mail-changed', {})
    }
    this.#watch.hasNews(account)
  }

  /** Throws `NOT_AVAILABLE` where the account has a mailbox of its own. */
  async useSample(userId: string): Promise<void> {
    if (this.#parts.ownUsers().includes(userId) || (await this.#isOwner(userId))) {
      const sentence = 'Sample mail is for accounts without a mailbox, and yours has one.'
      throw new AppError('NOT_AVAILABLE', sentence)
    }
    await this.#list.useSample(userId, this.#parts.now())
    await this.opened(userId)
    this.#parts.realtime.publish(userId, 'mail-changed', {})
  }

  /** Removes the sample mailbox of an account and what is stored of it. */
  async leaveSample(userId: string): Promise<void> {
    const account = await this.opened(userId)
    if (account?.mailbox.health().kind === 'sample') await this.#removeSample(account)
    this.#parts.realtime.publish(userId, 'mail-changed', {})
  }

  /**
   * Opens the mailbox that the account has after `change`, at once: what runs on the one before ends,
   * and nothing of it is seen any more. What is stored of that one goes as well where it is forgotten.
   * Rejects with what `change` throws; then the one before is opened again.
   */
  changeMailbox(
    userId: string,
    change: () => Promise<void>,
    { isForgotten = false } = {},
  ): Promise<void> {
    return this.#inTurn(userId, async () => {
      const before = await this.opened(userId)
      if (!isForgotten) await change()
      try {
        await before?.close()
        // cut off in between, the mailbox is still there, and read anew
        if (isForgotten && before) {
          await this.#list.forget({ userId, identity: before.mailbox.identity, isSample: false })
          await change()
        }
      } finally {
        // where there was none, somebody may have opened the next one already
        if (this.#accounts.get(userId) === before) this.#accounts.delete(userId)
        await this.opened(userId)
        this.#parts.realtime.publish(userId, 'mail-changed', {})
      }
    })
  }

  /** How many mails are stored for an account, and how many of them are marked as not open. */
  counts(userId: string): Promise<{ readonly mails: number; readonly marks: number }> {
    return this.#list.counts(userId)
  }

  /** The records of the mailboxes of an account, a log at a time, and of its marks; no text of a mail. */
  records(userId: string) {
    return this.#list.records(userId)
  }

  /** Ids of the mails that are made up, or of all others. */
  mailIds(userId: string, { isSample }: Pick<MailboxHead, 'isSample'>): Promise<string[]> {
    return this.#list.mailIds(userId, isSample)
  }

  /** Reads exported records into an account, whose mailbox stays as it is meanwhile. */
  import<Result>(userId: string, work: (mail: MailImport) => Promise<Result>): Promise<Result> {
    return this.#inTurn(userId, async () => {
      const { mails } = this.#parts.records
      const { mailbox } = (await this.opened(userId)) ?? {}
      const isSample = mailbox?.health().kind === 'sample'
      const inUse = mailbox && { userId, identity: mailbox.identity, isSample }
      const mail = new MailImport({ mails, userId, inUse })
      const result = await work(mail)
      if (mail.hasBrought) this.#parts.realtime.publish(userId, 'mail-changed', {})
      return result
    })
  }

  /** Forgets what an import has brought: mailboxes but for the one in use, and acts of marking. */
  takeBack(userId: string, logs: readonly string[], acts: readonly string[]): Promise<void> {
    return this.#inTurn(userId, async () => {
      const inUse = (await this.opened(userId))?.mailbox.identity
      await this.#list.takeBack(userId, logs, inUse)
      const records = acts.map((changeId) => ({ kind: 'unmarked' as const, changeId }))
      const { mails } = this.#parts.records
      if (records.length > 0)
        await mails.append(marksLog(userId), { userId, isMarks: true }, records)
      this.#parts.realtime.publish(userId, 'mail-changed', {})
    })
  }

  /**
   * Ends what runs on the mail of an account, which `forgetMailbox` lets have none any more; nothing
   * of what was stored of any mailbox of it is left.
   */
  forgetAccount(userId: string, forgetMailbox: () => Promise<void>): Promise<void> {
    return this.#inTurn(userId, async () => {
      await forgetMailbox()
      const account = (await this.#openings.get(userId)) ?? this.#accounts.get(userId)
      await account?.close()
      this.#accounts.delete(userId)
      await this.#list.forgetAccount(userId)
    })
  }

  /** Begins a sync, where mailbox and calendar are there; how it goes is told as of any other. */
  takeUp(userId: string): void {
    this.#parts.background.run(async () => {
      await this.sync(userId).catch((failure: unknown) => {
        if (!(failure instanceof AppError)) throw failure
      })
    })
  }

  /**
   * Reads what is new, stores it and starts the analysis; a sync that runs is joined. Throws
   * `MAIL_NOT_CONNECTED`, `CAL_NOT_CONNECTED`, `CAL_TOKEN_REVOKED` or `MAIL_SYNC`.
   */
  async sync(userId: string, emails: 'all' | 'none' = 'all'): Promise<SyncReply> {
    return beginSync(await this.opened(userId), emails)
  }

  /** How many mails a model may still see, once its user allows it. */
  async countOffered(userId: string): Promise<number> {
    return (await (await this.opened(userId))?.store.mails.countMissed()) ?? 0
  }

  /** Offers them to the model, in the background. */
  offer(userId: string): void {
    this.#parts.background.run(async () => {
      const account = await this.opened(userId)
      if (account) this.#watch.offer(account)
    })
  }

  /** Nothing happens where no sync runs. */
  cancelSync(userId: string): void {
    this.#accounts.get(userId)?.run?.cancel()
  }

  /**
   * Keeps what the user has set by hand; no later analysis overwrites it, and a field that is left out
   * stays as it is.
   */
  async correct(
    userId: string,
    id: string,
    { priority, category }: Omit<z.infer<typeof Correction>, 'userId'>,
  ) {
    const account = await this.account(userId)
    await account.mail(id)
    if (priority || category) {
      const change = { ...(priority && { priority }), ...(category && { category }) }
      await account.store.save({ id, kind: 'correction', ...change })
      await account.tellChanged([id])
    }
    return account.email(id)
  }

  /**
   * Analyses a mail now whose analysis has failed or is still to come; one that is analysed stays as
   * it is. Its appointments are placed where the calendar is there.
   */
  async retry(userId: string, id: string) {
    const account = await this.account(userId)
    const { finding } = await account.mail(id)
    const running = account.inFlight.get(id)
    if (running) await running
    else if (!finding) await this.#parts.pace.run(userId, FIRST, () => analyzeAgain(account, id))
    return account.email(id)
  }

  /**
   * What a mail says, as plain text below its sender, receiver, date and subject; read in the mailbox
   * where its text is not stored any more. Throws `NOT_FOUND`, also for a mail that has left the
   * mailbox, and what the mailbox throws.
   */
  async read(userId: string, emailId: string): Promise<string> {
    const account = await this.account(userId)
    const mail = await account.mail(emailId)
    const { from, to, subject, text, problem } = await account.message(emailId)
    const head = [
      `From: ${headerForm(from)}`,
      `To: ${to.map(headerForm).join(', ')}`,
      `Date: ${mail.row.date}`,
      `Subject: ${subject}`,
    ]
    return `${head.join('\n')}\n\n${problem ?? text}\n`
  }

  async saveDraft(userId: string, emailId: string, body: string) {
    return saveDraft(await this.account(userId), emailId, body)
  }

  /** Tells the screens of mails whose appointments have changed. */
  eventsChanged(userId: string, emailIds: readonly string[]): void {
    this.#parts.background.run(async () => (await this.opened(userId))?.tellChanged(emailIds))
  }

  /** Watches the configured mailbox, and goes on with a sync that a crash has cut off. */
  start(): void {
    this.#watch.start()
    this.#parts.background.run(async () => {
      const users = [...(await this.#users())]
      await Promise.all(
        users.map(async (userId) => {
          const account = await this.opened(userId)
          if (account) await resumeSync(account)
        }),
      )
    })
  }

  /** Ends watching and stops running syncs; what they have finished is stored. */
  async close(): Promise<void> {
    this.#watch.close()
    await Promise.all([this.#closeAccounts(), this.#parts.reader.close()])
  }

  /** The mail of an account. Throws `NOT_FOUND` where it has no mailbox. */
  async account(userId: string): Promise<AccountMail> {
    const account = await this.opened(userId)
    if (!account) throw new AppError('NOT_FOUND', 'There is no such email.')
    return account
  }

  #inTurn<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const exclusively = this.#changes.get(userId) ?? serialQueue()
    this.#changes.set(userId, exclusively)
    return exclusively(work)
  }

  async #closeAccounts(): Promise<void> {
    const closing = [...this.#accounts.values()].map((account) => account.close())
    for (const opened of await Promise.allSettled(this.#openings.values())) {
      if (opened.status === 'fulfilled' && opened.value) closing.push(opened.value.close())
    }
    await Promise.all(closing)
  }

  /** Accounts that have a mailbox and are known already. */
  async #users(): Promise<ReadonlySet<string>> {
    const owner = await this.#parts.ownerId()
    const others = [...this.#parts.ownUsers(), ...this.#list.sampleUsers()]
    return new Set([...others, ...(owner === undefined ? [] : [owner])])
  }

  /** Once its mailbox is open; undefined where the account has none. */
  async opened(userId: string): Promise<AccountMail | undefined> {
    return this.#accounts.get(userId) ?? (await this.#open(userId))
  }

  /** What an account is told that has no mailbox. */
  #noMailbox(): MailboxHealth {
    const { noMailbox, openConfigured } = this.#parts
    if (!openConfigured) return noMailbox
    return { ...noMailbox, state: 'not-owner', error: NOT_OWNER }
  }

  /** The sample of an account that has a mailbox by now is left without a word. */
  async #dropSample(userId: string): Promise<void> {
    const anchor = this.#anchorOf(userId)
    const mailbox = await this.#parts.openSample({ anchor, userId })
    const store = await this.#list.open({ userId, identity: mailbox.identity, isSample: true })
    await this.#removeSample(new AccountMail(userId, mailbox, store, this.#parts))
  }

  async #removeSample(sample: AccountMail): Promise<void> {
    const { userId } = sample
    try {
      // a sync that runs would go on to fill the calendar
      await sample.close()
      await this.#forgetEvents(sample)
      await this.#list.leaveSample(userId)
    } finally {
      // where something has failed it is opened again
      if (this.#accounts.get(userId) === sample) this.#accounts.delete(userId)
    }
  }

  /** What the sample put into the calendar goes with it, unless the calendar has gone before. */
  async #forgetEvents({ userId, store }: AccountMail): Promise<void> {
    const ids = await store.mails.ids()
    try {
      await this.#parts.appointments.forgetMails(userId, ids)
    } catch (failure) {
      const gone = ['CAL_NOT_CONNECTED', 'CAL_TOKEN_REVOKED']
      if (!(failure instanceof AppError && gone.includes(failure.code))) throw failure
    }
  }

  #open(userId: string): Promise<AccountMail | undefined> {
    const known = this.#openings.get(userId)
    if (known) return known
    const anchor = this.#anchorOf(userId)
    const opening = this.#choose(userId, anchor)
      .then((mailbox) => mailbox && this.#openStored(userId, mailbox, anchor))
      .finally(() => this.#openings.delete(userId))
    this.#openings.set(userId, opening)
    return opening
  }

  async #openStored(userId: string, mailbox: Mailbox, anchor: Date): Promise<AccountMail> {
    const isSample = mailbox.health().kind === 'sample'
    try {
      const isNew = isSample && !this.#list.sampleOf(userId)
      if (isNew) await this.#list.useSample(userId, anchor)
      const store = await this.#list.open({ userId, identity: mailbox.identity, isSample })
      const account = new AccountMail(userId, mailbox, store, this.#parts)
      this.#accounts.set(userId, account)
      this.#watch.add(account)
      const hasSample = !isSample && this.#list.sampleOf(userId)?.anchor
      if (hasSample) this.#parts.background.run(() => this.#dropSample(userId))
      return account
    } catch (failure) {
      await mailbox.close()
      throw failure
    }
  }

  async #choose(userId: string, anchor: Date): Promise<Mailbox | undefined> {
    const { openOwn, openConfigured, openSample } = this.#parts
    if (openConfigured && (await this.#isOwner(userId))) return openConfigured(userId)
    const own = await openOwn(userId)
    if (own) return own
    const stored = this.#list.sampleOf(userId)
    const usesSample = stored ? stored.anchor !== null : this.#parts.startsWithSample
    return usesSample ? openSample({ anchor, userId }) : undefined
  }

  #anchorOf(userId: string): Date {
    const anchor = this.#list.sampleOf(userId)?.anchor
    return anchor ? new Date(anchor) : this.#parts.now()
  }

  async #isOwner(userId: string): Promise<boolean> {
    return this.#parts.openConfigured !== undefined && (await this.#parts.ownerId()) === userId
  }
}

async function analyzeAgain(account: AccountMail, id: string): Promise<void> {
  await account.analyzing(id, async () => {
    const mail = await account.store.mails.get(id)
    if (!mail || mail.finding) return
    if (await analyzeMail(account, mail, account.closing)) await placeNow(account, id)
    await account.tellChanged([id])
  })
}

const SETTINGS_VERSION = 1

/** Whether an account uses the sample mailbox, and the day its dates are shifted to. */
const SampleRow = z.object({
  userId: z.string(),
  /** ISO 8601; null where the account has left the sample. */
  anchor: z.string().nullable(),
})
type SampleRow = z.infer<typeof SampleRow>

/** Who uses the sample is read; what is stored of mailboxes may still be looked through. */
async function openMailboxList(parts: MailParts): Promise<MailboxList> {
  const { report, fs } = parts
  const samples = await openCollectionFile(join(parts.folder, 'mail', 'settings.json'), SampleRow, {
    version: SETTINGS_VERSION,
    report,
    fs,
    lost: 'Who uses the sample mailbox is forgotten.',
  })
  return new MailboxList(parts, samples)
}

/** Which mailboxes are stored and for whom; what is stored of one never mixes with another. */
class MailboxList {
  readonly #parts: Pick<MailParts, 'records' | 'report'>
  readonly #samples: Collection<SampleRow>

  constructor(parts: Pick<MailParts, 'records' | 'report'>, samples: Collection<SampleRow>) {
    this.#parts = parts
    this.#samples = samples
  }

  /** Opens what is stored of a mailbox; a new one is empty. */
  async open(head: MailboxHead): Promise<MailStore> {
    const others = (await this.#stored()).filter((stored) => {
      const isOfUser = stored.userId === head.userId && stored.isSample === head.isSample
      return isOfUser && stored.identity !== head.identity
    })
    // the sample of another day or another zone is another mailbox
    if (head.isSample) await this.#remove(others)
    else await this.#removeTexts(others)
    const { records, report } = this.#parts
    return openMailStore({ records, head, report })
  }

  /** The account has done with the sample: all that is stored of it goes; it must be closed. */
  async leaveSample(userId: string): Promise<void> {
    await this.#samples.put(userId, { userId, anchor: null })
    await this.#removeLeftSamples()
  }

  /** Finishes removals that were cut off, and notes which mailboxes have to be read again. */
  async tidy(): Promise<void> {
    await this.#removeLeftSamples()
    const { mails, lost } = this.#parts.records
    await mails.settled()
    for (const head of await this.#stored()) {
      const log = logOf(head)
      const progress = await mails.query((tables) => progressOf(tables, log))
      // one that is open does so by itself
      if (!progress || !lost.has(log)) continue
      await mails.append(log, head, [{ kind: 'progress', ...progress, cursor: null }])
      await mails.madeGood(log)
    }
  }

  /** Removes what mails say that are still to be analysed, of all mailboxes but those of `users`. */
  async leaveMailboxes(users: ReadonlySet<string>): Promise<void> {
    const isLeft = ({ isSample, userId }: MailboxHead) => !isSample && !users.has(userId)
    await this.#removeTexts((await this.#stored()).filter(isLeft))
  }

  /** Removes all that is stored of a mailbox; it must be closed. */
  async forget(head: MailboxHead): Promise<void> {
    await this.#remove([head])
  }

  /** Removes all that is stored of the mailboxes of an account, and its marks. */
  async forgetAccount(userId: string): Promise<void> {
    await this.#remove((await this.#stored()).filter((head) => head.userId === userId))
    await this.#parts.records.mails.remove([marksLog(userId)])
    await this.#samples.remove(userId)
  }

  async *records(userId: string) {
    const { mails } = this.#parts.records
    // the sample is made up
    const own = (await this.#stored()).filter((head) => head.userId === userId && !head.isSample)
    const logs = [
      ...own.map((head) => ({ log: logOf(head), head })),
      { log: marksLog(userId), head: { userId, isMarks: true } as const },
    ]
    for (const { log, head } of logs) {
      const rows = await mails.rows(log, head)
      yield { head, rows }
    }
  }

  mailIds(userId: string, isSample: boolean): Promise<string[]> {
    const sql = `select id from mail_mails join mail_boxes on box = mail_boxes.number
      where user_id = ? and is_sample = ?`
    return this.#parts.records.mails.query((tables) =>
      tables.all(sql, userId, Number(isSample)).map(({ id }) => String(id)),
    )
  }

  /** Removes the mailboxes with these logs, but for the one in use. */
  async takeBack(userId: string, logs: readonly string[], inUse: string | undefined) {
    const heads = (await this.#stored()).filter((head) => head.userId === userId && !head.isSample)
    const isBrought = (head: MailboxHead) => logs.includes(logOf(head)) && head.identity !== inUse
    await this.#remove(heads.filter(isBrought))
  }

  async counts(userId: string) {
    return await this.#parts.records.mails.query((tables) => {
      const mails =
        'select count(*) as n from mail_mails join mail_boxes on box = mail_boxes.number where user_id = ?'
      return {
        mails: Number(tables.get(mails, userId)?.n),
        marks: countMarked(tables, userId),
      }
    })
  }

  /** Accounts that use the sample mailbox. */
  sampleUsers(): readonly string[] {
    const rows = [...this.#samples.values()]
    return rows.filter(({ anchor }) => anchor !== null).map(({ userId }) => userId)
  }

  /** Undefined where the account has neither used nor left the sample. */
  sampleOf(userId: string): SampleRow | undefined {
    return this.#samples.get(userId)
  }

  /** Notes the use of the sample, with the first anchor that was chosen. */
  async useSample(userId: string, anchor: Date): Promise<void> {
    await this.#samples.change((rows) => {
      rows.set(userId, { userId, anchor: rows.get(userId)?.anchor ?? anchor.toISOString() })
    })
  }

  async #removeLeftSamples(): Promise<void> {
    const stored = await this.#stored()
    await this.#remove(
      stored.filter(({ isSample, userId }) => isSample && this.sampleOf(userId)?.anchor === null),
    )
  }

  #stored(): Promise<MailboxHead[]> {
    const sql = 'select user_id, identity, is_sample from mail_boxes'
    return this.#parts.records.mails.query((tables) =>
      tables.all(sql).map(({ user_id, identity, is_sample }) => {
        return { userId: String(user_id), identity: String(identity), isSample: is_sample === 1 }
      }),
    )
  }

  /** A mailbox that is left has no text here; it is read again where somebody comes back to it. */
  async #removeTexts(heads: readonly MailboxHead[]): Promise<void> {
    for (const head of heads)
      await new TextStore(this.#parts.records.texts, logOf(head)).removeAll()
  }

  /** Texts first: what is cut off then is found and removed the next time. */
  async #remove(heads: readonly MailboxHead[]): Promise<void> {
    await this.#removeTexts(heads)
    await this.#parts.records.mails.remove(heads.map(logOf))
  }
}

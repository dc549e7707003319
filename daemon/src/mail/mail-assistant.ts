import type { MailStatus, SyncReply } from '@shortlist/contracts/mail'
import { AppError } from '../errors.ts'
import type { AccountMail, MailParts } from './account-mail.ts'
import { type AccountMailboxes, openAccountMailboxes } from './account-mailboxes.ts'
import { beginAnalysis, beginSync, resumeSync } from './begin-sync.ts'
import { saveDraft } from './drafts/save-draft.ts'
import { MailWatch } from './mail-watch.ts'
import { readMail } from './read-mail.ts'
import { retryMail } from './retry-mail.ts'
import type { StoredMail } from './store/mail-rows.ts'

/** Opens what is stored of everybody's mail; nothing is contacted yet. Throws `STORE_NEWER`. */
export async function createMailAssistant(parts: MailParts): Promise<MailAssistant> {
  const watch = new MailWatch(parts, beginAnalysis)
  const mailboxes = await openAccountMailboxes(parts, (account) => watch.add(account))
  return new MailAssistant(parts, mailboxes, watch)
}

/** The mail half of the product, by account. Ids that are not the account's are `NOT_FOUND`. */
export class MailAssistant {
  readonly #parts: MailParts
  readonly #mailboxes: AccountMailboxes
  readonly #watch: MailWatch

  constructor(parts: MailParts, mailboxes: AccountMailboxes, watch: MailWatch) {
    this.#parts = parts
    this.#mailboxes = mailboxes
    this.#watch = watch
  }

  /** From what is stored; contacts nobody. With `none` its list of emails is empty. */
  async status(userId: string, emails: 'all' | 'none' = 'all'): Promise<MailStatus> {
    const account = await this.#mailboxes.opened(userId)
    const listed = emails === 'none' ? [] : await account?.emails()
    const { error, ...mailbox } = account?.health() ?? this.#mailboxes.noMailbox()
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
    const account = await this.#mailboxes.opened(userId)
    if (!account) return { emails: [], total: 0 }
    const [emails, total] = await Promise.all([account.emails(limit), account.store.mails.count()])
    return { emails, total }
  }

  /** Tries the mailbox right now; resolves to whether it can be read, with a sentence. */
  async connect(userId: string): Promise<{ success: boolean; message: string }> {
    const account = await this.#mailboxes.opened(userId)
    if (!account) {
      const { error } = this.#mailboxes.noMailbox()
      return { success: false, message: error ?? 'There is no mailbox.' }
    }
    try {
      await account.mailbox.connect(account.closing)
    } catch (failure) {
      if (failure instanceof AppError) return { success: false, message: failure.message }
      throw failure
    } finally {
      account.tell('mail-changed', {})
    }
    this.#watch.hasNews(account)
    return { success: true, message: 'The mailbox can be read.' }
  }

  async useSample(userId: string): Promise<void> {
    await this.#mailboxes.useSample(userId)
    this.#parts.realtime.publish(userId, 'mail-changed', {})
  }

  async leaveSample(userId: string): Promise<void> {
    await this.#mailboxes.leaveSample(userId)
    this.#parts.realtime.publish(userId, 'mail-changed', {})
  }

  /**
   * Reads what is new, stores it and starts the analysis; a sync that runs is joined. Throws
   * `MAIL_NOT_CONNECTED`, `CAL_NOT_CONNECTED`, `CAL_TOKEN_REVOKED` or `MAIL_SYNC`.
   */
  async sync(userId: string): Promise<SyncReply> {
    return beginSync(await this.#mailboxes.opened(userId))
  }

  /** Nothing happens where no sync runs. */
  cancelSync(userId: string): void {
    this.#mailboxes.of(userId)?.run?.cancel()
  }

  /**
   * Keeps what the user has set by hand; no later analysis overwrites it, and a field that is left out
   * stays as it is.
   */
  async correct(userId: string, id: string, { priority, category }: StoredMail['correction']) {
    const account = await this.account(userId)
    await account.mail(id)
    if (priority || category) {
      const change = { ...(priority && { priority }), ...(category && { category }) }
      await account.store.save({ id, kind: 'correction', ...change })
      await account.tellChanged([id])
    }
    return account.email(id)
  }

  async retry(userId: string, emailId: string) {
    return retryMail(await this.account(userId), emailId)
  }

  async read(userId: string, emailId: string) {
    return readMail(await this.account(userId), emailId)
  }

  async saveDraft(userId: string, emailId: string, body: string) {
    return saveDraft(await this.account(userId), emailId, body)
  }

  /** Tells the screens of mails whose appointments have changed. */
  eventsChanged(userId: string, emailIds: readonly string[]): void {
    const account = this.#mailboxes.of(userId)
    if (account) this.#parts.background.run(() => account.tellChanged(emailIds))
  }

  /** Watches the configured mailbox, and goes on with a sync that a crash has cut off. */
  start(): void {
    this.#watch.start()
    this.#parts.background.run(async () => {
      const users = [...(await this.#mailboxes.users())]
      await Promise.all(users.map((userId) => this.#resume(userId)))
    })
  }

  async #resume(userId: string): Promise<void> {
    const account = await this.#mailboxes.opened(userId)
    if (account) await resumeSync(account)
  }

  /** Ends watching and stops running syncs; what they have finished is stored. */
  async close(): Promise<void> {
    this.#watch.close()
    await Promise.all([this.#mailboxes.close(), this.#parts.reader.close()])
  }

  /** Throws `NOT_FOUND` where the account has no mailbox, and so no email. */
  async account(userId: string): Promise<AccountMail> {
    const account = await this.#mailboxes.opened(userId)
    if (!account) throw new AppError('NOT_FOUND', 'There is no such email.')
    return account
  }
}

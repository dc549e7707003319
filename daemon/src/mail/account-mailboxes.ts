import { AppError } from '../errors.ts'
import { AccountMail, type MailParts } from './account-mail.ts'
import { type MailboxList, openMailboxList } from './mailbox-list.ts'
import type { Mailbox, MailboxHealth } from './ports.ts'

const NOT_OWNER = 'The mailbox of this computer belongs to another account.'

/** Opens the mailboxes of the accounts that are known already, in the background. Throws `STORE_NEWER`. */
export async function openAccountMailboxes(
  parts: MailParts,
  onOpen: (account: AccountMail) => void,
): Promise<AccountMailboxes> {
  const list = await openMailboxList(parts)
  parts.background.run(async () => {
    await list.tidy()
    if (!parts.openConfigured) await list.leaveMailboxes()
  })
  const mailboxes = new AccountMailboxes(parts, list, onOpen)
  for (const userId of await mailboxes.users()) mailboxes.of(userId)
  return mailboxes
}

/**
 * The mailbox of each account: the configured one for its owner, else the sample where the account
 * uses it. A mailbox is opened when its account is first asked about.
 */
export class AccountMailboxes {
  readonly #parts: MailParts
  readonly #list: MailboxList
  readonly #onOpen: (account: AccountMail) => void
  readonly #accounts = new Map<string, AccountMail>()
  readonly #openings = new Map<string, Promise<AccountMail | undefined>>()

  constructor(parts: MailParts, list: MailboxList, onOpen: (account: AccountMail) => void) {
    this.#parts = parts
    this.#list = list
    this.#onOpen = onOpen
  }

  /** Accounts that have a mailbox and are known already. */
  async users(): Promise<ReadonlySet<string>> {
    const owner = await this.#parts.ownerId()
    return new Set([...this.#list.sampleUsers(), ...(owner === undefined ? [] : [owner])])
  }

  /** Undefined where the account has no mailbox, or one that is still being opened. */
  of(userId: string): AccountMail | undefined {
    const account = this.#accounts.get(userId)
    if (!account) this.#parts.background.run(async () => void (await this.#open(userId)))
    return account
  }

  /** The same once it is open; undefined where the account has none. */
  async opened(userId: string): Promise<AccountMail | undefined> {
    return this.#accounts.get(userId) ?? (await this.#open(userId))
  }

  /** What an account is told that has no mailbox. */
  noMailbox(): MailboxHealth {
    const { noMailbox, openConfigured } = this.#parts
    if (!openConfigured) return noMailbox
    return { ...noMailbox, state: 'not-owner', error: NOT_OWNER }
  }

  /** Throws `NOT_AVAILABLE` where the account has a mailbox of its own. */
  async useSample(userId: string): Promise<void> {
    if (await this.#isOwner(userId)) {
      const sentence = 'Sample mail is for accounts without a mailbox, and yours has one.'
      throw new AppError('NOT_AVAILABLE', sentence)
    }
    await this.#list.useSample(userId, this.#parts.now())
    await this.opened(userId)
  }

  /** Removes the sample mailbox of an account and what is stored of it. */
  async leaveSample(userId: string): Promise<void> {
    const account = await this.opened(userId)
    if (account?.mailbox.health().kind !== 'sample') return
    await this.#removeSample(account)
  }

  /** Ends everything; what is finished is stored. */
  async close(): Promise<void> {
    const closing = [...this.#accounts.values()].map((account) => account.close())
    for (const opened of await Promise.allSettled(this.#openings.values())) {
      if (opened.status === 'fulfilled' && opened.value) closing.push(opened.value.close())
    }
    await Promise.all(closing)
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
      this.#onOpen(account)
      const hasSample = !isSample && this.#list.sampleOf(userId)?.anchor
      if (hasSample) this.#parts.background.run(() => this.#dropSample(userId))
      return account
    } catch (failure) {
      await mailbox.close()
      throw failure
    }
  }

  async #choose(userId: string, anchor: Date): Promise<Mailbox | undefined> {
    const { openConfigured, openSample } = this.#parts
    if (openConfigured && (await this.#isOwner(userId))) return openConfigured()
    return this.#usesSample(userId) ? openSample({ anchor, userId }) : undefined
  }

  #usesSample(userId: string): boolean {
    const stored = this.#list.sampleOf(userId)
    return stored ? stored.anchor !== null : this.#parts.startsWithSample
  }

  #anchorOf(userId: string): Date {
    const anchor = this.#list.sampleOf(userId)?.anchor
    return anchor ? new Date(anchor) : this.#parts.now()
  }

  async #isOwner(userId: string): Promise<boolean> {
    return this.#parts.openConfigured !== undefined && (await this.#parts.ownerId()) === userId
  }
}

import type { AccountMail, MailParts } from './account-mail.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { offerMails } from './offer-mails.ts'

/** Mails that a model has missed are offered to it so often, in milliseconds. */
const OFFER_MS = 300_000

/** Keeps watch over the mailboxes: new mail is stored, told and, where syncs are used, analysed. */
export class MailWatch {
  readonly #parts: MailParts
  readonly #accounts = new Map<AccountMail, () => void>()
  /** Accounts whose news are being read, and whether there were more meanwhile. */
  readonly #reading = new Map<AccountMail, { isBehind: boolean }>()
  readonly #onStored: (account: AccountMail) => Promise<void>
  #isStarted = false

  /** `onStored` takes up what was stored. */
  constructor(parts: MailParts, onStored: (account: AccountMail) => Promise<void>) {
    this.#parts = parts
    this.#onStored = onStored
  }

  add(account: AccountMail): void {
    this.#accounts.set(account, () => {})
    account.closing.addEventListener('abort', () => this.#remove(account), { once: true })
    if (this.#isStarted) this.#watch(account)
  }

  start(): void {
    this.#isStarted = true
    for (const account of this.#accounts.keys()) this.#watch(account)
  }

  close(): void {
    for (const account of [...this.#accounts.keys()]) this.#remove(account)
  }

  /** Reads a mailbox in which something may be new; one that was never synced is left alone. */
  hasNews(account: AccountMail): void {
    const isUnread = account.store.cursor === null && !account.run
    if (isUnread || account.closing.aborted) return
    const reading = this.#reading.get(account)
    if (reading) {
      reading.isBehind = true
      return
    }
    this.#reading.set(account, { isBehind: false })
    this.#parts.background.run(() => this.#readNews(account))
  }

  #watch(account: AccountMail): void {
    const stop = account.mailbox.watch((news) => {
      if (news === 'mail') this.hasNews(account)
      else {
        account.tell('mail-changed', {})
        if (isBeforeFirstSync(account)) this.#parts.warmUp?.()
      }
    })
    const offers = { stop: () => {} }
    const offer = async () => {
      await offerMails(account).catch((failure: unknown) => this.#noteFailure(account, failure))
      const again = () => this.#parts.background.run(offer)
      if (!account.closing.aborted) offers.stop = this.#parts.clock.after(OFFER_MS, again)
    }
    this.#parts.background.run(offer)
    this.#accounts.set(account, () => {
      stop()
      offers.stop()
    })
  }

  #remove(account: AccountMail): void {
    this.#accounts.get(account)?.()
    this.#accounts.delete(account)
  }

  async #readNews(account: AccountMail): Promise<void> {
    try {
      await drainMailbox(account, account.closing)
    } catch (failure) {
      if (!account.closing.aborted) this.#noteFailure(account, failure)
    }
    const isBehind = this.#reading.get(account)?.isBehind
    this.#reading.delete(account)
    if (isBehind) this.hasNews(account)
    await this.#onStored(account)
  }

  /** The mailbox tells its own state, so that only the log needs to know more. */
  #noteFailure(account: AccountMail, failure: unknown): void {
    account.noteDisk(failure)
    account.logFailure('warn', failure, 'mail could not be read or stored')
  }
}

/** Somebody who has just connected a mailbox is about to sync it. */
function isBeforeFirstSync({ store, isConnected, run }: AccountMail): boolean {
  return isConnected && store.cursor === null && run === undefined
}

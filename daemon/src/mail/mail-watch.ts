import { AppError } from '../errors.ts'
import type { AccountMail, MailParts } from './account-mail.ts'
import { LAST } from './analysis-pace.ts'
import { findIn, placeNow } from './analyze-mail.ts'
import type { StoredMail } from './store/mail-records.ts'

/** Mails that a model has missed are offered to it so often, in milliseconds. */
const OFFER_MS = 300_000

/** What is done when something may be new. */
interface OnNews {
  /** Stores what is new in the mailbox. */
  readonly drain: (account: AccountMail, signal: AbortSignal) => Promise<void>
  /** Takes up what was stored. */
  readonly takeUp: (account: AccountMail) => Promise<void>
}

/** Keeps watch over the mailboxes: new mail is stored, told and, where syncs are used, analysed. */
export class MailWatch {
  readonly #parts: MailParts
  readonly #accounts = new Map<AccountMail, () => void>()
  /** Accounts whose news are being read, and whether there were more meanwhile. */
  readonly #reading = new Map<AccountMail, { isBehind: boolean }>()
  readonly #does: OnNews
  #isStarted = false

  constructor(parts: MailParts, does: OnNews) {
    this.#parts = parts
    this.#does = does
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

  /** Offers what a model may see by now, in the background. */
  offer(account: AccountMail): void {
    this.#parts.background.run(() => this.#offer(account))
  }

  #offer(account: AccountMail): Promise<void> {
    return offerMails(account).catch((failure: unknown) => this.#noteFailure(account, failure))
  }

  #watch(account: AccountMail): void {
    const stop = account.mailbox.watch((news) => {
      if (news === 'mail') this.hasNews(account)
      else {
        account.tell('mail-changed', {})
        // somebody who has just connected a mailbox is about to sync it
        const { store, isConnected, run } = account
        if (isConnected && store.cursor === null && !run) this.#parts.warmUp?.()
      }
    })
    const offers = { stop: () => {} }
    const offer = async () => {
      await this.#offer(account)
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
      await this.#does.drain(account, account.closing)
    } catch (failure) {
      if (!account.closing.aborted) this.#noteFailure(account, failure)
    }
    const isBehind = this.#reading.get(account)?.isBehind
    this.#reading.delete(account)
    if (isBehind) this.hasNews(account)
    await this.#does.takeUp(account)
  }

  /** The mailbox tells its own state, so that only the log needs to know more. */
  #noteFailure(account: AccountMail, failure: unknown): void {
    account.noteDisk(failure)
    account.logFailure('warn', failure, 'mail could not be read or stored')
  }
}

/** What such a mail says is kept for so long at most, in milliseconds, and then read again. */
const KEPT_MS = 7 * 24 * 3_600_000

/**
 * Offers the mails to the model that it has missed, newest first, until it is away again; what it
 * finds takes the place of what the rules have found. Their texts are removed where no model is
 * chosen, or after a week. Rejects with `STORE_FULL` or `STORE_READONLY`.
 */
async function offerMails(account: AccountMail): Promise<void> {
  const { store, parts, closing } = account
  const canOffer = () => parts.hasModel() && account.modelUse === 'allowed'
  const missed = await store.mails.missed()
  if (missed.length === 0) return
  await store.removeTexts(keptSince(account))
  let failed: string | undefined
  for (const id of missed) {
    if (closing.aborted || !canOffer()) break
    const isAnswered = await offer(account, id)
    // one that fails alone would hold up all others for ever
    if (isAnswered && failed) await store.forgetMissed(failed)
    if (!isAnswered && failed) break
    failed = isAnswered ? undefined : id
  }
  if (!closing.aborted) await store.tidy()
}

/** From when on texts are kept for a model, ISO 8601; null where none will read them. */
function keptSince({ parts, modelUse }: AccountMail): string | null {
  if (!parts.hasModel() || modelUse === 'refused') return null
  return new Date(parts.now().getTime() - KEPT_MS).toISOString()
}

/** Resolves to whether the model has answered, or need not. */
async function offer(account: AccountMail, id: string): Promise<boolean> {
  let isAnswered = true
  const offering = async () => {
    const mail = await account.store.mails.get(id)
    if (mail?.missedAt) isAnswered = await ask(account, mail)
  }
  await account.parts.pace.run(account.userId, LAST, () => account.analyzing(id, offering))
  return isAnswered
}

async function ask(account: AccountMail, mail: StoredMail): Promise<boolean> {
  const { store, parts, closing } = account
  const { id } = mail.row
  try {
    const found = await findIn(account, mail, closing)
    if (found.missedAt !== undefined || !parts.hasModel()) return false
    if (!(await store.mails.has(id))) return true
    if (found.finding.analyzer === 'rules') await store.forgetMissed(id)
    else await store.saveFinding(id, found)
  } catch (failure) {
    if (closing.aborted) return false
    const code = failure instanceof AppError ? failure.code : 'INTERNAL'
    if (code.startsWith('STORE_')) throw failure
    account.logFailure('warn', failure, 'a mail could not be offered to the model')
    if (code === 'NOT_FOUND') await store.forgetMissed(id)
    return code === 'NOT_FOUND'
  }
  await placeNow(account, id)
  await account.tellChanged([id])
  return true
}

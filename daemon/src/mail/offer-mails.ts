import { AppError } from '../errors.ts'
import type { AccountMail } from './account-mail.ts'
import { findIn } from './analyze-mail.ts'
import { placeNow } from './place-events.ts'
import type { StoredMail } from './store/mail-records.ts'

/** What such a mail says is kept for so long at most, in milliseconds, and then read again. */
const KEPT_MS = 7 * 24 * 3_600_000

/** After every mail that somebody waits for. */
const LAST = Number.MIN_SAFE_INTEGER

/**
 * Offers the mails to the model that it has missed, newest first, until it is away again; what it
 * finds takes the place of what the rules have found. Their texts are removed where no model is
 * chosen, or after a week. Rejects with `STORE_FULL` or `STORE_READONLY`.
 */
export async function offerMails(account: AccountMail): Promise<void> {
  const { store, parts, closing } = account
  const missed = await store.mails.missed()
  if (missed.length === 0) return
  const before = new Date(parts.now().getTime() - KEPT_MS).toISOString()
  await store.removeTexts(parts.hasModel() ? before : null)
  let failed: string | undefined
  for (const id of missed) {
    if (closing.aborted || !parts.hasModel()) break
    const isAnswered = await offer(account, id)
    // one that fails alone would hold up all others for ever
    if (isAnswered && failed) await store.forgetMissed(failed)
    if (!isAnswered && failed) break
    failed = isAnswered ? undefined : id
  }
  if (!closing.aborted) await store.tidy()
}

/** Resolves to whether the model has answered, or need not. */
async function offer(account: AccountMail, id: string): Promise<boolean> {
  let isAnswered = true
  await account.parts.pace.run(LAST, async () => {
    if (account.inFlight.has(id)) return
    await account.analyzing(id, async () => {
      const mail = await account.store.mails.get(id)
      if (mail?.missedAt) isAnswered = await ask(account, mail)
    })
  })
  return isAnswered
}

async function ask(account: AccountMail, mail: StoredMail): Promise<boolean> {
  const { store, parts, closing } = account
  const { id } = mail.row
  try {
    const found = await findIn(account, mail, closing)
    if (found.missedAt !== null || !parts.hasModel()) return false
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

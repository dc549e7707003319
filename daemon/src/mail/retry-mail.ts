import type { Email } from '@shortlist/contracts/mail'
import type { AccountMail } from './account-mail.ts'
import { analyzeMail } from './analyze-mail.ts'
import { placeNow } from './place-events.ts'

/** It was asked for by hand, so it goes before everything that waits. */
const FIRST = Number.MAX_SAFE_INTEGER

/**
 * Analyses a mail now whose analysis has failed or is still to come; one that is analysed stays as
 * it is. Its appointments are placed where the calendar is there. Throws `NOT_FOUND`.
 */
export async function retryMail(account: AccountMail, id: string): Promise<Email> {
  const { finding } = await account.mail(id)
  const running = account.inFlight.get(id)
  if (running) await running
  else if (!finding) await account.parts.pace.run(FIRST, () => analyze(account, id))
  return account.email(id)
}

async function analyze(account: AccountMail, id: string): Promise<void> {
  const running = account.inFlight.get(id)
  if (running) return running
  await account.analyzing(id, async () => {
    const mail = await account.store.mails.get(id)
    if (!mail || mail.finding) return
    if (await analyzeMail(account, mail, account.closing)) await placeNow(account, id)
    await account.tellChanged([id])
  })
}

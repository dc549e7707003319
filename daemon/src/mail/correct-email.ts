import type { Email } from '@shortlist/contracts/mail'
import type { AccountMail } from './account-mail.ts'
import type { StoredMail } from './store/stored-mail.ts'

/**
 * Keeps what the user has set by hand; no later analysis overwrites it, and a field that is left out
 * stays as it is. Throws `NOT_FOUND`.
 */
export async function correctEmail(
  account: AccountMail,
  id: string,
  { priority, category }: StoredMail['correction'],
): Promise<Email> {
  await account.mail(id)
  if (priority || category) {
    const change = { ...(priority && { priority }), ...(category && { category }) }
    await account.store.save({ id, kind: 'correction', ...change })
    await account.tellChanged([id])
  }
  return account.email(id)
}

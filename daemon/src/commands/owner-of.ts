import type { AccountStore } from '../accounts/account-store.ts'
import { normalizeEmail } from '../accounts/check-credentials.ts'

/** The account that the configured mailbox belongs to; undefined while it does not exist. */
export async function ownerOf(
  accounts: Pick<AccountStore, 'byEmail' | 'first'>,
  email: string | undefined,
): Promise<string | undefined> {
  const owner = email === undefined ? accounts.first() : accounts.byEmail(normalizeEmail(email))
  return (await owner)?.id
}

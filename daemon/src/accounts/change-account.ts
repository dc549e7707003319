import type { Account, AccountChange } from '@shortlist/contracts/accounts'
import type { Session } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'
import { checkEmail, checkPassword, normalizeEmail } from './sign-in.ts'

/**
 * Gives an account another address or another password, which signs it out everywhere else. Throws
 * `SIGNUP_REJECTED` with the rule that was broken and `SIGNUP_TAKEN`; then nothing has changed.
 */
export async function changeAccount(
  { accounts, sessions, passwords, endSession, record }: AccountPorts,
  session: Session,
  change: AccountChange,
): Promise<Account> {
  const { id } = session.user
  const email = normalizeEmail(change.email ?? session.user.email)
  checkEmail(email)
  if (change.password !== undefined) checkPassword(change.password, email)
  const hash = change.password === undefined ? undefined : await passwords.hash(change.password)
  await accounts.setEmail(id, email)
  if (hash !== undefined) {
    passwords.refund()
    await accounts.setPasswordHash(id, hash)
    for (const ended of await sessions.endAll(id, session.id)) endSession(ended)
  }
  record('changed')
  return { id, email }
}

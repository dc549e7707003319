import type { Account, Credentials } from '@shortlist/contracts/accounts'
import { checkCredentials } from './check-credentials.ts'
import type { AccountPorts } from './ports.ts'

/**
 * Creates an account. Throws `SIGNUP_REJECTED` with the rule that was broken, or `SIGNUP_TAKEN` after
 * the same work that a free address costs.
 */
export async function signUp(
  { accounts, passwords, record, now }: AccountPorts,
  credentials: Credentials,
): Promise<Account> {
  const { email, password } = checkCredentials(credentials)
  const passwordHash = await passwords.hash(password)
  const { id } = await accounts.add(email, passwordHash, now())
  passwords.refund()
  record('signed-up')
  return { id, email }
}

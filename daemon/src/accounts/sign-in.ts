import type { Account, Credentials } from '@shortlist/contracts/accounts'
import { AppError } from '../errors.ts'
import { isTooLong, normalizeEmail } from './check-credentials.ts'
import type { AccountPorts } from './ports.ts'

export interface SignIn {
  readonly user: Account
  /** The token of the new session, for the cookie. */
  readonly token: string
}

/**
 * Opens a session and ends those that the `presented` tokens belong to. Throws `BAD_CREDENTIALS`, after the
 * same work whether or not there is such an account.
 */
export async function signIn(
  ports: AccountPorts,
  { email, password }: Credentials,
  presented: readonly string[],
): Promise<SignIn> {
  const { accounts, sessions, passwords, endSession, record, background } = ports
  const isPlausible = !isTooLong(password)
  const account = isPlausible ? await accounts.byEmail(normalizeEmail(email)) : undefined
  const isRight = await passwords.verify(account?.passwordHash, isPlausible ? password : '')
  if (!account || !isRight) {
    record('sign-in-refused')
    throw new AppError('BAD_CREDENTIALS', 'Invalid email or password.')
  }
  passwords.refund()
  const { token, ended } = await sessions.open(account.id, presented)
  for (const id of ended) endSession(id)
  if (passwords.needsRehash(account.passwordHash)) {
    background.run(async () => {
      await accounts.setPasswordHash(account.id, await passwords.hash(password))
    })
  }
  record('signed-in')
  return { user: { id: account.id, email: account.email }, token }
}

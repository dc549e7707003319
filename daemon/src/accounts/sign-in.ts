import type { Account, Credentials } from '@shortlist/contracts/accounts'
import { AppError } from '../errors.ts'
import { checkCredentials, isTooLong, normalizeEmail } from './check-credentials.ts'
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

/**
 * Opens a session, whose token is for the cookie, and ends those that the `presented` tokens belong to.
 * Throws `BAD_CREDENTIALS`, after the same work whether or not there is such an account.
 */
export async function signIn(
  ports: AccountPorts,
  { email, password }: Credentials,
  presented: readonly string[],
): Promise<{ readonly user: Account; readonly token: string }> {
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
  background.run(async () => {
    if (!(await passwords.needsRehash(account.passwordHash))) return
    await accounts.setPasswordHash(account.id, await passwords.hash(password))
  })
  record('signed-in')
  return { user: { id: account.id, email: account.email }, token }
}

/** Ends the sessions of tokens, on the disk first, and their sockets; nothing happens without one. */
export async function signOut(
  { sessions, endSession, record }: AccountPorts,
  tokens: readonly string[],
): Promise<void> {
  for (const token of tokens) {
    const ended = await sessions.end(token)
    if (ended === undefined) continue
    endSession(ended)
    record('signed-out')
  }
}

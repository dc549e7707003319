import type { Account, AccountChange, Credentials } from '@shortlist/contracts/accounts'
import { AppError } from '../errors.ts'
import type { Session } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'
import { checkEmail, checkPassword, normalizeEmail } from './sign-in.ts'

/**
 * Gives an account another address or another password, which signs it out everywhere else. Throws
 * `BAD_CREDENTIALS`, `SIGNUP_REJECTED` with the rule that was broken, and `SIGNUP_TAKEN`; then nothing
 * has changed.
 */
export async function changeAccount(
  ports: AccountPorts,
  session: Session,
  { newEmail, newPassword, ...credentials }: AccountChange,
): Promise<Account> {
  const { accounts, sessions, passwords, endSession, record } = ports
  const { id } = session.user
  await checkOwn(ports, session, credentials)
  const email = newEmail === undefined ? session.user.email : normalizeEmail(newEmail)
  checkEmail(email)
  if (newPassword !== undefined) checkPassword(newPassword, email)
  const hash = newPassword === undefined ? undefined : await passwords.hash(newPassword)
  if (hash !== undefined) passwords.refund()
  await accounts.setEmail(id, email)
  if (hash !== undefined) {
    await accounts.setPasswordHash(id, hash)
    for (const ended of await sessions.endAll(id, session.id)) endSession(ended)
  }
  record('changed')
  return { id, email }
}

/** Throws `BAD_CREDENTIALS` unless these are the address and the password of who is signed in. */
export async function checkOwn(
  { accounts, passwords, record }: AccountPorts,
  { user }: Session,
  { email, password }: Credentials,
): Promise<void> {
  const account = await accounts.byId(user.id)
  const isOwn = normalizeEmail(email) === account?.email
  const isRight = await passwords.verify(isOwn ? account?.passwordHash : undefined, password)
  if (isRight) return passwords.refund()
  record('sign-in-refused')
  throw new AppError('BAD_CREDENTIALS', isOwn ? WRONG_PASSWORD : WRONG_ADDRESS)
}

const WRONG_PASSWORD = 'This is not your password. Nothing was changed.'
const WRONG_ADDRESS = 'This is not the address of your account. Nothing was changed.'

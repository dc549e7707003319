import type { Account, Credentials } from '@shortlist/contracts/accounts'
import { PASSWORD_MAX, PASSWORD_MIN } from '@shortlist/contracts/limits'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Session } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'

/** RFC 5321, section 4.5.3.1.3. */
const EMAIL_MAX = 254
const PASSWORD_MAX_BYTES = 1024

const Email = z.email().max(EMAIL_MAX)

/**
 * Creates an account. Throws `SIGNUP_REJECTED` with the rule that was broken, that of who may sign up
 * included, or `SIGNUP_TAKEN` after the same work that a free address costs.
 */
export async function signUp(
  { accounts, passwords, signUp: { rule }, record, now }: AccountPorts,
  credentials: Credentials,
): Promise<Account> {
  const checkRule = (others: number) => {
    if (rule() === 'closed') reject('Sign-up is closed on this computer.')
    if (rule() === 'first' && others > 0)
      reject('This computer has its account already. Its owner can open the sign-up in Settings.')
  }
  checkRule((await accounts.all()).length)
  const email = normalizeEmail(credentials.email)
  const { password } = credentials
  checkEmail(email)
  checkPassword(password, email)
  const passwordHash = await passwords.hash(password)
  const { id } = await accounts.add(email, passwordHash, now(), checkRule)
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
  browser?: string,
): Promise<{ readonly user: Account; readonly token: string }> {
  const { accounts, sessions, passwords, endSession, record, background, now } = ports
  const isPlausible = !isTooLong(password)
  const account = isPlausible ? await accounts.byEmail(normalizeEmail(email)) : undefined
  const isRight = await passwords.verify(account?.passwordHash, isPlausible ? password : '')
  if (!account || !isRight) {
    record('sign-in-refused')
    throw new AppError('BAD_CREDENTIALS', 'Invalid email or password.')
  }
  passwords.refund()
  const { token, ended } = await sessions.open(account.id, presented, browser)
  for (const id of ended) endSession(id)
  background.run(async () => {
    await accounts.noteSignIn(account.id, now())
    if (!(await passwords.needsRehash(account.passwordHash))) return
    await accounts.setPasswordHash(account.id, await passwords.hash(password))
  })
  record('signed-in')
  return { user: { id: account.id, email: account.email }, token }
}

/** Notes that a session's own password was entered. Throws `CONFIRM_NEEDED` where it is another one. */
export async function confirmPassword(
  { accounts, sessions, passwords, record }: AccountPorts,
  { id, user }: Session,
  password: string,
): Promise<void> {
  const isPlausible = !isTooLong(password)
  const account = await accounts.byId(user.id)
  const isRight = await passwords.verify(account?.passwordHash, isPlausible ? password : '')
  if (!isRight) {
    record('sign-in-refused')
    // 401 would end the session
    throw new AppError('CONFIRM_NEEDED', 'This is not the password of your account.')
  }
  passwords.refund()
  sessions.confirm(id)
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

/**
 * Gives an account a new password, which is asked for once there is such an account, and ends all its
 * sessions. Throws `NOT_FOUND` for an unknown address and `SIGNUP_REJECTED` with the rule that the
 * password breaks.
 */
export async function resetPassword(
  { accounts, sessions, passwords }: Pick<AccountPorts, 'accounts' | 'sessions' | 'passwords'>,
  email: string,
  ask: () => Promise<string>,
): Promise<void> {
  const address = normalizeEmail(email)
  const account = await accounts.byEmail(address)
  if (!account) throw new AppError('NOT_FOUND', 'No account has this address.')
  const password = await ask()
  checkPassword(password, address)
  await accounts.setPasswordHash(account.id, await passwords.hash(password))
  await sessions.endAll(account.id)
}

/** The form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether a password is longer than any that an account can have. */
function isTooLong(password: string): boolean {
  return codePoints(password) > PASSWORD_MAX || Buffer.byteLength(password) > PASSWORD_MAX_BYTES
}

/** Throws `SIGNUP_REJECTED`. */
export function checkEmail(email: string): void {
  if (!Email.safeParse(email).success) reject('Please enter a valid email address.')
}

/** The rules for a new password (NIST SP 800-63B); throws `SIGNUP_REJECTED` with the reason. */
export function checkPassword(password: string, email: string): void {
  if (codePoints(password) < PASSWORD_MIN) {
    reject(`Password must be at least ${PASSWORD_MIN} characters.`)
  }
  if (codePoints(password) > PASSWORD_MAX) {
    reject(`Password must be at most ${PASSWORD_MAX} characters.`)
  }
  if (isTooLong(password)) reject(`Password must be at most ${PASSWORD_MAX_BYTES} bytes.`)
  if (normalizeEmail(password) === email) reject('Password must not be your email address.')
}

function codePoints(text: string): number {
  return [...text].length
}

function reject(reason: string): never {
  throw new AppError('SIGNUP_REJECTED', reason)
}

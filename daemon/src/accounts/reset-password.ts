import { AppError } from '../errors.ts'
import type { AccountPorts } from './ports.ts'
import { checkPassword, normalizeEmail } from './sign-in.ts'

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

import type { Credentials } from '@shortlist/contracts/accounts'
import { PASSWORD_MAX, PASSWORD_MIN } from '@shortlist/contracts/limits'
import { z } from 'zod'
import { AppError } from '../errors.ts'

/** RFC 5321, section 4.5.3.1.3. */
const EMAIL_MAX = 254
const PASSWORD_MAX_BYTES = 1024

const Email = z.email().max(EMAIL_MAX)

/** The form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether a password is longer than any that an account can have. */
export function isTooLong(password: string): boolean {
  return codePoints(password) > PASSWORD_MAX || Buffer.byteLength(password) > PASSWORD_MAX_BYTES
}

/** The credentials of a new account, with its address as stored; throws `SIGNUP_REJECTED`. */
export function checkCredentials({ email, password }: Credentials): Credentials {
  const address = normalizeEmail(email)
  if (!Email.safeParse(address).success) reject('Please enter a valid email address.')
  checkPassword(password, address)
  return { email: address, password }
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

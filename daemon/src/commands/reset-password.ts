import { text } from 'node:stream/consumers'
import { createPasswords } from '../accounts/hash-password.ts'
import { HashQueue } from '../accounts/hash-queue.ts'
import { resetPassword } from '../accounts/reset-password.ts'
import type { Settings } from './settings.ts'
import { withStores } from './with-stores.ts'

/** Asks for a new password and gives it to an account; the daemon must not be running. */
export async function resetPasswordOf(settings: Settings, email: string): Promise<void> {
  await withStores(settings, async (stores) => {
    const passwords = createPasswords({ queue: new HashQueue(() => new Date()) })
    await resetPassword({ ...stores, passwords }, email, await askPassword(email))
  })
  process.stdout.write('The password is set, and the account is signed out everywhere.\n')
}

/** The first line of the input; on a terminal it is not shown. */
async function askPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const { default: password } = await import('@inquirer/password')
  return password({ message: `New password for ${email}` })
}

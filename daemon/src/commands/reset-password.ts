import { text } from 'node:stream/consumers'
import { createPasswords, HashQueue } from '../accounts/passwords.ts'
import { resetPassword } from '../accounts/sign-in.ts'
import type { Settings } from '../env.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { withStores } from './with-stores.ts'

/** Asks for a new password and gives it to an account; the daemon must not be running. */
export async function resetPasswordOf(settings: Settings, email: string): Promise<void> {
  await withStores(settings, async (stores) => {
    const passwords = createPasswords(new HashQueue(() => new Date()))
    await resetPassword({ ...stores, passwords }, email, () => askPassword(email))
  })
  process.stdout.write('The password is set, and the account is signed out everywhere.\n')
}

/**
 * The first line of the input; on a terminal it is not shown, and asked for twice. Throws `StartError`
 * where the two differ.
 */
async function askPassword(email: string): Promise<string> {
  const [first, again] = process.stdin.isTTY ? await askTwice(email) : await twoLines()
  if (first !== again) {
    throw new StartError('The two passwords differ. Nothing was changed.', exitCodes.failed)
  }
  return first
}

async function askTwice(email: string): Promise<readonly [string, string]> {
  const { default: password } = await import('@inquirer/password')
  return [
    await password({ message: `New password for ${email}` }),
    await password({ message: 'The same again' }),
  ]
}

/** Another program writes the password once, or twice as a person would. */
async function twoLines(): Promise<readonly [string, string]> {
  const [first = '', again] = (await text(process.stdin)).split(/\r?\n/)
  return [first, again || first]
}

import { existsSync } from 'node:fs'
import { SignUpRule } from '@shortlist/contracts/accounts'
import { openSignUp } from '../accounts/people.ts'
import { findFolders } from '../composition/find-folders.ts'
import { openMailboxes } from '../composition/open-mailbox.ts'
import type { Settings } from '../env.ts'
import { takeOver } from '../mail/connect/named-mailbox.ts'
import { testMailbox } from '../mail/connect/test-mailbox.ts'
import { createLog } from '../platform/log.ts'
import { isInUse, openDataFolder } from '../platform/storage/data-folder.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { withStores } from './with-stores.ts'

const SIGN_UP = 'sign-up'

/** Prints every value that counts and where it is from, and who may sign up; never a secret. */
export async function listSettings(settings: Settings, { json }: { json: boolean }): Promise<void> {
  const { data } = findFolders(settings.config.SHORTLIST_DATA_DIR)
  const isRunning = existsSync(data) && (await isInUse(data))
  const stored = existsSync(data) && !isRunning ? await withSignUp(settings, shownSignUp) : []
  const all = [...settings.origins, ...stored]
  if (json) {
    process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
    return
  }
  const width = Math.max(...all.map(({ name }) => name.length))
  for (const { name, value, origin } of all)
    process.stdout.write(`${name.padEnd(width)}  ${value ?? 'not set'}  (${origin})\n`)
  if (isRunning) process.stdout.write('Shortlist is running: what is stored is in its Settings.\n')
}

/** Stores a value as the screen does. Throws `StartError` for another key, a bad value, and what the environment sets. */
export async function setSetting(settings: Settings, key: string, value: string): Promise<void> {
  if (key !== SIGN_UP)
    throw new StartError(`There is no setting "${key}" here, only "${SIGN_UP}".`, exitCodes.usage)
  const rule = SignUpRule.safeParse(value)
  if (!rule.success) {
    const sentence = `${SIGN_UP} is one of ${SignUpRule.options.join(', ')}.`
    throw new StartError(sentence, exitCodes.usage)
  }
  if (settings.config.SIGNUP !== undefined)
    throw new StartError('Set by the environment: SIGNUP.', exitCodes.config)
  await withSignUp(settings, (signUp) => signUp.choose(rule.data))
  process.stdout.write(`${SIGN_UP} is ${rule.data} from now on.\n`)
}

/**
 * Stores the mailbox that the environment names, as the screen does, and says which lines are needless
 * then; never what stands in them. Throws `StartError` where the mailbox does not work, and what
 * `takeOver` throws.
 */
export async function takeOverMailbox(settings: Settings): Promise<void> {
  const { config } = settings
  const report = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const secrets = [config.IMAP_APP_PASSWORD ?? '']
  const log = createLog({ level: 'warn', secrets }, process.stderr)
  const folders = findFolders(config.SHORTLIST_DATA_DIR)
  await withStores(settings, async (stores) => {
    const mailboxes = await openMailboxes({ ...settings, folders, report, stores, log })
    const { own, named, ca, ownerId } = mailboxes
    const userId = (await ownerId()) ?? ''
    const test = await takeOver(mailboxes, userId, (form) =>
      testMailbox(form, { reach: own.reach(userId, form), ca, signal: never }),
    )
    const bad = test.steps.find(({ state }) => state === 'bad')
    if (bad) {
      const sentence = [bad.detail, bad.hint, 'Nothing was stored.'].filter(Boolean).join(' ')
      throw new StartError(sentence, exitCodes.failed)
    }
    const { file, variables } = named.current?.variables() ?? { file: '', variables: [] }
    process.stdout.write('The mailbox is stored in Shortlist. Needless now:\n')
    for (const { name, isInEnvironment, lines } of variables) {
      if (isInEnvironment) process.stdout.write(`  ${name} in the environment\n`)
      for (const line of lines) process.stdout.write(`  ${name} in line ${line} of ${file}\n`)
    }
  })
}

const never = new AbortController().signal

type SignUp = Awaited<ReturnType<typeof openSignUp>>

/** Nothing where the environment says it, which is listed already. */
async function shownSignUp({ rule, setBy, isChosen }: SignUp) {
  if (setBy !== null) return []
  return [{ name: SIGN_UP, value: rule(), origin: isChosen() ? 'stored' : 'default' }]
}

/** Holds the data folder meanwhile; throws where Shortlist is running. */
async function withSignUp<Result>(
  { config }: Settings,
  work: (signUp: SignUp) => Promise<Result>,
): Promise<Result> {
  const report = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const { data } = findFolders(config.SHORTLIST_DATA_DIR)
  const onLost = () => report('Another process took the data folder.')
  const folder = await openDataFolder(data, { onLost })
  try {
    const byDefault = config.HOST === undefined ? 'open' : 'first'
    return await work(await openSignUp({ folder: data, report, given: config.SIGNUP, byDefault }))
  } finally {
    await folder.release()
  }
}

import { existsSync } from 'node:fs'
import { SignUpRule } from '@shortlist/contracts/accounts'
import { openSignUp } from '../accounts/people.ts'
import { findFolders } from '../composition/find-folders.ts'
import type { Settings } from '../env.ts'
import { isInUse, openDataFolder } from '../platform/storage/data-folder.ts'
import { exitCodes, StartError } from './exit-codes.ts'

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

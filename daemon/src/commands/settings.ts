import { existsSync } from 'node:fs'
import { SignUpRule } from '@shortlist/contracts/accounts'
import { openSignUp } from '../accounts/people.ts'
import { findFolders } from '../composition/find-folders.ts'
import { modelSetBy, openMachine } from '../composition/open-llm.ts'
import { openMailboxes } from '../composition/open-mailbox.ts'
import type { Config, Settings } from '../env.ts'
import type { MachineSettings } from '../machine/machine-settings.ts'
import { takeOver } from '../mail/connect/named-mailbox.ts'
import { testMailbox } from '../mail/connect/test-mailbox.ts'
import { createLog } from '../platform/log.ts'
import { isInUse, openDataFolder } from '../platform/storage/data-folder.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { withStores } from './with-stores.ts'

/** Prints every value that counts and where it is from, what is stored included; never a secret. */
export async function listSettings(settings: Settings, { json }: { json: boolean }): Promise<void> {
  const { data } = findFolders(settings.config.SHORTLIST_DATA_DIR)
  const isRunning = existsSync(data) && (await isInUse(data))
  const stored =
    existsSync(data) && !isRunning
      ? await withStored(settings, (each) => shownOf(settings, each))
      : []
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
  const setting = storedSettings[key]
  if (!setting) {
    const known = Object.keys(storedSettings).map((name) => `"${name}"`)
    throw new StartError(
      `There is no setting "${key}" here, only ${known.join(' and ')}.`,
      exitCodes.usage,
    )
  }
  const { options, variable, choose } = setting
  if (!options.includes(value))
    throw new StartError(`${key} is one of ${options.join(', ')}.`, exitCodes.usage)
  const setBy = variable(settings.config)
  if (setBy !== null) throw new StartError(`Set by the environment: ${setBy}.`, exitCodes.config)
  await withStored(settings, (stored) => choose(stored, value))
  process.stdout.write(`${key} is ${value} from now on.\n`)
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

interface Stored {
  readonly signUp: Awaited<ReturnType<typeof openSignUp>>
  readonly machine: MachineSettings
}

interface StoredSetting {
  readonly options: readonly string[]
  /** The variable that says it instead; null where none does. */
  readonly variable: (config: Config) => string | null
  readonly read: (stored: Stored) => string
  readonly isChosen: (stored: Stored) => boolean
  readonly choose: (stored: Stored, value: string) => Promise<unknown>
}

/** What can be set without a screen: what is the computer's, and no secret. */
const storedSettings: Readonly<Record<string, StoredSetting>> = {
  'sign-up': {
    options: SignUpRule.options,
    variable: ({ SIGNUP }) => (SIGNUP === undefined ? null : 'SIGNUP'),
    read: ({ signUp }) => signUp.rule(),
    isChosen: ({ signUp }) => signUp.isChosen(),
    choose: ({ signUp }, value) => signUp.choose(SignUpRule.parse(value)),
  },
  model: {
    options: ['found', 'guides'],
    variable: modelSetBy,
    read: ({ machine: { chosen } }) =>
      ['found', 'guides'].includes(chosen) ? chosen : 'a server that was added in Settings',
    isChosen: ({ machine }) => machine.chosen !== 'found',
    choose: ({ machine }, value) => machine.choose(value),
  },
}

/** Nothing of what the environment says, which is listed already. */
function shownOf({ config }: Settings, stored: Stored) {
  return Object.entries(storedSettings)
    .filter(([, { variable }]) => variable(config) === null)
    .map(([name, { read, isChosen }]) => {
      return { name, value: read(stored), origin: isChosen(stored) ? 'stored' : 'default' }
    })
}

/** Holds the data folder meanwhile; throws where Shortlist is running. */
async function withStored<Result>(
  { config }: Settings,
  work: (stored: Stored) => Result | Promise<Result>,
): Promise<Result> {
  const report = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const folders = findFolders(config.SHORTLIST_DATA_DIR)
  const onLost = () => report('Another process took the data folder.')
  const folder = await openDataFolder(folders.data, { onLost })
  try {
    const byDefault = config.HOST === undefined ? 'open' : 'first'
    const [signUp, machine] = await Promise.all([
      openSignUp({ folder: folders.data, report, given: config.SIGNUP, byDefault }),
      openMachine(config, {
        folders,
        report,
        log: { info() {} },
        ownerId: async () => undefined,
        onChange() {},
      }),
    ])
    return await work({ signUp, machine })
  } finally {
    await folder.release()
  }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { readVersion } from '../composition/read-version.ts'
import {
  originsOf,
  readConfig,
  type Settings,
  takeEnvironment,
  unknownSettings,
  whereSet,
} from '../env.ts'
import { AppError, ConfigError } from '../errors.ts'
import { storageError } from '../platform/storage/file-system.ts'
import { exitCodes, StartError } from './exit-codes.ts'

interface Flags {
  readonly port?: string
  readonly dataDir?: string
  readonly logLevel?: string
  readonly envFile?: string
  readonly build: boolean
}

const program = new Command('shortlist')
  .description('A personal assistant for developers who look for work.')
  .option('--port <number>', 'port of the web app and the API (PORT)')
  .option('--data-dir <folder>', 'where accounts and chats are kept (SHORTLIST_DATA_DIR)')
  .option('--log-level <level>', 'how much is logged (LOG_LEVEL)')
  .option('--env-file <file>', 'read settings from this file instead of .env')
  .option('--no-build', 'serve the web app as it was built last')
  .version(readVersion(), '-v, --version', 'print the version')
  .showHelpAfterError('"shortlist help" lists the commands and their options.')
  .addHelpText(
    'after',
    '\nWithout the bin: npx -y pnpm@12.4.2 start [command], or start -- --help.',
  )
  .exitOverride()

program
  .command('start')
  .description('start the daemon, which serves the web app; what is done without a command')
  .option('--open', 'open the web app in the browser')
  .option('--sample', 'start with a sample mailbox, which needs no account')
  .option('--dev', 'also trust the development server of the web app')
  .action(async (options: { open?: true; sample?: true; dev?: true }) => {
    const { start } = await import('./start.ts')
    const { open = false, sample = false, dev = false } = options
    // Vite serves the web app while it is developed
    const build = program.opts<Flags>().build && !dev
    await start(settings(), { open, sample, dev, build })
  })

program
  .command('doctor')
  .description('check the set-up and say how to mend it')
  .option('--json', 'print the checks as JSON')
  .action(async ({ json }: { json?: true }) => {
    const { doctor } = await import('./doctor.ts')
    process.exitCode = (await doctor(settings(), { json: json ?? false })) ? 0 : exitCodes.failed
  })

program
  .command('user')
  .description('accounts of this computer')
  .command('reset-password <email>')
  .description('set a new password and sign the account out everywhere')
  .action(async (email: string) => {
    const { resetPasswordOf } = await import('./reset-password.ts')
    await resetPasswordOf(settings(), email)
  })

program
  .command('export <file>')
  .description('write all chats to a new file, without passwords and sessions')
  .option('--force', 'replace a file of that name')
  .action(async (file: string, { force = false }: { force?: boolean }) => {
    const { exportTo } = await import('./export.ts')
    await exportTo(settings(), file, { force })
  })

program
  .command('import <file>')
  .description('read chats back from an exported file; what is there already stays')
  .action(async (file: string) => {
    const { importFrom } = await import('./import.ts')
    await importFrom(settings(), file)
  })

const settingsCommand = program.command('settings').description('what is set, and what says so')

settingsCommand
  .command('list')
  .description('print every value with where it is from; no secret is printed')
  .option('--json', 'print them as JSON')
  .action(async ({ json }: { json?: true }) => {
    const { listSettings } = await import('./settings.ts')
    await listSettings(settings(), { json: json ?? false })
  })

settingsCommand
  .command('set <key> <value>')
  .description(
    'store a value as the web app does: sign-up (open, first, closed) or model (found, guides)',
  )
  .action(async (key: string, value: string) => {
    const { setSetting } = await import('./settings.ts')
    await setSetting(settings(), key, value)
  })

settingsCommand
  .command('take-over')
  .description('store the mailbox that .env names, so that its lines can be deleted')
  .action(async () => {
    const { takeOverMailbox } = await import('./settings.ts')
    await takeOverMailbox(settings())
  })

function settings(): Settings {
  const { port, dataDir, logLevel, envFile } = program.opts<Flags>()
  const file = envFile ?? fileURLToPath(new URL('../../../.env', import.meta.url))
  const text = readEnvFile(file, envFile !== undefined)
  const environment = takeEnvironment()
  const flags = { PORT: port, SHORTLIST_DATA_DIR: dataDir, LOG_LEVEL: logLevel }
  const sources = { flags, environment, envFile: text }
  const config = readConfig(sources)
  return {
    config,
    envFile: file,
    unknown: unknownSettings(text),
    whereSet: whereSet(file, environment),
    origins: originsOf(config, sources),
  }
}

function readEnvFile(path: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!isNamed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`The settings file ${path} cannot be read.`, { cause: error })
  }
}

/** Runs the command that the command line names; its failure becomes a sentence and an exit code. */
export async function runProgram(): Promise<void> {
  try {
    await program.parseAsync(withCommand(process.argv.slice(2)), { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error)
  }
}

/** Where no command is named it is `start`; commander's own default would swallow a misspelt one. */
function withCommand(line: readonly string[]): string[] {
  // pnpm hands on the `--` that keeps an option from itself
  const args = line[0] === '--' ? line.slice(1) : [...line]
  const { operands, unknown } = program.parseOptions(args)
  const isNamed = operands.length > 0 || unknown.includes('--help') || unknown.includes('-h')
  return isNamed ? args : ['start', ...args]
}

/** Whatever ends a command early is one sentence and an exit code; a stack trace is for bugs. */
function explain(error: unknown): number {
  // commander has said why
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof ConfigError) return say(error.message, exitCodes.config)
  if (error instanceof StartError) return say(error.message, error.exitCode)
  if (error instanceof Error && error.name === 'ExitPromptError') {
    return say('Nothing was changed.', exitCodes.interrupted)
  }
  const failure = storageError(error)
  if (failure instanceof AppError) return say(failure.message, codeOf(failure))
  return say(`Shortlist failed: ${String(error)}`, exitCodes.internal)
}

function codeOf({ code }: AppError): number {
  // all that a command can find taken is the data folder
  if (code === 'NOT_AVAILABLE') return exitCodes.locked
  return code.startsWith('STORE') ? exitCodes.cannotCreate : exitCodes.failed
}

function say(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}

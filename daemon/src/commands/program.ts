import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { ConfigError, readConfig, takeEnvironment } from '../env.ts'
import { AppError } from '../errors.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import type { Settings } from './settings.ts'

interface Flags {
  readonly port?: string
  readonly dataDir?: string
  readonly logLevel?: string
  readonly envFile?: string
}

const program = new Command('shortlist')
  .description('A personal assistant for developers who look for work.')
  .option('--port <number>', 'port of the web app and the API (PORT)')
  .option('--data-dir <folder>', 'where accounts and chats are kept (SHORTLIST_DATA_DIR)')
  .option('--log-level <level>', 'how much is logged (LOG_LEVEL)')
  .option('--env-file <file>', 'read settings from this file instead of .env')

program
  .command('start', { isDefault: true })
  .description('start the daemon; it serves the web app')
  .option('--open', 'open the web app in the browser')
  .option('--sample', 'start with a sample mailbox, which needs no account')
  .option('--dev', 'also trust the development server of the web app')
  .action(async (options: { open?: true; sample?: true; dev?: true }) => {
    const { start } = await import('./start.ts')
    const { open = false, sample = false, dev = false } = options
    await start(settings(), { open, sample, dev })
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
  .description('write all chats to a file, without passwords and sessions')
  .action(async (file: string) => {
    const { exportTo } = await import('./export.ts')
    await exportTo(settings(), file)
  })

program
  .command('import <file>')
  .description('read chats back from an exported file; what is there already stays')
  .action(async (file: string) => {
    const { importFrom } = await import('./import.ts')
    await importFrom(settings(), file)
  })

function settings(): Settings {
  const { port, dataDir, logLevel, envFile } = program.opts<Flags>()
  const file = envFile ?? fileURLToPath(new URL('../../../.env', import.meta.url))
  const config = readConfig({
    flags: { PORT: port, SHORTLIST_DATA_DIR: dataDir, LOG_LEVEL: logLevel },
    environment: takeEnvironment(),
    envFile: readEnvFile(file, envFile !== undefined),
  })
  return { config, envFile: file }
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
    await program.parseAsync()
  } catch (error) {
    process.exitCode = explain(error)
  }
}

/** Whatever ends a command early is one sentence and an exit code; a stack trace is for bugs. */
function explain(error: unknown): number {
  if (error instanceof ConfigError) return say(error.message, exitCodes.config)
  if (error instanceof StartError) return say(error.message, error.exitCode)
  if (error instanceof AppError) return say(error.message, codeOf(error))
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

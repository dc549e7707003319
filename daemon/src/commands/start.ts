import { join } from 'node:path'
import { type Folders, findFolders } from '../composition/find-folders.ts'
import { ownHost } from '../composition/own-host.ts'
import { readVersion } from '../composition/read-version.ts'
import { type RunningDaemon, type RunParts, runDaemon } from '../composition/run-daemon.ts'
import type { Config, Settings } from '../env.ts'
import { type Log, openLog } from '../platform/log.ts'
import { buildWeb } from './build-web.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { explainPort } from './explain-port.ts'
import { reasonOf } from './try-folder.ts'

export interface StartOptions extends Pick<RunParts, 'sample' | 'dev'> {
  /** Opens the web app in the browser. */
  readonly open: boolean
  /** Builds the web app where its sources are newer than the build. */
  readonly build: boolean
}

/** Longest time that a stop may take before the process ends anyway, in milliseconds. */
const STOP_MS = 5_000

/** Starts the daemon, says where it is and lets it run until a signal; throws where it cannot start. */
export async function start(
  settings: Settings,
  { open, sample, dev, build }: StartOptions,
): Promise<void> {
  const { config } = settings
  const folders = findFolders(config.SHORTLIST_DATA_DIR)
  const log = await openLogOrExplain(config, folders)
  const report = (sentence: string) => {
    log.warn(sentence)
    process.stderr.write(`${sentence}\n`)
  }
  const daemon = await runOrExplain({
    ...settings,
    folders,
    log,
    report,
    onLost: () => {
      report(`Another process took the data folder ${folders.data}; Shortlist ends here.`)
      process.exit(exitCodes.locked)
    },
    beforeServing: async () => build && (await buildWeb(folders.web, report)),
    sample,
    dev,
    async checkSetUp(port, stored) {
      const { checkSetUp } = await import('./doctor.ts')
      return checkSetUp({ ...settings, config: { ...config, PORT: port } }, stored)
    },
  })
  const url = `http://${ownHost(config.HOST)}:${daemon.port}`
  // whoever starts it for the first time has nothing to sign in with
  const webApp = (await daemon.hasAccounts()) ? url : `${url}/auth/sign-up`
  say(`shortlist ${readVersion()}  ready in ${process.uptime().toFixed(1)} s`)
  say(`  Web app    ${webApp}`)
  say(`  API docs   ${url}/api/docs`)
  say(`  Data       ${folders.data}`)
  say(`  Logs       ${folders.log}`)
  say(`  Mail       ${describeMail(config, sample)}`)
  stopOnSignals(daemon)
  const engine = await daemon.findEngine()
  say(`  Model      ${engine.error ?? engine.label}`)
  if (open) await (await import('open')).default(webApp)
}

async function openLogOrExplain(config: Config, folders: Folders): Promise<Log> {
  try {
    const file = join(folders.log, 'daemon.log')
    const secrets = [config.OPENAI_API_KEY, config.IMAP_APP_PASSWORD, config.GOOGLE_CLIENT_SECRET]
    return await openLog({
      level: config.LOG_LEVEL,
      file,
      secrets: secrets.filter((secret) => secret !== undefined),
    })
  } catch (cause) {
    const sentence = `The log folder ${folders.log} cannot be used: ${reasonOf(cause)}. Choose another data folder with --data-dir or SHORTLIST_DATA_DIR.`
    throw new StartError(sentence, exitCodes.cannotCreate, { cause })
  }
}

async function runOrExplain(parts: RunParts): Promise<RunningDaemon> {
  try {
    return await runDaemon(parts)
  } catch (cause) {
    const problem = await explainPort(cause, parts.config)
    if (!problem) throw cause
    const sentence = [problem.found, problem.fix].filter(Boolean).join('. ').replace(/\.?$/, '.')
    throw new StartError(sentence, exitCodes.unavailable, { cause })
  }
}

/** The first signal finishes writes and ends with success; a second one does not wait. */
function stopOnSignals(daemon: RunningDaemon): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(exitCodes.failed)
    isStopping = true
    setTimeout(() => process.exit(exitCodes.failed), STOP_MS).unref()
    void daemon.close().then(
      () => process.exit(0),
      () => process.exit(exitCodes.failed),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Which mailbox is read, in a few words; how it is doing the screen says. */
function describeMail(config: Config, sample: boolean): string {
  if (config.MAILBOX_FILE !== undefined) return config.MAILBOX_FILE
  if (config.IMAP_USER !== undefined && config.IMAP_APP_PASSWORD !== undefined) {
    return config.IMAP_USER
  }
  if (sample) return 'sample mail'
  return 'not set up (add IMAP_USER and IMAP_APP_PASSWORD to .env, or start with --sample)'
}

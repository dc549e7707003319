import { existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { type Folders, findFolders } from '../composition/find-folders.ts'
import { openLlm } from '../composition/open-llm.ts'
import { configuredMailbox } from '../composition/open-mailbox.ts'
import type { Config, Settings } from '../env.ts'
import { AppError, ConfigError } from '../errors.ts'
import { LOOPBACK, listen } from '../platform/listen.ts'
import { isInUse } from '../platform/storage/data-folder.ts'
import { webAppState } from './build-web.ts'
import { explainPort } from './explain-port.ts'
import { nearestFolder, tryFolder } from './try-folder.ts'

const MB = 1024 * 1024
/** Room on the disk below which a warning is due. */
const ENOUGH_MB = 200

/** Checks the set-up and prints what it found; true where nothing stops Shortlist from running. */
export async function doctor(settings: Settings, { json }: { json: boolean }): Promise<boolean> {
  const checks = await diagnose(settings)
  process.stdout.write(json ? `${JSON.stringify(checks, null, 2)}\n` : table(checks))
  return checks.every(({ state }) => state !== 'fail')
}

/**
 * All checks, in the order of the table. Nothing is changed, and only loopback, the configured model
 * server and the configured mail server are asked.
 */
export async function diagnose(settings: Settings): Promise<Check[]> {
  const folders = findFolders(settings.config.SHORTLIST_DATA_DIR)
  const port = await checkPort(settings.config)
  return [
    checkNode(process.versions.node),
    checkSettings(settings),
    port.check,
    await checkDataFolder(folders, port.isShortlist),
    await checkLogFolder(folders),
    checkWebApp(folders),
    checkOrigins(settings),
    await checkModel(settings),
    await checkMailbox(settings.config),
    checkCalendar(settings.config),
  ]
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isRecent = major > 22 || (major === 22 && minor >= 18)
  if (isRecent) return { name: 'Node', state: 'ok', found: version }
  return { name: 'Node', state: 'fail', found: version, fix: 'Install Node 22.18 or newer.' }
}

function checkSettings({ envFile, unknown }: Settings): Check {
  const name = 'Settings'
  if (!existsSync(envFile)) return { name, state: 'ok', found: 'no .env file, defaults are used' }
  if (unknown.length > 0) {
    const names = unknown.map((each) => each.name).join(', ')
    const meant = unknown.flatMap(({ name: unread, similar }) =>
      similar === undefined ? [] : `${similar} instead of ${unread}`,
    )
    return {
      name,
      state: 'warn',
      found: `${envFile} sets what Shortlist does not read: ${names}`,
      fix: `Correct or remove it.${meant.length > 0 ? ` Perhaps ${meant.join(', ')}.` : ''}`,
    }
  }
  const isPrivate = process.platform === 'win32' || (statSync(envFile).mode & 0o077) === 0
  if (isPrivate) return { name, state: 'ok', found: envFile }
  return {
    name,
    state: 'warn',
    found: `${envFile} can be read by other users`,
    fix: `chmod 600 ${envFile}`,
  }
}

async function checkPort(config: Config): Promise<{ check: Check; isShortlist: boolean }> {
  const name = 'Port'
  try {
    const addresses = config.HOST ? [config.HOST] : LOOPBACK
    const { port, close } = await listen(createServer(), config.PORT, addresses)
    await close()
    const found = config.PORT === 0 ? 'any free one' : `${port} is free`
    return { check: { name, state: 'ok', found }, isShortlist: false }
  } catch (error) {
    const problem = await explainPort(error, config)
    if (!problem) throw error
    const isShortlist = problem.fix === undefined
    return { check: { name, state: isShortlist ? 'ok' : 'fail', ...problem }, isShortlist }
  }
}

async function checkDataFolder({ data }: Folders, isRunning: boolean): Promise<Check> {
  const name = 'Data folder'
  const reason = await tryFolder(data)
  if (reason !== undefined) return unusable(name, data, reason)
  if (existsSync(data) && (await isInUse(data))) {
    if (isRunning) return { name, state: 'ok', found: `${data}, in use by Shortlist` }
    return {
      name,
      state: 'fail',
      found: `${data} is in use by another Shortlist`,
      fix: 'Stop that one, or choose another folder with --data-dir or SHORTLIST_DATA_DIR.',
    }
  }
  const { bavail, bsize } = statfsSync(nearestFolder(data))
  const free = Math.floor((bavail * bsize) / MB)
  if (free >= ENOUGH_MB) return { name, state: 'ok', found: data }
  return {
    name,
    state: 'warn',
    found: `${data}, whose disk has ${free} MB left`,
    fix: 'Make room on the disk: Shortlist stores nothing once it is full.',
  }
}

async function checkLogFolder({ log }: Folders): Promise<Check> {
  const name = 'Log folder'
  const reason = await tryFolder(log)
  return reason === undefined ? { name, state: 'ok', found: log } : unusable(name, log, reason)
}

function unusable(name: string, folder: string, reason: string): Check {
  return {
    name,
    state: 'fail',
    found: `${folder} cannot be used: ${reason}`,
    fix: 'Mend that, or choose another folder with --data-dir or SHORTLIST_DATA_DIR.',
  }
}

const webApp = {
  built: 'built',
  old: 'built from older sources, which the next start mends',
  missing: 'not built yet, which the next start does',
} as const

function checkWebApp({ web }: Folders): Check {
  return { name: 'Web app', state: 'ok', found: webApp[webAppState(web)] }
}

function checkOrigins({ config }: Settings): Check {
  const others = [...(config.CLIENT_URL ? [config.CLIENT_URL] : []), ...config.ALLOWED_ORIGINS]
  const found = ['its own, the browser extension', ...others].join(', ')
  return { name: 'Trusted origins', state: 'ok', found }
}

async function checkModel({ config }: Settings): Promise<Check> {
  const status = await openLlm(config).refresh()
  const servers = status.found.map(({ name, url }) => `${name} at ${url}`)
  const found = [status.label, ...servers].join('; ')
  if (status.error) {
    return {
      name: 'Model',
      state: 'fail',
      found: status.error,
      fix: 'Start the model server, or correct OPENAI_BASE_URL and OPENAI_API_KEY.',
    }
  }
  if (status.kind !== 'built-in' || config.OPENAI_BASE_URL === 'off') {
    return { name: 'Model', state: 'ok', found }
  }
  return {
    name: 'Model',
    state: 'warn',
    found,
    fix: 'Start Ollama, LM Studio or llama.cpp, or set OPENAI_BASE_URL, to chat with a model.',
  }
}

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const

function table(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return checks
    .map(({ name, state, found, fix }) => {
      const line = `${marks[state]}  ${name.padEnd(width)}  ${found}\n`
      return fix ? `${line}${' '.repeat(width + 8)}-> ${fix}\n` : line
    })
    .join('')
}

/** One line of the table: what was looked at, what was found and how to mend it. */
interface Check {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly fix?: string
}

const CONNECT_MS = 30_000
const silent = { info() {}, warn() {} }

/** Opens the configured mailbox once, and says how it is. */
async function checkMailbox(config: Config): Promise<Check> {
  const name = 'Mailbox'
  try {
    const open = await configuredMailbox(config, silent)
    if (!open) return notConfigured(name)
    const mailbox = open()
    try {
      await mailbox.connect(AbortSignal.timeout(CONNECT_MS))
      return { name, state: 'ok', found: mailbox.health().label }
    } finally {
      await mailbox.close()
    }
  } catch (failure) {
    if (!(failure instanceof AppError || failure instanceof ConfigError)) throw failure
    return { name, state: 'fail', found: failure.message, fix: 'Correct the IMAP_ settings.' }
  }
}

/** Whether events can go to Google Calendar; the local one needs nothing. */
function checkCalendar({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: Config): Check {
  const name = 'Calendar'
  if (id !== undefined && secret !== undefined) {
    return { name, state: 'ok', found: 'a Google client is configured' }
  }
  if (id === undefined && secret === undefined) {
    return { name, state: 'ok', found: 'local calendar, no Google client is configured' }
  }
  return {
    name,
    state: 'warn',
    found: 'half of a Google client is configured',
    fix: 'Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  }
}

function notConfigured(name: string): Check {
  return {
    name,
    state: 'warn',
    found: 'not configured',
    fix: 'Set IMAP_USER and IMAP_APP_PASSWORD (and IMAP_HOST), or try --sample.',
  }
}

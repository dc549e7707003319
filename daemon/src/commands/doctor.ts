import { existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { EngineStatus } from '@shortlist/contracts/health'
import type { Check } from '@shortlist/contracts/machine'
import { openGoogleClient } from '../calendar/google-client.ts'
import { type Folders, findFolders } from '../composition/find-folders.ts'
import { modelSetBy, openLlm, openMachine } from '../composition/open-llm.ts'
import { configuredMailbox } from '../composition/open-mailbox.ts'
import type { Config, Settings } from '../env.ts'
import { AppError, ConfigError } from '../errors.ts'
import type { StoredChoices } from '../machine/set-up.ts'
import { LOOPBACK, listen } from '../platform/listen.ts'
import { secretBox } from '../platform/secret-box.ts'
import { isInUse } from '../platform/storage/data-folder.ts'
import { readOnlyFileSystem } from '../platform/storage/file-system.ts'
import { webAppState } from './build-web.ts'
import { explainPort } from './explain-port.ts'
import { nearestFolder, tryFolder } from './try-folder.ts'

const MB = 1024 * 1024
/** Room on the disk below which a warning is due. */
const ENOUGH_MB = 200

/** Checks the set-up and prints what it found; true where nothing stops Shortlist from running. */
export async function doctor(settings: Settings, { json }: { json: boolean }): Promise<boolean> {
  const checks = await checkSetUp(settings, await readStored(settings))
  process.stdout.write(json ? `${JSON.stringify(checks, null, 2)}\n` : table(checks))
  return checks.every(({ state }) => state !== 'fail')
}

/** As it lies on the disk, whether Shortlist runs or not; nothing is changed. */
async function readStored({ config }: Settings): Promise<StoredChoices> {
  const folders = findFolders(config.SHORTLIST_DATA_DIR)
  const parts = {
    folders,
    folder: folders.data,
    box: secretBox(folders.config),
    fs: readOnlyFileSystem,
    log: silent,
    // the start tells what is damaged, and mends it
    report() {},
    ownerId: async () => undefined,
    onChange() {},
    now: () => new Date(),
  }
  try {
    const machine = await openMachine(config, parts)
    const google = await openGoogleClient({
      ...parts,
      given: null,
      calendarId: config.GOOGLE_CALENDAR_ID,
      ownUrl: () => '',
    })
    return {
      engine: () => machine.llm.refresh(),
      chosenModel: machine.chosen,
      hasGoogleClient: google.settings !== null,
    }
  } catch (failure) {
    const isOfDisk = failure instanceof Error && 'syscall' in failure
    if (!isOfDisk && !(failure instanceof AppError)) throw failure
    // of a folder that cannot be read another check tells
    const engine = () => (isOfDisk ? openLlm(config).refresh() : Promise.reject(failure))
    return { engine, chosenModel: 'found', hasGoogleClient: false }
  }
}

/**
 * Whether Shortlist can run, or runs, as it is set up. Nothing is changed, and only loopback, the
 * configured mail server and what answers are contacted.
 */
export async function checkSetUp(settings: Settings, stored: StoredChoices): Promise<Check[]> {
  const folders = findFolders(settings.config.SHORTLIST_DATA_DIR)
  const port = await checkPort(settings.config)
  const findings = {
    // an older one than is needed gets no further than main.js
    Node: ok(process.versions.node),
    Settings: checkSettings(settings, stored),
    Port: port.check,
    'Data folder': await checkDataFolder(folders, port.isShortlist),
    'Log folder': await checkLogFolder(folders),
    'Web app': ok(webApp[webAppState(folders.web)]),
    'Trusted origins': checkOrigins(settings),
    Model: await checkModel(settings.config, stored),
    Mailbox: await checkMailbox(settings.config),
    Calendar: checkCalendar(settings.config, stored),
  }
  return Object.entries(findings).map(([name, finding]) => ({ name, ...finding }))
}

function checkSettings(
  { config, envFile, unknown, origins }: Settings,
  { chosenModel, hasGoogleClient }: StoredChoices,
): Finding {
  const set = origins.filter(({ origin }) => origin !== 'default')
  const inApp = [
    ...(modelSetBy(config) === null && chosenModel !== 'found' ? ['model'] : []),
    ...(config.GOOGLE_CLIENT_ID === undefined && hasGoogleClient ? ['Google client'] : []),
  ]
  const named = set.map(({ name, origin }) => `${name} (${origin})`)
  const said = [...named, ...inApp.map((name) => `${name} (stored)`)].join(', ')
  const others = said === '' ? 'defaults are used' : `set are ${said}`
  if (!existsSync(envFile)) return ok(`no .env file, ${others}`)
  if (unknown.length > 0) {
    const names = unknown.map((each) => each.name).join(', ')
    const meant = unknown.flatMap(({ name: unread, similar }) =>
      similar === undefined ? [] : `${similar} instead of ${unread}`,
    )
    const fix = `Correct or remove it.${meant.length > 0 ? ` Perhaps ${meant.join(', ')}.` : ''}`
    return warn(`${envFile} sets what Shortlist does not read: ${names}`, fix)
  }
  const isPrivate = process.platform === 'win32' || (statSync(envFile).mode & 0o077) === 0
  if (isPrivate) return ok(`${envFile}, ${others}`)
  return warn(`${envFile} can be read by other users; ${others}`, `chmod 600 ${envFile}`)
}

async function checkPort(config: Config): Promise<{ check: Finding; isShortlist: boolean }> {
  try {
    const addresses = config.HOST ? [config.HOST] : LOOPBACK
    const { port, close } = await listen(createServer(), config.PORT, addresses)
    await close()
    const found = config.PORT === 0 ? 'any free one' : `${port} is free`
    return { check: ok(found), isShortlist: false }
  } catch (error) {
    const problem = await explainPort(error, config)
    if (!problem) throw error
    const isShortlist = problem.fix === undefined
    return { check: { state: isShortlist ? 'ok' : 'fail', ...problem }, isShortlist }
  }
}

async function checkDataFolder({ data }: Folders, isRunning: boolean): Promise<Finding> {
  const reason = await tryFolder(data)
  if (reason !== undefined) return unusable(data, reason)
  if (existsSync(data) && (await isInUse(data))) {
    if (isRunning) return ok(`${data}, in use by Shortlist`)
    const fix = 'Stop that one, or choose another folder with --data-dir or SHORTLIST_DATA_DIR.'
    return fail(`${data} is in use by another Shortlist`, fix)
  }
  const { bavail, bsize } = statfsSync(nearestFolder(data))
  const free = Math.floor((bavail * bsize) / MB)
  if (free >= ENOUGH_MB) return ok(data)
  const fix = 'Make room on the disk: Shortlist stores nothing once it is full.'
  return warn(`${data}, whose disk has ${free} MB left`, fix)
}

async function checkLogFolder({ log }: Folders): Promise<Finding> {
  const reason = await tryFolder(log)
  return reason === undefined ? ok(log) : unusable(log, reason)
}

function unusable(folder: string, reason: string): Finding {
  const fix = 'Mend that, or choose another folder with --data-dir or SHORTLIST_DATA_DIR.'
  return fail(`${folder} cannot be used: ${reason}`, fix)
}

const webApp = {
  built: 'built',
  old: 'built from older sources, which the next start mends',
  missing: 'not built yet, which the next start does',
} as const

function checkOrigins({ config }: Settings): Finding {
  const others = [...(config.CLIENT_URL ? [config.CLIENT_URL] : []), ...config.ALLOWED_ORIGINS]
  return ok(['its own, the browser extension', ...others].join(', '))
}

async function checkModel(config: Config, stored: StoredChoices): Promise<Finding> {
  let status: EngineStatus
  try {
    status = await stored.engine()
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    return fail(failure.message, 'Start Shortlist, which says what to do.')
  }
  const servers = status.found.map(({ name, url }) => `${name} at ${url}`)
  const found = [status.label, ...servers].join('; ')
  if (status.error) {
    const other =
      modelSetBy(config) === null
        ? 'choose what answers in Settings'
        : 'correct OPENAI_BASE_URL and OPENAI_API_KEY'
    return fail(status.error, `Start the model server, or ${other}.`)
  }
  const isWanted = config.OPENAI_BASE_URL === 'off' || stored.chosenModel !== 'found'
  if (status.kind !== 'built-in' || isWanted) return ok(found)
  const fix = 'Start Ollama, LM Studio or llama.cpp, or set OPENAI_BASE_URL, to chat with a model.'
  return warn(found, fix)
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

type Finding = Omit<Check, 'name'>

function ok(found: string): Finding {
  return { state: 'ok', found }
}

function warn(found: string, fix: string): Finding {
  return { state: 'warn', found, fix }
}

function fail(found: string, fix: string): Finding {
  return { state: 'fail', found, fix }
}

const CONNECT_MS = 30_000
const silent = { info() {}, warn() {} }

/** Opens the configured mailbox once, and says how it is. */
async function checkMailbox(config: Config): Promise<Finding> {
  try {
    const open = await configuredMailbox(config, silent)
    if (!open) {
      return ok('each account connects its own in Settings')
    }
    const mailbox = open()
    try {
      await mailbox.connect(AbortSignal.timeout(CONNECT_MS))
      return ok(mailbox.health().label)
    } finally {
      await mailbox.close()
    }
  } catch (failure) {
    if (!(failure instanceof AppError || failure instanceof ConfigError)) throw failure
    return fail(failure.message, 'Correct the IMAP_ settings.')
  }
}

/** Whether events can go to Google Calendar; the local one needs nothing. */
function checkCalendar(
  { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: Config,
  { hasGoogleClient }: StoredChoices,
): Finding {
  if (id !== undefined && secret !== undefined) return ok('a Google client is configured')
  if (id === undefined && secret === undefined && hasGoogleClient)
    return ok('a Google client was entered in Settings')
  if (id === undefined && secret === undefined) {
    return ok('local calendar, no Google client is configured')
  }
  const fix = 'Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'
  return warn('half of a Google client is configured', fix)
}

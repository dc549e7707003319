import { constants, existsSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { listen, PortTaken } from '../platform/listen.ts'
import type { Check } from './check.ts'
import { checkCalendar, checkMailbox } from './check-mail.ts'
import { type Folders, findFolders } from './folders.ts'
import { openLlm } from './open-llm.ts'
import type { Settings } from './settings.ts'
import { whoAnswers } from './who-answers.ts'

/** Checks the set-up and prints what it found; true where nothing stops Shortlist from running. */
export async function doctor(settings: Settings, { json }: { json: boolean }): Promise<boolean> {
  const checks = await diagnose(settings)
  process.stdout.write(json ? `${JSON.stringify(checks, null, 2)}\n` : table(checks))
  return checks.every(({ state }) => state !== 'fail')
}

/** All checks, in the order of the table; nothing is changed and only loopback, the configured model server and the configured mail server are asked. */
export async function diagnose(settings: Settings): Promise<Check[]> {
  const folders = findFolders(settings.config.SHORTLIST_DATA_DIR)
  return [
    checkNode(process.versions.node),
    checkSettings(settings),
    await checkPort(settings.config.PORT),
    await checkDataFolder(folders),
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

function checkSettings({ envFile }: Settings): Check {
  if (!existsSync(envFile)) {
    return { name: 'Settings', state: 'ok', found: 'no .env file, defaults are used' }
  }
  const isPrivate = process.platform === 'win32' || (statSync(envFile).mode & 0o077) === 0
  if (isPrivate) return { name: 'Settings', state: 'ok', found: envFile }
  return {
    name: 'Settings',
    state: 'warn',
    found: `${envFile} can be read by other users`,
    fix: `chmod 600 ${envFile}`,
  }
}

async function checkPort(port: number): Promise<Check> {
  try {
    await (await listen(createServer(), port)).close()
    return { name: 'Port', state: 'ok', found: `${port} is free` }
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error
    const holder = await whoAnswers(port)
    if (holder) return { name: 'Port', state: 'ok', found: `Shortlist ${holder} runs on ${port}` }
    return {
      name: 'Port',
      state: 'fail',
      found: `${port} is held by another program`,
      fix: 'End that program, or choose another port with --port or PORT.',
    }
  }
}

async function checkDataFolder({ data }: Folders): Promise<Check> {
  const nearest = firstExisting(data)
  try {
    await access(nearest, constants.W_OK)
    return { name: 'Data folder', state: 'ok', found: data }
  } catch {
    return {
      name: 'Data folder',
      state: 'fail',
      found: `${nearest} is not writable`,
      fix: 'Give yourself write access, or choose another folder with --data-dir.',
    }
  }
}

function firstExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : firstExisting(dirname(folder))
}

function checkWebApp({ web }: Folders): Check {
  if (existsSync(join(web, 'index.html'))) return { name: 'Web app', state: 'ok', found: web }
  return {
    name: 'Web app',
    state: 'fail',
    found: 'not built',
    fix: 'npx -y pnpm@12.4.2 build',
  }
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

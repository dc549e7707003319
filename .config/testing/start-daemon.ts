import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endWithTests } from './end-with-tests.ts'

const main = fileURLToPath(new URL('../../daemon/src/main.js', import.meta.url))
const cheapPasswords = new URL('cheap-passwords.mjs', import.meta.url).href

export interface DaemonOptions {
  /** Settings by variable name; nothing else of this process's environment is handed on. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * A data folder that outlives the daemon, with keys beside it; by default one of its own, removed
   * by `stop`.
   */
  readonly dataFolder?: string
  readonly port?: number
  /** Raw mails in a mailbox of its own, a file each; `stop` removes it. */
  readonly mails?: readonly Uint8Array[]
  /** What stands on the command line besides, `--sample` for instance. */
  readonly args?: readonly string[]
  /** It ends after all tests of the file, though a test has begun it. */
  readonly outlivesTest?: boolean
  /** Kills it, should it not listen yet; then `startDaemon` throws. */
  readonly signal?: AbortSignal
}

export interface RunningDaemon {
  readonly url: string
  /** Where it says that the web app is, which it opens in the browser. */
  readonly webApp: string
  readonly port: number
  readonly process: ChildProcess
  /** Ends the daemon as Ctrl-C does, which the end of the tests does as well; resolves to its exit code. */
  stop(): Promise<number | null>
  /** Ends it without a chance to finish anything. */
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// how vitest ends its workers; without a listener nothing would hear that this process ends
process.on('SIGTERM', () => process.exit(143))

/**
 * A daemon of its own on a free port, as its own process. Throws when it ends too early. A test that
 * fails before its `stop` leaves nothing behind: a daemon ends with the process that started it.
 */
export async function startDaemon(options: DaemonOptions = {}): Promise<RunningDaemon> {
  const room = await mkdtemp(join(tmpdir(), 'shortlist-'))
  const envFile = join(room, 'empty.env')
  await writeFile(envFile, '')
  const mailbox = join(room, 'mails')
  if (options.mails) await mkdir(mailbox)
  for (const [at, raw] of (options.mails ?? []).entries())
    await writeFile(join(mailbox, `${at}.eml`), raw)
  const child = spawn(
    process.execPath,
    [
      ...['--import', cheapPasswords],
      ...[main, '--no-build', '--env-file', envFile, 'start', ...(options.args ?? [])],
    ],
    {
      env: {
        PATH: process.env.PATH,
        HOME: options.dataFolder ? dirname(options.dataFolder) : room,
        PORT: String(options.port ?? 0),
        SHORTLIST_DATA_DIR: options.dataFolder ?? join(room, 'data'),
        OPENAI_BASE_URL: 'off',
        ...(options.mails && { MAILBOX_FILE: mailbox }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  running.add(child)
  const kill = () => child.kill('SIGKILL')
  options.signal?.addEventListener('abort', kill)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const webApp = await firstUrl(child, exited).finally(() =>
    options.signal?.removeEventListener('abort', kill),
  )
  const { origin: url, port } = new URL(webApp)

  endWithTests(() => end('SIGTERM'), options)
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    await rm(room, { recursive: true, force: true })
    return child.exitCode
  }

  return {
    url,
    webApp,
    port: Number(port),
    process: child,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}

/** The address that the daemon prints once it listens. */
async function firstUrl(child: ChildProcess, exited: Promise<unknown>): Promise<string> {
  if (!child.stdout) throw new Error('the daemon has no output')
  const lines = createInterface({ input: child.stdout })
  const found = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const address = /http:\/\/localhost:\d+\S*/.exec(line)?.[0]
      if (address) resolve(address)
    })
  })
  const ended = exited.then(() => {
    throw new Error('the daemon ended before it listened')
  })
  return Promise.race([found, ended])
}

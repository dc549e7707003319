import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { greets } from './imap-knock.ts'

/**
 * Ends the server once nobody holds its input any more, however that came about, and then the whole
 * process group: some of those that serve a connection outlive the server.
 */
const supervisor = `
"$1" -F -c "$2" &
server=$!
read -r _
kill -TERM $server
wait $server
kill -KILL 0
`

const TRIES = 300
const TRY_MS = 15

/** A server that can be started and stopped again and again. */
export interface DovecotProcess {
  /** Resolves once it greets; throws with its log where it does not come up. */
  start(): Promise<void>
  /** Resolves once all of it has ended; its connections end with it. */
  stop(): Promise<void>
  /** Everything it has written down. */
  log(): string
}

/** The program, its settings, the log that these name and the port that greets. */
export function dovecotProcess(
  binary: string,
  settings: string,
  logFile: string,
  port: number,
): DovecotProcess {
  let running: ChildProcess | undefined
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')

  async function stop(): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const exited = once(running, 'exit')
    running.stdin?.end()
    await exited
  }

  async function start(): Promise<void> {
    running = spawn('sh', ['-c', supervisor, 'sh', binary, settings], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    for (let tries = 0; !(await greets(port)); tries++) {
      if (tries === TRIES) {
        await stop()
        throw new Error(`dovecot did not start: ${log()}`)
      }
      await pause(TRY_MS)
    }
  }

  return { start, stop, log }
}

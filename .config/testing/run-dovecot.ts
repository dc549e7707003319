import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { greets } from './imap-knock.ts'

const TRIES = 300
const TRY_MS = 15

/** A server that can be started and stopped again and again. */
export interface DovecotProcess {
  /** Resolves once it greets; throws with its log where it does not come up. */
  start(): Promise<void>
  /** Resolves once it and its children have ended; their connections end with them. */
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
  let child: ChildProcess | undefined
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

  async function stop(): Promise<void> {
    if (!child || hasEnded(child)) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    endChildren(child)
  }

  async function start(): Promise<void> {
    const server = spawn(binary, ['-F', '-c', settings], {
      stdio: 'ignore',
      detached: true,
    })
    child = server
    for (let tries = 0; !(await greets(port)); tries++) {
      if (hasEnded(server) || tries > TRIES) {
        await stop()
        throw new Error(`dovecot did not start: ${log()}`)
      }
      await pause(TRY_MS)
    }
  }

  return { start, stop, log }
}

/** Those with a client go on for seconds after their parent; the group is the parent's own. */
function endChildren({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

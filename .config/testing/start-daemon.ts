import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../daemon/src/main.ts', import.meta.url))

export interface RunningDaemon {
  readonly url: string
  stop(): Promise<void>
}

/** A daemon of its own on a free port; `env` points it at fakes. Throws when it ends too early. */
export async function startDaemon(env: Record<string, string> = {}): Promise<RunningDaemon> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((listening, ended) => {
    child.once('exit', () => ended(new Error('the daemon ended before it listened')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/localhost:\d+/.exec(line)?.[0]
      if (found) listening(found)
    })
  })

  async function stop(): Promise<void> {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
  return { url, stop }
}

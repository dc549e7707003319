import { Health } from '@shortlist/contracts/health'
import { ownHost } from '../composition/own-host.ts'
import type { Config } from '../env.ts'
import { PortTaken } from '../platform/listen.ts'

/**
 * Why Shortlist cannot listen, as a sentence without its full stop, and how to mend it: nothing is to
 * be mended where another Shortlist runs there. Undefined where the error is not about listening.
 */
export async function explainPort(
  error: unknown,
  { HOST, PORT }: Config,
): Promise<{ readonly found: string; readonly fix?: string } | undefined> {
  const fix = 'Choose another port with --port or PORT.'
  if (error instanceof PortTaken) {
    const url = `http://${ownHost(HOST)}:${error.port}`
    const version = await whoAnswers(url)
    if (version) return { found: `Shortlist is already running at ${url} (version ${version})` }
    return { found: `Port ${error.port} is held by another program`, fix: `End it. ${fix}` }
  }
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EACCES') {
    return { found: `Port ${PORT} is kept for the administrator of this computer`, fix }
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return {
      found: `HOST (${HOST}) is no address of this computer`,
      fix: 'Correct or remove HOST.',
    }
  }
  return undefined
}

/** The version of the Shortlist that answers at an address; undefined where it is something else. */
async function whoAnswers(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) })
    return Health.parse(await answer.json()).version
  } catch {
    // whatever does not speak like Shortlist is another program
    return undefined
  }
}

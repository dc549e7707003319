import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that a system hands out itself: from 32768 on Linux, from 49152 elsewhere. */
const [LOWEST, HIGHEST] = [12_000, 32_000]
const PER_PROCESS = 50

let next = 0

/**
 * A TCP port of 127.0.0.1 that nobody listens on, for who has to know it before it listens, or after a
 * restart. It stays free: no connection and no listener on port 0 is given it, and each process of
 * tests looks among ports of its own.
 */
export async function freePort(): Promise<number> {
  const first = LOWEST + ((process.pid * PER_PROCESS) % (HIGHEST - LOWEST))
  for (let tries = 0; tries < PER_PROCESS; tries++) {
    const port = first + (next++ % PER_PROCESS)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return port
  }
  throw new Error(`There is no free port from ${first} to ${first + PER_PROCESS - 1}`)
}

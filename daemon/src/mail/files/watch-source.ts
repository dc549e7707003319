import type { Clock } from '../../platform/clock.ts'

const POLL_MS = 5000
/** Looking takes at most a fiftieth of the time, however large the collection. */
const REST = 50

/**
 * Looks at a collection every 5 s, or more seldom where a look takes long, and tells its version each
 * time, until the returned function is called. Files on network disks tell nobody of changes, so this
 * asks. A look that fails is for `look` to report; the next one follows all the same.
 */
export function watchSource(
  look: (signal: AbortSignal) => Promise<string>,
  onVersion: (version: string) => void,
  clock: Clock,
): () => void {
  const stopping = new AbortController()
  let cancel = () => {}

  async function round(): Promise<void> {
    const began = clock.now()
    const version = await look(stopping.signal).catch(() => undefined)
    if (stopping.signal.aborted) return
    if (version !== undefined) onVersion(version)
    cancel = clock.after(Math.max(POLL_MS, REST * (clock.now() - began)), round)
  }

  void round()
  return () => {
    stopping.abort()
    cancel()
  }
}

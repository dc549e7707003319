import type { ReachedDaemon } from './search-daemon.ts'

/** How long until a daemon that was not found is looked for again, in milliseconds. */
const LOOK_AFTER = 3000

/**
 * Looks for a daemon by `search`, at once and every 3 seconds, and tells each time what was found,
 * until there is one or the returned function is called.
 */
export function watchForDaemon(
  search: () => Promise<ReachedDaemon | null>,
  hear: (daemon: ReachedDaemon | null) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  async function look(): Promise<void> {
    const daemon = await search()
    if (isOver) return
    hear(daemon)
    if (!daemon) timer = setTimeout(look, LOOK_AFTER)
  }

  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

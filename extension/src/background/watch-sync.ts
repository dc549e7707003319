import { badgeProgress } from '../host/badge.ts'
import { readWatchedSync, writeWatchedSync } from '../host/watched-sync.ts'
import { askSync } from './ask-sync.ts'
import { followSync } from './follow-sync.ts'
import { pause } from './pause.ts'
import { tellEnd } from './tell-end.ts'

let watching: AbortController | undefined

/**
 * Watches the sync that no panel shows any more, if there is one: its count is on the badge, and
 * its end is told. Browsers end a worker as they like; the next start goes on.
 */
export async function watchSync(): Promise<void> {
  yieldToPanel()
  watching = new AbortController()
  const { signal } = watching
  const sync = await readWatchedSync()
  if (!sync || signal.aborted) return
  const show = ({ analyzed, total }: { analyzed: number; total: number }) =>
    badgeProgress(analyzed, total)
  try {
    const end = await followSync(sync, { ask: askSync, show, pause }, signal)
    await writeWatchedSync(null)
    await tellEnd(end)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** A panel watches. */
export function yieldToPanel(): void {
  watching?.abort()
}

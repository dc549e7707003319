import { browser } from 'wxt/browser'

const KEY = 'watchedSync'

/** A sync that runs and that somebody watches: a panel or, when none is open, the worker. */
export interface WatchedSync {
  readonly userId: string
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/** The sync that is watched, or null. It is known until the browser ends. */
export async function readWatchedSync(): Promise<WatchedSync | null> {
  const { [KEY]: stored } = await browser.storage.session.get(KEY)
  const { userId, startedAt } = Object(stored)
  const isOne = typeof userId === 'string' && Number.isFinite(startedAt)
  return isOne ? { userId, startedAt } : null
}

/** Notes which sync runs; null once it is over. */
export async function writeWatchedSync(sync: WatchedSync | null): Promise<void> {
  if (sync) await browser.storage.session.set({ [KEY]: sync })
  else await browser.storage.session.remove(KEY)
}

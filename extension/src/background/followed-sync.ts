import { browser } from 'wxt/browser'
import { badgeProgress } from '../host/badge.ts'
import { readWatchedSync, type WatchedSync } from '../host/panel-port.ts'
import { askSync } from './ask-sync.ts'
import { followSync } from './follow-sync.ts'
import { tellEnd } from './tell-end.ts'

const KEY = 'followedSync'
let following: AbortController | undefined

/**
 * Follows a sync that no panel shows any more: its count is on the badge, and its end is told. It
 * is remembered until then, because browsers end a worker as they like.
 */
export async function takeSync(sync: WatchedSync): Promise<void> {
  following?.abort()
  following = new AbortController()
  const { signal } = following
  await browser.storage.session.set({ [KEY]: sync })
  const show = ({ analyzed, total }: { analyzed: number; total: number }) =>
    badgeProgress(analyzed, total)
  try {
    const end = await followSync(sync, { ask: askSync, show, pause }, signal)
    await leaveSync()
    await tellEnd(end)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Follows no more: a panel does, or the sync is over. */
export async function leaveSync(): Promise<void> {
  following?.abort()
  following = undefined
  await browser.storage.session.remove(KEY)
}

/** For the start of the worker: follows what it followed when it was ended. */
export async function resumeSync(): Promise<void> {
  const { [KEY]: stored } = await browser.storage.session.get(KEY)
  const sync = readWatchedSync(stored)
  if (sync && !following) await takeSync(sync)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
}

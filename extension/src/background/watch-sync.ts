import { MailStatus, type SyncProgress } from '@shortlist/contracts/mail'
import { badgeProgress } from '../host/badge.ts'
import { readDaemonAddress } from '../host/daemon-address.ts'
import { readWatchedSync, type WatchedSync, writeWatchedSync } from '../host/panel-port.ts'
import { type SyncEnd, tellEnd } from './tell-end.ts'

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
  const show = ({ analyzed, total }: SyncProgress) => badgeProgress(analyzed, total)
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

/** Between two questions, in milliseconds. */
const PAUSE_MS = 3_000
/** A large mailbox makes long answers: the pause is at least so many times as long. */
const PAUSE_FACTOR = 10
/** Questions in a row without an answer after which the daemon counts as gone. */
const MAX_FAILURES = 10

export interface FollowParts {
  /** Null where the account is not signed in any more; a rejection is asked again. */
  readonly ask: (userId: string, signal: AbortSignal) => Promise<SyncStatus | null>
  readonly show: (progress: SyncProgress) => Promise<void>
  /** Rejects with the reason of an abort. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Asks how a sync goes and shows it until it ends. An abort rejects with its reason. The daemon does
 * not keep why a sync has ended: one that has left no mark of its completion has failed, unless it
 * was seen to be cancelled.
 */
export async function followSync(
  { userId, startedAt }: WatchedSync,
  { ask, show, pause }: FollowParts,
  signal: AbortSignal,
): Promise<SyncEnd> {
  let isCancelling = false
  for (let failures = 0; failures < MAX_FAILURES; ) {
    const askedAt = performance.now()
    try {
      const status = await ask(userId, signal)
      signal.throwIfAborted()
      if (!status) return 'left'
      const { sync, lastSync } = status
      if (!sync) {
        if (lastSync !== null && Date.parse(lastSync) >= startedAt) return 'done'
        return isCancelling ? 'left' : 'failed'
      }
      failures = 0
      isCancelling ||= sync.isCancelling
      await show(sync)
    } catch {
      signal.throwIfAborted()
      failures += 1
    }
    await pause(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - askedAt)), signal)
  }
  return 'failed'
}

/** Resolves after so many milliseconds; an abort, also one of before, rejects with its reason. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end)
  await promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
}

/** The part of the status that says how a sync goes. */
const SyncStatus = MailStatus.pick({ lastSync: true, sync: true })
export type SyncStatus = Pick<MailStatus, 'lastSync' | 'sync'>

/**
 * How the sync of an account goes, or null where that account is not signed in any more. Throws
 * where the daemon does not answer as agreed.
 */
export async function askSync(userId: string, signal: AbortSignal): Promise<SyncStatus | null> {
  const address = `${await readDaemonAddress()}/api/gmail/status/${encodeURIComponent(userId)}`
  const answer = await fetch(`${address}?emails=none`, { credentials: 'include', signal })
  if (answer.status === 401 || answer.status === 403) return null
  if (!answer.ok) throw new Error(`the status was answered with ${answer.status}`)
  return SyncStatus.parse(await answer.json())
}

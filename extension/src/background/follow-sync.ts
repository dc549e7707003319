import type { SyncProgress } from '@shortlist/contracts/mail'
import type { WatchedSync } from '../host/watched-sync.ts'
import type { SyncStatus } from './ask-sync.ts'

/** Between two questions, in milliseconds. */
const PAUSE_MS = 3_000
/** A large mailbox makes long answers: the pause is at least so many times as long. */
const PAUSE_FACTOR = 10
/** Questions in a row without an answer after which the daemon counts as gone. */
const MAX_FAILURES = 10

/** How a followed sync has ended: `left` by who may see it, or who cancelled it. */
export type SyncEnd = 'done' | 'failed' | 'left'

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

import type { AssistantClient } from '@shortlist/client/assistant-client'
import { findDaemon } from '@shortlist/client/daemon/find-daemon'
import { isNewEnough } from '../../host/needed-version.ts'
import { hasAccess } from '../../host/permissions.ts'

/** How long until a daemon that cannot be used is looked for again, in milliseconds. */
const LOOK_AFTER = 3000
const LOOK_AFTER_MAX = 15_000

/** How it stands between this panel and a daemon. */
export type DaemonState =
  /** The browser does not let this extension talk to that address. */
  | { readonly kind: 'no-access' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'foreign' }
  /** A daemon that does not know this extension. */
  | { readonly kind: 'refuses' }
  | { readonly kind: 'old'; readonly version: string }
  | { readonly kind: 'ready' }

/** A state in which the assistant cannot be used. */
export type Obstacle = Exclude<DaemonState, { kind: 'ready' }>

/**
 * Tells at once and at each look how it stands with the daemon at `address`. While it is not ready
 * it is looked for every 3 seconds, at longer intervals up to 15; once it is, only by `look`.
 */
export function watchDaemon(address: string, hear: (state: DaemonState) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = LOOK_AFTER
  let last = 0
  let known: DaemonState['kind'] | undefined

  async function look(): Promise<void> {
    clearTimeout(timer)
    last += 1
    const mine = last
    const state = await stateOf(address)
    // a later look, or the end of the watch, has made this one out of date
    if (mine !== last) return
    hear(state)
    // where something has changed, somebody is at work and more may follow soon
    if (state.kind !== known) wait = LOOK_AFTER
    known = state.kind
    if (state.kind !== 'ready') schedule()
  }

  function schedule(): void {
    timer = setTimeout(look, wait)
    wait = Math.min(wait * 2, LOOK_AFTER_MAX)
  }

  void look()
  return {
    /** Looks right now; resolves when what was found has been told. */
    look(): Promise<void> {
      wait = LOOK_AFTER
      return look()
    },
    stop(): void {
      clearTimeout(timer)
      last += 1
    },
  }
}

async function stateOf(address: string): Promise<DaemonState> {
  if (!(await hasAccess(address))) return { kind: 'no-access' }
  const found = await findDaemon(address)
  if (found.kind !== 'daemon') return found
  return isNewEnough(found.version) ? { kind: 'ready' } : { kind: 'old', version: found.version }
}

/** How long what was found is true without another look, in milliseconds. */
const TRUE_FOR = 5000

/**
 * Looks again where the daemon has been away, until the returned function is called: who answers
 * then may be another version, or another program. Begins right after a look; the join that follows
 * it is no news.
 */
export function lookAfterAbsence(
  client: Pick<AssistantClient, 'on' | 'watchConnection'>,
  look: () => void,
): () => void {
  const began = performance.now()
  let hasJoined = false
  const stopWatching = client.watchConnection((connection) => {
    if (connection === 'offline') look()
  })
  const stopHearing = client.on('synced', () => {
    const isEntry = !hasJoined && performance.now() - began < TRUE_FOR
    hasJoined = true
    if (!isEntry) look()
  })
  return () => {
    stopWatching()
    stopHearing()
  }
}

import type { Connection } from '../abilities.ts'

/** How long a lost socket may stay away before anybody is told, in milliseconds. */
const SOCKET_GRACE = 2000

/** How often a daemon that is away is asked for, in milliseconds. */
const ASK_EVERY = 3000

/**
 * Whether the daemon is there, from what calls and the socket meet. `askHealth` rejects where it does
 * not answer; it is asked while the daemon is away and somebody watches.
 */
export function watchConnection(askHealth: () => Promise<unknown>) {
  const hearers = new Set<(connection: Connection) => void>()
  let connection: Connection = 'connecting'
  let isCrowded = false
  let grace: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setTimeout> | undefined

  function change(met: Connection): void {
    const next = met === 'online' && isCrowded ? 'crowded' : met
    if (next !== connection) {
      connection = next
      for (const hear of [...hearers]) hear(next)
    }
    scheduleAsking()
  }

  function scheduleAsking(): void {
    clearTimeout(asking)
    if (connection === 'offline' && hearers.size > 0) asking = setTimeout(ask, ASK_EVERY)
  }

  async function ask(): Promise<void> {
    await askHealth().then(
      () => change('online'),
      () => change('offline'),
    )
  }

  function settleSocket(isRefused: boolean): void {
    clearTimeout(grace)
    grace = undefined
    isCrowded = isRefused
    change('online')
  }

  return {
    /** A call was answered by the daemon. */
    answered: () => change('online'),
    /** A call found nobody. */
    failed: () => change('offline'),
    socketLost(): void {
      // a lost socket alone proves little: the daemon may only have restarted
      grace ??= setTimeout(() => {
        grace = undefined
        void ask()
      }, SOCKET_GRACE)
    },
    /** The socket is there, or is no longer wanted. */
    socketFound: () => settleSocket(false),
    /** The daemon is there and takes no further socket of this account. */
    socketRefused: () => settleSocket(true),
    /** Tells the state at once and at each change. */
    watch(hear: (connection: Connection) => void): () => void {
      const entry = (state: Connection) => hear(state)
      hearers.add(entry)
      entry(connection)
      scheduleAsking()
      return () => {
        hearers.delete(entry)
        scheduleAsking()
      }
    },
    /** Asks right now; resolves when the state is settled. */
    ask,
  }
}

export type ConnectionWatch = ReturnType<typeof watchConnection>

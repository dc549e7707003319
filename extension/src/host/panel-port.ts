import { browser } from 'wxt/browser'

const NAME = 'panel'

/** A sync that runs, so that the worker can follow it when no panel does. */
export interface WatchedSync {
  readonly userId: string
  /** Epoch milliseconds. */
  readonly startedAt: number
}

interface PanelLine {
  /** Says which sync runs, or that none does any more. */
  tell(sync: WatchedSync | null): void
}

/**
 * The line from a panel to the worker. It is open as long as a sync runs; when the panel closes in
 * the middle of one, the worker hears it.
 */
export function openPanelLine(): PanelLine {
  let port: ReturnType<typeof browser.runtime.connect> | undefined
  let known: WatchedSync | null = null

  function connect(sync: WatchedSync): void {
    port = browser.runtime.connect({ name: NAME })
    port.onDisconnect.addListener(() => {
      // a worker that has fallen asleep forgets its lines
      if (known) connect(known)
    })
    port.postMessage(sync)
  }

  return {
    tell(sync) {
      if (sync?.userId === known?.userId && sync?.startedAt === known?.startedAt) return
      known = sync
      if (!sync) {
        // its own listener does not hear it
        port?.postMessage(null)
        port?.disconnect()
        port = undefined
      } else if (port) port.postMessage(sync)
      else connect(sync)
    },
  }
}

/**
 * For the worker, at the top of its script: `isWatched` says whether a panel follows a sync, and
 * `onLeft` hears of a sync whose last panel has closed.
 */
export function hearPanels(onWatched: () => void, onLeft: (sync: WatchedSync) => void): void {
  const open = new Map<object, WatchedSync | null>()
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== NAME) return
    open.set(port, null)
    port.onMessage.addListener((message: unknown) => {
      const sync = readWatchedSync(message)
      open.set(port, sync)
      if (sync) onWatched()
    })
    port.onDisconnect.addListener(() => {
      const sync = open.get(port)
      open.delete(port)
      if (sync && open.size === 0) onLeft(sync)
    })
  })
}

/** Checks what was sent or stored; null where it names no sync. */
export function readWatchedSync(value: unknown): WatchedSync | null {
  const { userId, startedAt } = Object(value)
  const isOne = typeof userId === 'string' && Number.isFinite(startedAt)
  return isOne ? { userId, startedAt } : null
}

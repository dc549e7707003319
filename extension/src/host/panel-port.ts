import { browser } from 'wxt/browser'

const NAME = 'panel'

/**
 * The line from a panel to the worker: it is open as long as a sync runs, and the worker hears when
 * the panel closes in the middle of one. What sync that is lies where a worker that is only now
 * starting finds it.
 */
export function openPanelLine() {
  let port: ReturnType<typeof browser.runtime.connect> | undefined
  let known: WatchedSync | null = null
  let saying = Promise.resolve()

  function connect(): void {
    port = browser.runtime.connect({ name: NAME })
    // a worker that falls asleep drops its lines
    port.onDisconnect.addListener(connect)
  }

  async function say(sync: WatchedSync | null): Promise<void> {
    await writeWatchedSync(sync)
    if (sync && !port) connect()
    if (sync) return
    // the worker looks for what is watched when the line is gone
    port?.onDisconnect.removeListener(connect)
    port?.disconnect()
    port = undefined
  }

  return {
    /** Says which sync runs, or that none does any more. */
    tell(sync: WatchedSync | null): void {
      if (sync?.userId === known?.userId && sync?.startedAt === known?.startedAt) return
      known = sync
      const sayNow = () => say(sync)
      // what was not stored before does not keep the next from being said
      saying = saying.then(sayNow, sayNow)
    },
  }
}

/**
 * For the worker, at the top of its script: `onOpen` hears that a panel watches a sync, `onGone`
 * that no panel does any more.
 */
export function hearPanels(onOpen: () => void, onGone: () => void): void {
  const open = new Set<object>()
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== NAME) return
    open.add(port)
    onOpen()
    port.onDisconnect.addListener(() => {
      open.delete(port)
      if (open.size === 0) onGone()
    })
  })
}

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

import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createContext, use, useState } from 'react'
import { keepForNextPanel, keepForThisPanel } from '../keep-what-is-begun.ts'

interface Demo {
  /** Null outside the demo. */
  readonly client: AssistantClient | null
  readonly enter: (client: AssistantClient) => void
  readonly leave: () => void
}

/** The demo in the place of a daemon: nothing of it is left when it ends. */
export function useDemo(): Demo {
  const [client, setClient] = useState<AssistantClient | null>(null)
  return {
    client,
    enter(made) {
      keepForThisPanel()
      setClient(made)
    },
    leave() {
      keepForNextPanel()
      setClient(null)
      client?.close()
    },
  }
}

/** The way from what was entered in the place of a daemon back to the look for one. */
interface WayOut {
  /** Whether one answers meanwhile. */
  readonly isDaemonThere: boolean
  readonly leave: () => void
}

export const WayOutContext = createContext<WayOut | null>(null)

/** Null where a daemon was entered. */
export function useWayOut(): WayOut | null {
  return use(WayOutContext)
}

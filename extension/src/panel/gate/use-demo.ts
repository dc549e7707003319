import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createContext, use, useState } from 'react'
import { keepForNextPanel, keepForThisPanel } from '../keep-what-is-begun.ts'

/** The demo in the place of a daemon, null outside of it: nothing of it is left when it ends. */
export function useDemo() {
  const [client, setClient] = useState<AssistantClient | null>(null)
  return {
    client,
    enter(made: AssistantClient): void {
      keepForThisPanel()
      setClient(made)
    },
    leave(): void {
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

import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createContext, use, useCallback, useEffect, useState } from 'react'
import { keepForNextPanel, keepForThisPanel } from '../keep-what-is-begun.ts'

export type MakeClient = () => AssistantClient

interface Demo {
  /** Null outside the demo. */
  readonly client: AssistantClient | null
  readonly enter: (make: MakeClient) => void
  readonly leave: () => void
}

/** The demo in the place of a daemon: nothing of it is left when it ends. */
export function useDemo(): Demo {
  const [make, setMake] = useState<MakeClient | null>(null)
  const [client, setClient] = useState<AssistantClient | null>(null)

  useEffect(() => {
    if (!make) return
    const made = make()
    setClient(made)
    return () => {
      made.close()
      setClient(null)
    }
  }, [make])

  return {
    client: make && client,
    enter: useCallback((given) => {
      keepForThisPanel()
      setMake(() => given)
    }, []),
    leave: useCallback(() => {
      keepForNextPanel()
      setMake(null)
    }, []),
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

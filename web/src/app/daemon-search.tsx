import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { type ReactNode, useEffect, useState } from 'react'
import { leaveFor } from '../host/leave-for.ts'
import { type ReachedDaemon, searchDaemon, usualOrigin } from '../host/search-daemon.ts'
import { watchForDaemon } from '../host/watch-for-daemon.ts'
import { StartPage } from './start-page.tsx'
import { Waiting } from './waiting.tsx'

interface DaemonSearchProps {
  /** The app on top of the daemon that was found. */
  readonly app: (client: AssistantClient) => ReactNode
  readonly demo: ReactNode
  /** Looks once. */
  readonly search?: () => Promise<ReachedDaemon | null>
  /** Turns to what the pages of a daemon show at this address. */
  readonly leave?: (origin: string) => void
}

/**
 * Looks for a daemon of this computer until there is one, and enters. Meanwhile the page says how
 * to start it, or shows the demo where that is wanted.
 */
export function DaemonSearch({
  app,
  demo,
  search = searchDaemon,
  leave = leaveFor,
}: DaemonSearchProps) {
  const [client, setClient] = useState<AssistantClient | null>(null)
  const [hasLooked, setLooked] = useState(false)
  const [isDemo, setDemo] = useState(false)

  useEffect(() => {
    if (isDemo) return
    return watchForDaemon(search, (daemon) => {
      if (daemon?.kind === 'apart') leave(daemon.origin)
      else if (daemon) setClient(daemonClient(daemon.origin, daemon))
      else setLooked(true)
    })
  }, [isDemo, search, leave])

  if (isDemo) return demo
  if (client) return app(client)
  if (!hasLooked) return <Waiting />
  return <StartPage origin={usualOrigin(location)} onTryDemo={() => setDemo(true)} />
}

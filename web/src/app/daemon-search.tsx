import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { StartCommand } from '@shortlist/ui/connection/start-command.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { WholePageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { Toasts } from '@shortlist/ui/toasts/toasts.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { leaveFor, type ReachedDaemon, searchDaemon, usualOrigin } from '../host/search-daemon.ts'

/** How long until a daemon that was not found is looked for again, in milliseconds. */
const LOOK_AFTER = 3000

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
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function look(): Promise<void> {
      const daemon = await search()
      if (isOver) return
      if (daemon?.kind === 'apart') leave(daemon.origin)
      else if (daemon) setClient(daemonClient(daemon.origin, daemon))
      else {
        setLooked(true)
        timer = setTimeout(look, LOOK_AFTER)
      }
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isDemo, search, leave])

  if (isDemo) return demo
  if (client) return app(client)
  if (!hasLooked) return <WholePageLoading />
  return <StartPage origin={usualOrigin(location)} onTryDemo={() => setDemo(true)} />
}

interface StartPageProps {
  /** Where a daemon usually is. */
  readonly origin: string
  readonly onTryDemo: () => void
}

/** The whole page while no daemon is found on this computer. */
function StartPage({ origin, onTryDemo }: StartPageProps) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
      <title>{copy.product}</title>
      <Logo className="mb-2 size-12" />
      <h1 className="text-heading font-semibold">{startCopy.title}</h1>
      <p className="text-text-2">{startCopy.text}</p>
      <StartCommand />
      <p role="status" className="text-caption text-text-3">
        {startCopy.looking}
      </p>
      <Button variant="primary" className="mt-4" onClick={onTryDemo}>
        {startCopy.tryDemo}
      </Button>
      <p className="mt-4 text-meta text-text-2">{startCopy.openHint}</p>
      <a href={origin} className="text-accent-text underline underline-offset-2">
        {startCopy.open(origin)}
      </a>
      <Toasts />
    </main>
  )
}

/** What a page says that waits for Shortlist to be started on its computer. */
export const startCopy = {
  title: 'Start Shortlist on this computer',
  text: 'As soon as it runs, this page leads to it.',
  looking: 'It is looked for again every 3 seconds.',
  open: (origin: string) => `Open ${origin}`,
  openHint: 'If it runs and nothing happens here, open it at its own address.',
  tryDemo: 'Try the demo data',
} as const

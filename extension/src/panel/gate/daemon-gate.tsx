import type { AssistantClient } from '@shortlist/client/assistant-client'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/page-loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { type ReactNode, Suspense } from 'react'
import { useDaemonAddress } from '../../host/use-daemon-address.ts'
import { DemoEntry } from './demo-entry.tsx'
import { ObstacleScreen } from './obstacle-screen.tsx'
import { useDaemon } from './use-daemon.ts'
import { type MakeClient, useDemo } from './use-demo.ts'
import type { Obstacle, Standing } from './watch-daemon.ts'

const ToastArea = lazyPart(
  async () => (await import('@shortlist/ui/toasts/toast-area.tsx')).ToastArea,
)

interface DaemonGateProps {
  readonly children: (client: AssistantClient) => ReactNode
}

/**
 * Shows the assistant once a daemon answers that fits this panel; until then, what is in the way.
 * What has been entered stays mounted: under a daemon that is away it can be read on, and whatever
 * else is in the way covers it. Where nobody answers, the demo can be entered until it is left.
 */
export function DaemonGate({ children }: DaemonGateProps) {
  const address = useDaemonAddress()
  const demo = useDemo()
  useTheme()
  if (!address) return null
  if (demo.client) {
    return (
      <DemoEntry address={address} client={demo.client} onLeave={demo.leave}>
        {children}
      </DemoEntry>
    )
  }
  return (
    <EntryTo key={address} address={address} onDemo={demo.enter}>
      {children}
    </EntryTo>
  )
}

interface EntryToProps extends DaemonGateProps {
  readonly address: string
  readonly onDemo: (make: MakeClient) => void
}

function EntryTo({ address, onDemo, children }: EntryToProps) {
  const { standing, client, look } = useDaemon(address)
  const obstacle = obstacleIn(standing, client !== null)
  return (
    <>
      {client && (
        <div className="contents" inert={obstacle !== null}>
          {children(client)}
        </div>
      )}
      {obstacle && (
        <ObstacleScreen obstacle={obstacle} address={address} look={look} onDemo={onDemo} />
      )}
      {!client && !obstacle && <Loading />}
      {!client && (
        <Suspense>
          <ToastArea />
        </Suspense>
      )}
    </>
  )
}

/** A daemon that is away says so above what was entered, by the banner of every host. */
function obstacleIn(standing: Standing | null, isEntered: boolean): Obstacle | null {
  if (!standing || standing.kind === 'ready') return null
  return standing.kind === 'nobody' && isEntered ? null : standing
}

function Loading() {
  return (
    <main className="flex h-dvh flex-col">
      <PageLoading />
    </main>
  )
}

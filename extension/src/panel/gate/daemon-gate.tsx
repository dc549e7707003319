import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { watchAllowed } from '../../host/permissions.ts'
import { useDaemonAddress } from '../../host/use-daemon-address.ts'
import { askFirst } from './ask-first.ts'
import { lookAfterAbsence } from './look-after-absence.ts'
import { ObstacleScreen } from './obstacle-screen.tsx'
import { type MakeClient, useDemo, WayOutContext } from './use-demo.ts'
import { type DaemonWatch, type Obstacle, type Standing, watchDaemon } from './watch-daemon.ts'

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

interface DemoEntryProps {
  readonly address: string
  readonly client: AssistantClient
  readonly onLeave: () => void
  readonly children: (client: AssistantClient) => ReactNode
}

/** Shortlist runs, also where something must be done before this panel can use it. */
const running: ReadonlySet<Standing['kind'] | undefined> = new Set(['ready', 'old', 'refuses'])

/** The assistant with the demo, while the daemon is still looked for: a visitor leaves by choice. */
function DemoEntry({ address, client, onLeave, children }: DemoEntryProps) {
  const { standing } = useStanding(address)
  const isDaemonThere = running.has(standing?.kind)
  const wayOut = useMemo(() => ({ isDaemonThere, leave: onLeave }), [isDaemonThere, onLeave])
  return <WayOutContext value={wayOut}>{children(client)}</WayOutContext>
}

interface Daemon {
  /** Null until the first look has ended. */
  readonly standing: Standing | null
  /** The client from the first time that the daemon was ready; null before. */
  readonly client: AssistantClient | null
  /** Looks right now. */
  readonly look: () => Promise<void>
}

/** Follows the daemon at `address`, which stays the same while mounted. */
function useDaemon(address: string): Daemon {
  const { standing, watch } = useStanding(address)
  const [isEntered, setEntered] = useState(false)
  if (standing?.kind === 'ready' && !isEntered) setEntered(true)

  return {
    standing,
    client: useClientOf(address, isEntered, watch),
    look: async () => watch?.look(),
  }
}

function useClientOf(address: string, isEntered: boolean, watch: DaemonWatch | null) {
  const [client, setClient] = useState<AssistantClient | null>(null)
  useEffect(() => {
    if (!isEntered) return
    const made = askFirst(daemonClient(address, { isSameOrigin: false }), address)
    setClient(made)
    return () => made.close()
  }, [address, isEntered])

  useEffect(() => {
    if (!client || !watch) return
    return lookAfterAbsence(client, () => void watch.look())
  }, [client, watch])
  return client
}

interface Followed {
  /** Null until the first look has ended. */
  readonly standing: Standing | null
  readonly watch: DaemonWatch | null
}

/** Follows how it stands with the daemon at `address`. */
function useStanding(address: string): Followed {
  const [standing, setStanding] = useState<Standing | null>(null)
  const [watch, setWatch] = useState<DaemonWatch | null>(null)

  useEffect(() => {
    const started = watchDaemon(address, setStanding)
    setWatch(started)
    return started.stop
  }, [address])

  useLookAgain(watch)
  return { standing, watch }
}

/** Looks when access is given or taken back, and when the panel comes into sight. */
function useLookAgain(watch: DaemonWatch | null): void {
  useEffect(() => {
    if (!watch) return
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') void watch.look()
    }
    document.addEventListener('visibilitychange', lookIfSeen)
    const stop = watchAllowed(() => void watch.look())
    return () => {
      document.removeEventListener('visibilitychange', lookIfSeen)
      stop()
    }
  }, [watch])
}

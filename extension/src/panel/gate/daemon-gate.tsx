import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { WholePageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { Toasts } from '@shortlist/ui/toasts/toasts.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { readDaemonAddress, watchDaemonAddress } from '../../host/daemon-address.ts'
import { watchAllowed } from '../../host/permissions.ts'
import { useKept } from '../../host/use-kept.ts'
import { askFirst } from './ask-first.ts'
import { ObstacleScreen } from './obstacle-screen.tsx'
import { useDemo, WayOutContext } from './use-demo.ts'
import { type DaemonState, lookAfterAbsence, type Obstacle, watchDaemon } from './watch-daemon.ts'

interface DaemonGateProps {
  readonly children: (client: AssistantClient) => ReactNode
}

/**
 * Shows the assistant once a daemon answers that fits this panel; until then, what is in the way.
 * What has been entered stays mounted: under a daemon that is away it can be read on, and whatever
 * else is in the way covers it. Where nobody answers, the demo can be entered until it is left.
 */
export function DaemonGate({ children }: DaemonGateProps) {
  const address = useKept(readDaemonAddress, watchDaemonAddress)
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
  readonly onDemo: (client: AssistantClient) => void
}

function EntryTo({ address, onDemo, children }: EntryToProps) {
  const { state, client, look } = useDaemon(address)
  const obstacle = obstacleIn(state, client !== null)
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
      {!client && !obstacle && <WholePageLoading />}
      {!client && <Toasts />}
    </>
  )
}

/** A daemon that is away says so above what was entered, by the banner of every host. */
function obstacleIn(state: DaemonState | null, isEntered: boolean): Obstacle | null {
  if (!state || state.kind === 'ready') return null
  return state.kind === 'nobody' && isEntered ? null : state
}

/** Shortlist runs, also where something must be done before this panel can use it. */
const running: ReadonlySet<DaemonState['kind'] | undefined> = new Set(['ready', 'old', 'refuses'])

interface DemoEntryProps extends DaemonGateProps {
  readonly address: string
  readonly client: AssistantClient
  readonly onLeave: () => void
}

/** The assistant with the demo, while the daemon is still looked for: a visitor leaves by choice. */
function DemoEntry({ address, client, onLeave, children }: DemoEntryProps) {
  const { state } = useDaemonState(address)
  const isDaemonThere = running.has(state?.kind)
  return <WayOutContext value={{ isDaemonThere, leave: onLeave }}>{children(client)}</WayOutContext>
}

/**
 * Follows the daemon at `address`, which stays the same while mounted. There is a client from the
 * first time on that the daemon was ready; `look` looks right now.
 */
function useDaemon(address: string) {
  const { state, watch } = useDaemonState(address)
  const [isEntered, setEntered] = useState(false)
  const [client, setClient] = useState<AssistantClient | null>(null)
  if (state?.kind === 'ready' && !isEntered) setEntered(true)

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

  return { state, client, look: async () => watch?.look() }
}

/**
 * How it stands with the daemon at `address`, null until the first look has ended. It is looked at
 * again when access is given or taken back, and when the panel comes into sight.
 */
function useDaemonState(address: string) {
  const [state, setState] = useState<DaemonState | null>(null)
  const [watch, setWatch] = useState<ReturnType<typeof watchDaemon> | null>(null)

  useEffect(() => {
    const started = watchDaemon(address, setState)
    setWatch(started)
    const look = () => void started.look()
    const lookIfSeen = () => document.hidden || look()
    document.addEventListener('visibilitychange', lookIfSeen)
    const stopWatching = watchAllowed(look)
    return () => {
      document.removeEventListener('visibilitychange', lookIfSeen)
      stopWatching()
      started.stop()
    }
  }, [address])

  return { state, watch }
}

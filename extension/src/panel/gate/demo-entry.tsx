import type { AssistantClient } from '@shortlist/client/assistant-client'
import { type ReactNode, useMemo } from 'react'
import { useStanding } from './use-standing.ts'
import type { Standing } from './watch-daemon.ts'
import { WayOutContext } from './way-out.ts'

interface DemoEntryProps {
  readonly address: string
  readonly client: AssistantClient
  readonly onLeave: () => void
  readonly children: (client: AssistantClient) => ReactNode
}

/** Shortlist runs, also where something must be done before this panel can use it. */
const running: ReadonlySet<Standing['kind'] | undefined> = new Set(['ready', 'old', 'refuses'])

/** The assistant with the demo, while the daemon is still looked for: a visitor leaves by choice. */
export function DemoEntry({ address, client, onLeave, children }: DemoEntryProps) {
  const { standing } = useStanding(address)
  const isDaemonThere = running.has(standing?.kind)
  const wayOut = useMemo(() => ({ isDaemonThere, leave: onLeave }), [isDaemonThere, onLeave])
  return <WayOutContext value={wayOut}>{children(client)}</WayOutContext>
}

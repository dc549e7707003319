import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { useEffect, useState } from 'react'
import { askFirst } from './ask-first.ts'
import { lookAfterAbsence } from './look-after-absence.ts'
import { useStanding } from './use-standing.ts'
import type { DaemonWatch, Standing } from './watch-daemon.ts'

interface Daemon {
  /** Null until the first look has ended. */
  readonly standing: Standing | null
  /** The client from the first time that the daemon was ready; null before. */
  readonly client: AssistantClient | null
  /** Looks right now. */
  readonly look: () => Promise<void>
}

/** Follows the daemon at `address`, which stays the same while mounted. */
export function useDaemon(address: string): Daemon {
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

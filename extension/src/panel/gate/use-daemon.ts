import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { useEffect, useState } from 'react'
import { watchAllowed } from '../../host/permissions.ts'
import { askFirst } from './ask-first.ts'
import { lookAfterAbsence } from './look-after-absence.ts'
import { type DaemonWatch, type Standing, watchDaemon } from './watch-daemon.ts'

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
  const [standing, setStanding] = useState<Standing | null>(null)
  const [watch, setWatch] = useState<DaemonWatch | null>(null)
  const [isEntered, setEntered] = useState(false)

  useEffect(() => {
    const started = watchDaemon(address, (found) => {
      setStanding(found)
      if (found.kind === 'ready') setEntered(true)
    })
    setWatch(started)
    return started.stop
  }, [address])

  useLookAgain(watch)
  return {
    standing,
    client: useClientOf(address, isEntered, watch),
    look: async () => watch?.look(),
  }
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

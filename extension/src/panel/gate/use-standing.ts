import { useEffect, useState } from 'react'
import { watchAllowed } from '../../host/permissions.ts'
import { type DaemonWatch, type Standing, watchDaemon } from './watch-daemon.ts'

interface Followed {
  /** Null until the first look has ended. */
  readonly standing: Standing | null
  readonly watch: DaemonWatch | null
}

/** Follows how it stands with the daemon at `address`. */
export function useStanding(address: string): Followed {
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

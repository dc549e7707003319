import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../client-provider.tsx'
import { useSession } from './session.tsx'

/**
 * Follows a sign-in and a sign-out that was made in another tab or panel, which have the same
 * session: whenever the user turns to this one, and whenever its socket comes back, because a daemon
 * closes the sockets of a session that has ended.
 */
export function useSessionElsewhere(): void {
  const client = useClient()
  const { look, isLoading } = useSession()
  const ask = useEffectEvent(() => {
    // whoever cannot be asked is away, which the screen says in its own way
    if (!isLoading && document.visibilityState === 'visible') look().catch(() => {})
  })

  useEffect(() => {
    const turn = () => ask()
    window.addEventListener('focus', turn)
    document.addEventListener('visibilitychange', turn)
    const stopHearing = client.on('reconnected', turn)
    return () => {
      stopHearing()
      window.removeEventListener('focus', turn)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [client])
}

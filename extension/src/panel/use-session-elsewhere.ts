import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { useEffect, useEffectEvent } from 'react'

/**
 * Follows a sign-in and a sign-out that was made in a tab or in the panel of another window, which
 * have the same session: whenever the user turns to the panel, and whenever its socket comes back,
 * because a daemon closes the sockets of a session that has ended.
 */
export function useSessionElsewhere(): void {
  const client = useClient()
  const { look, isLoading } = useSession()
  const ask = useEffectEvent(() => {
    // whoever cannot be asked is away, which the panel says in its own way
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

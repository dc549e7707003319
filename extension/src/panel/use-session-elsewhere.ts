import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useEffect, useEffectEvent } from 'react'

/**
 * Follows a sign-in and a sign-out that was made in a tab, which has the same session: whenever the
 * user turns to the panel.
 */
export function useSessionElsewhere(): void {
  const { look, isLoading } = useSession()
  const ask = useEffectEvent(() => {
    // whoever cannot be asked is away, which the panel says in its own way
    if (!isLoading && document.visibilityState === 'visible') look().catch(() => {})
  })

  useEffect(() => {
    const turn = () => ask()
    window.addEventListener('focus', turn)
    document.addEventListener('visibilitychange', turn)
    return () => {
      window.removeEventListener('focus', turn)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [])
}

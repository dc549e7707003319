import { calendarStatusKey } from '@shortlist/ui/calendar/calendar-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** How often the daemon is asked whether the calendar was connected in the web app, in milliseconds. */
const EVERY = 5000

/** Notices that the calendar was connected elsewhere, as long as somebody can see that it is not. */
export function useFollowCalendar(isShown: boolean): void {
  const cache = useQueryClient()

  useEffect(() => {
    if (!isShown) return
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      void cache.invalidateQueries({ queryKey: calendarStatusKey }, { cancelRefetch: false })
    }
    const asking = setInterval(ask, EVERY)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(asking)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [cache, isShown])
}

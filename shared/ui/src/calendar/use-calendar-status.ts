import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { CALENDAR_POLL_MS } from '@shortlist/contracts/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClient } from '../client-provider.tsx'
import { useRefreshOn } from '../use-refresh-on.ts'
import { calendarStatusKey } from './calendar-query.ts'

const changes = ['calendar-changed'] as const

/**
 * The calendar of the account: asked for every 30 s while it is shown, when it is shown again, when
 * the daemon says that it differs, and after every gap of the socket. `reread` asks now; it rejects
 * like the call.
 */
export function useCalendarStatus(isShown = true) {
  const client = useClient()
  const cache = useQueryClient()
  const queryFn = useCallback(() => client.calendar.status(), [client])

  const { data, error, isPending } = useQuery({
    queryKey: calendarStatusKey,
    queryFn,
    enabled: isShown,
    refetchInterval: CALENDAR_POLL_MS,
  })

  useRefreshOn(calendarStatusKey, changes)

  const reread = useCallback(async (): Promise<CalendarStatus> => {
    // an answer that is under way may be older than what the caller knows
    await cache.cancelQueries({ queryKey: calendarStatusKey })
    return cache.fetchQuery({ queryKey: calendarStatusKey, queryFn })
  }, [cache, queryFn])

  return { status: data, readError: error, isChecking: isPending, reread }
}

import type { CalendarStatus } from '@shortlist/contracts/calendar'
import type { QueryClient } from '@tanstack/react-query'

/** Where the calendar status lies in the query cache. */
export const calendarStatusKey = ['calendar', 'status'] as const

/** Notes that events can no longer be created, before the daemon has said so. */
export function markDisconnected(cache: QueryClient): void {
  cache.setQueryData<CalendarStatus>(
    calendarStatusKey,
    (status) => status && { ...status, connected: false },
  )
}

import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { useClient } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { calendarStatusKey } from './calendar-query.ts'

interface Choosing {
  /** Before the screen hears of the calendar that was chosen. */
  readonly onChosen: () => void
  readonly onFailed: (error: string) => void
}

/** What a user can choose without a popup: a local calendar, another feed address, or none. */
export function useCalendarChoice({ onChosen, onFailed }: Choosing) {
  const { calendar } = useClient()
  const cache = useQueryClient()
  const [isChoosing, setChoosing] = useState(false)

  async function choose(call: () => Promise<CalendarStatus>): Promise<void> {
    setChoosing(true)
    try {
      const status = await call()
      await cache.cancelQueries({ queryKey: calendarStatusKey })
      onChosen()
      cache.setQueryData(calendarStatusKey, status)
    } catch (error) {
      onFailed(describeFailure(error, calendarCopy.changeFailed))
    } finally {
      setChoosing(false)
    }
  }

  return {
    isChoosing,
    chooseLocal: () => choose(calendar.useLocal),
    renewFeed: () => choose(calendar.renewFeed),
    disconnect: () => choose(calendar.disconnect),
  }
}

import type { Email } from '@shortlist/contracts/mail'
import { useEffect, useState } from 'react'
import { useThrottled } from '../time/use-throttled.ts'

/** How often plots look at the clock, in milliseconds. */
const EVERY = 60_000

/** How long a change of the emails may stay unseen in plots, in milliseconds. */
const SETTLED_AFTER = 1000

/** The present time by the minute, and emails as plots show them: they follow a sync behind the cards. */
export function useSettled(emails: readonly Email[]) {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), EVERY)
    return () => clearInterval(ticking)
  }, [])

  return { now, settled: useThrottled(emails, SETTLED_AFTER) }
}

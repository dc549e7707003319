import type { Email } from '@shortlist/contracts/mail'
import { startTransition, useEffect, useRef, useState } from 'react'
import { useNow } from '../time/use-now.ts'

/** How long a change of the emails may stay unseen in plots, in milliseconds. */
const SETTLED_AFTER = 1000

/** The present time by the minute, and emails as plots show them: they follow a sync behind the cards. */
export function useSettled(emails: readonly Email[]) {
  return { now: useNow(), settled: useThrottled(emails, SETTLED_AFTER) }
}

/**
 * A value that follows another one at most once in `interval` milliseconds; the last one always
 * arrives. For what is costly to show and need not be the first to know.
 */
export function useThrottled<Value>(value: Value, interval: number): Value {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(0)

  useEffect(() => {
    if (value === shown) return
    const wait = changedAt.current + interval - Date.now()
    const following = setTimeout(
      () => {
        changedAt.current = Date.now()
        startTransition(() => setShown(value))
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(following)
  }, [value, shown, interval])

  return shown
}

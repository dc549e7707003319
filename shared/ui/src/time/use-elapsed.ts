import { useEffect, useState } from 'react'

/** How often a running time is shown anew, in milliseconds (specification, section 9). */
const TICK = 1000

/** Milliseconds since `startedAt` (epoch milliseconds), told anew each second. */
export function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    setNow(Date.now())
    const ticking = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(ticking)
  }, [startedAt])

  return Math.max(0, now - startedAt)
}

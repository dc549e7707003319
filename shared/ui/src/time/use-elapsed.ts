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

/** How long a reply took: `850ms` under a second, `4s` under a minute, else `1m 12s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))}ms`
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds}s` : formatRunningTime(seconds * 1000)
}

/** How long something has been running, in whole seconds that have passed: `0m 3s`. */
export function formatRunningTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
}

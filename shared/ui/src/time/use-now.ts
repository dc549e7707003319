import { useEffect, useState } from 'react'

/** The present time, told anew each `interval` milliseconds. */
export function useNow(interval: number): Date {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), interval)
    return () => clearInterval(ticking)
  }, [interval])

  return now
}

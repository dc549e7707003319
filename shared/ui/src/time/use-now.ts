import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The present time, told anew with each minute of the clock. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const tick = () => setNow(new Date())
    const waiting = setTimeout(tick, MINUTE - (now.getTime() % MINUTE))
    return () => clearTimeout(waiting)
  }, [now])

  return now
}

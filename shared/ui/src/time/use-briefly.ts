import { useCallback, useEffect, useState } from 'react'

/** How long a sign such as "Copied" stays, in milliseconds. */
const SHOWN_FOR = 2000

/** A sign that is on for two seconds after it was last raised. */
export function useBriefly(): readonly [isOn: boolean, raise: () => void] {
  const [raised, setRaised] = useState(0)

  useEffect(() => {
    if (raised === 0) return
    const lowering = setTimeout(() => setRaised(0), SHOWN_FOR)
    return () => clearTimeout(lowering)
  }, [raised])

  const raise = useCallback(() => setRaised((times) => times + 1), [])
  return [raised > 0, raise]
}

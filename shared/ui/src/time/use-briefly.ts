import { useCallback, useEffect, useState } from 'react'

/** A sign that is on for `milliseconds` after it was last raised. */
export function useBriefly(milliseconds: number): readonly [isOn: boolean, raise: () => void] {
  const [raised, setRaised] = useState(0)

  useEffect(() => {
    if (raised === 0) return
    const lowering = setTimeout(() => setRaised(0), milliseconds)
    return () => clearTimeout(lowering)
  }, [raised, milliseconds])

  const raise = useCallback(() => setRaised((times) => times + 1), [])
  return [raised > 0, raise]
}

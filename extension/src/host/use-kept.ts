import { useEffect, useState } from 'react'

/**
 * What the browser keeps, as `read` and `watch` tell it, followed while mounted; null until it is
 * known. Both stay the same function.
 */
export function useKept<Value>(
  read: () => Promise<Value>,
  watch: (hear: (value: Value) => void) => () => void,
): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    const stop = watch(setValue)
    // a change that was heard meanwhile is newer than what is read here
    void read().then((stored) => setValue((heard) => heard ?? stored))
    return stop
  }, [read, watch])
  return value
}

import { useEffect, useState } from 'react'
import { type Allowed, readAllowed, watchAllowed } from '../host/permissions.ts'

/** The permissions of the extension, null until they are read, and followed while mounted. */
export function useAllowed(): Allowed | null {
  const [allowed, setAllowed] = useState<Allowed | null>(null)
  useEffect(() => {
    const read = () => void readAllowed().then(setAllowed)
    read()
    return watchAllowed(read)
  }, [])
  return allowed
}

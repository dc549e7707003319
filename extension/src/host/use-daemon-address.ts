import { useEffect, useState } from 'react'
import { readDaemonAddress, watchDaemonAddress } from './daemon-address.ts'

/** The address of the daemon, followed while mounted; null until it is known. */
export function useDaemonAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const stop = watchDaemonAddress(setAddress)
    // a change that was heard meanwhile is newer than what is read here
    void readDaemonAddress().then((stored) => setAddress((heard) => heard ?? stored))
    return stop
  }, [])
  return address
}

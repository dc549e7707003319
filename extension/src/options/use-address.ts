import { useEffect, useState } from 'react'
import { readDaemonAddress, watchDaemonAddress } from '../host/daemon-address.ts'

/** The address of the daemon, null until it is read, and followed while mounted. */
export function useAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    void readDaemonAddress().then(setAddress)
    return watchDaemonAddress(setAddress)
  }, [])
  return address
}

import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readDaemonAddress, watchDaemonAddress } from '../../host/daemon-address.ts'

interface DaemonGateProps {
  readonly children: (client: AssistantClient) => ReactNode
}

/** Shows the assistant once a daemon answers that fits this panel; until then, what is in the way. */
export function DaemonGate({ children }: DaemonGateProps) {
  const address = useDaemonAddress()
  const client = useMemo(
    () => (address ? daemonClient(address, { isSameOrigin: false }) : null),
    [address],
  )
  return client && children(client)
}

function useDaemonAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    void readDaemonAddress().then(setAddress)
    return watchDaemonAddress(setAddress)
  }, [])
  return address
}

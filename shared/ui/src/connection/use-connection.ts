import type { Connection } from '@shortlist/client/abilities'
import { useEffect, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'

/** Whether the daemon is there, followed while mounted. */
export function useConnection(): Connection {
  const client = useClient()
  const [connection, setConnection] = useState<Connection>('connecting')
  useEffect(() => client.watchConnection(setConnection), [client])
  return connection
}

/** What a header says of the connection. */
export function useConnectionLabel(connection: Connection): string {
  return useClient().abilities.connectionLabel ?? copy.shell.connections[connection]
}

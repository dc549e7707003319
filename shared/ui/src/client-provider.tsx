import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createContext, type ReactNode, useContext } from 'react'

const ClientContext = createContext<AssistantClient | null>(null)

interface ClientProviderProps {
  readonly client: AssistantClient
  readonly children: ReactNode
}

/** Gives every screen below it the one client that the host has chosen. */
export function ClientProvider({ client, children }: ClientProviderProps) {
  return <ClientContext value={client}>{children}</ClientContext>
}

/** The client of this host; throws outside a `ClientProvider`. */
export function useClient(): AssistantClient {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useClient needs a ClientProvider above it')
  return client
}

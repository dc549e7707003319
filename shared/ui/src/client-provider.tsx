import type { AssistantClient, ClientEvents } from '@shortlist/client/assistant-client'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'

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

/**
 * Has what lies in the query cache under `key` asked for anew after each of these events, and after
 * every gap of the socket, in which none was heard. Both arguments must stay the same objects.
 */
export function useRefreshOn(key: readonly string[], names: readonly (keyof ClientEvents)[]): void {
  const client = useClient()
  const cache = useQueryClient()

  useEffect(() => {
    const refresh = () => void cache.invalidateQueries({ queryKey: key })
    const stops = [...names, 'synced' as const].map((name) => client.on(name, refresh))
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, cache, key, names])
}

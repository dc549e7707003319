import type { AssistantClient, ClientEvents } from '@shortlist/client/assistant-client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { neededContext } from './needed-context.ts'

/** The client of this host; throws outside a `ClientProvider`. */
export const [ClientContext, useClient] = neededContext<AssistantClient>('ClientProvider')

interface ClientProviderProps {
  readonly client: AssistantClient
  readonly children: ReactNode
}

/** Gives every screen below it the one client that the host has chosen. */
export function ClientProvider({ client, children }: ClientProviderProps) {
  return <ClientContext value={client}>{children}</ClientContext>
}

type EventName = keyof ClientEvents
type Hearers = { readonly [Name in EventName]?: (event: ClientEvents[Name]) => void }

/** Hears these kinds of events while the component is there. */
export function useEvents(hearers: Hearers): void {
  const client = useClient()
  const names = Object.keys(hearers).join(' ')
  const hear = useEffectEvent(<Name extends EventName>(name: Name, event: ClientEvents[Name]) => {
    hearers[name]?.(event)
  })

  useEffect(() => {
    const stops = (names.split(' ') as EventName[]).map((name) =>
      client.on(name, (event) => hear(name, event)),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, names])
}

/**
 * Has what lies in the query cache under `key` asked for anew after each of these events, and after
 * every gap of the socket, in which none was heard.
 */
export function useRefreshOn(key: readonly string[], names: readonly EventName[]): void {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: key })
  useEvents(Object.fromEntries([...names, 'synced'].map((name) => [name, refresh])))
}

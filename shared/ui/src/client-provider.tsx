import type { AssistantClient, ClientEvents } from '@shortlist/client/assistant-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { neededContext } from './needed-context.ts'

/** The one client that the host has chosen for every screen below. */
export const [ClientContext, useClient] = neededContext<AssistantClient>('client')

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

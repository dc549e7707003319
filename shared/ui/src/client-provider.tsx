import type { AssistantClient, ClientEvents } from '@shortlist/client/assistant-client'
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
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
 * Asks anew for what lies in the query cache. A first answer that is on its way may be older than what
 * was told just now, and the cache would be content with it: what it answers is asked for once more.
 */
export async function askAnew(
  cache: QueryClient,
  filters: Pick<QueryFilters, 'queryKey' | 'exact' | 'predicate'>,
): Promise<void> {
  const running = cache.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const firsts = new Set(running.filter(({ state }) => state.data === undefined))
  await cache.invalidateQueries(filters)
  if (firsts.size > 0) await cache.invalidateQueries({ predicate: (query) => firsts.has(query) })
}

/**
 * Has what lies in the query cache under `key` asked for anew after each of these events, and after
 * every gap of the socket, in which none was heard.
 */
export function useRefreshOn(key: readonly string[], names: readonly EventName[]): void {
  const cache = useQueryClient()
  const refresh = () => void askAnew(cache, { queryKey: key })
  useEvents(Object.fromEntries([...names, 'synced'].map((name) => [name, refresh])))
}

import type { ClientEvents } from '@shortlist/client/assistant-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from './client-provider.tsx'

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

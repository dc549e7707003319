import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient, useEvents } from '../client-provider.tsx'

/**
 * Version and model engine of the daemon, asked again every `everyMs` milliseconds where that is
 * given; nothing while it cannot be asked.
 */
export function useHealth(everyMs: number | false = false) {
  return useHealthQuery(everyMs).data
}

/**
 * Whether anybody has an account on this computer; undefined until that was asked, null where it is
 * not told or cannot be asked.
 */
export function useHasAccounts(): boolean | null | undefined {
  const { data, isFetched } = useHealthQuery()
  return isFetched ? (data?.hasAccounts ?? null) : undefined
}

function useHealthQuery(everyMs: number | false = false) {
  const client = useClient()
  const cache = useQueryClient()
  const queryFn = () => client.health()
  useEvents({
    'settings-changed'({ sections }) {
      if (sections.includes('model')) void cache.invalidateQueries({ queryKey: ['health'] })
    },
  })
  return useQuery({ queryKey: ['health'], queryFn, retry: false, refetchInterval: everyMs })
}

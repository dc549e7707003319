import type { Health } from '@shortlist/contracts/health'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askAnew, useClient, useEvents } from '../client-provider.tsx'

/**
 * Version and model engine of the daemon, asked again every `everyMs` milliseconds where that is
 * given; nothing while it cannot be asked.
 */
export function useHealth(everyMs: number | false = false) {
  return useHealthQuery(everyMs).data
}

/**
 * What is told of the accounts of this computer; undefined until that was asked, and without a word
 * where it is not told or cannot be asked.
 */
export function useAccountsHere(): Pick<Health, 'hasAccounts' | 'canSignUp'> | undefined {
  const { data, isFetched } = useHealthQuery()
  return isFetched ? (data ?? {}) : undefined
}

function useHealthQuery(everyMs: number | false = false) {
  const client = useClient()
  const cache = useQueryClient()
  const queryFn = () => client.health()
  useEvents({
    'settings-changed'({ sections }) {
      if (sections.includes('model')) void askAnew(cache, { queryKey: ['health'] })
    },
  })
  return useQuery({ queryKey: ['health'], queryFn, retry: false, refetchInterval: everyMs })
}

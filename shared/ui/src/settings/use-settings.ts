import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'

/** Where the settings of the account lie in the query cache. */
export const settingsKey = ['settings', 'account'] as const

/** What the account has set at the daemon. */
export function useSettings(isWanted = true) {
  const { settings } = useClient()
  return useQuery({ queryKey: settingsKey, queryFn: settings.read, enabled: isWanted })
}

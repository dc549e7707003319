import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'

/** Where the settings of the account lie in the query cache. */
export const settingsKey = ['settings', 'account'] as const

/** What the account has set at the daemon. */
export function useSettings(isWanted = true) {
  const { settings } = useClient()
  return useQuery({ queryKey: settingsKey, queryFn: settings.read, enabled: isWanted })
}

/** Where the settings of the computer lie in the query cache. */
export const machineKey = ['settings', 'machine'] as const

/** What the owner of the computer has set at the daemon. */
export function useMachine() {
  const { settings } = useClient()
  return useQuery({ queryKey: machineKey, queryFn: settings.readMachine })
}

import type { SettingsSection } from '@shortlist/contracts/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient, useEvents } from '../client-provider.tsx'

/** Where the settings of the account lie in the query cache. */
export const settingsKey = ['settings', 'account'] as const

/** What the account has set at the daemon. */
export function useSettings(isWanted = true) {
  const { settings } = useClient()
  useAskAnew(settingsKey, ['mailbox', 'model'])
  return useQuery({ queryKey: settingsKey, queryFn: settings.read, enabled: isWanted })
}

/** Where the settings of the computer lie in the query cache. */
export const machineKey = ['settings', 'machine'] as const

/** What the owner of the computer has set at the daemon. */
export function useMachine() {
  const { settings } = useClient()
  useAskAnew(machineKey, ['model'])
  return useQuery({ queryKey: machineKey, queryFn: settings.readMachine })
}

/** Has them asked for anew once one of these sections was changed, on whatever screen. */
function useAskAnew(key: readonly string[], of: readonly SettingsSection[]): void {
  const cache = useQueryClient()
  const askAnew = () => void cache.invalidateQueries({ queryKey: key, exact: true })
  useEvents({
    'settings-changed'({ sections }) {
      if (sections.some((section) => of.includes(section))) askAnew()
    },
    // what was told in a gap of the socket has not been heard
    synced: askAnew,
  })
}

/** Where it lies who has an account on this computer. */
export const peopleKey = ['settings', 'people'] as const

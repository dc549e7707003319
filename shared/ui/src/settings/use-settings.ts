import type { SettingsSection } from '@shortlist/contracts/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askAnew, useClient, useEvents } from '../client-provider.tsx'

/** Where the settings of the account lie in the query cache. */
export const settingsKey = ['settings', 'account'] as const

/** What the account has set at the daemon. */
export function useSettings(isWanted = true) {
  const { settings } = useClient()
  useRefreshOnSections(settingsKey, ['mailbox', 'model'])
  return useQuery({ queryKey: settingsKey, queryFn: settings.read, enabled: isWanted })
}

/** Where the settings of the computer lie in the query cache. */
export const machineKey = ['settings', 'machine'] as const

/** What the owner of the computer has set at the daemon. */
export function useMachine() {
  const { settings } = useClient()
  useRefreshOnSections(machineKey, ['model'])
  return useQuery({ queryKey: machineKey, queryFn: settings.readMachine })
}

/** Has them asked for anew once one of these sections was changed, on whatever screen. */
function useRefreshOnSections(key: readonly string[], of: readonly SettingsSection[]): void {
  const cache = useQueryClient()
  const refresh = () => void askAnew(cache, { queryKey: key, exact: true })
  useEvents({
    'settings-changed'({ sections }) {
      if (sections.some((section) => of.includes(section))) refresh()
    },
    // what was told in a gap of the socket has not been heard
    synced: refresh,
  })
}

/** Where it lies who has an account on this computer. */
export const peopleKey = ['settings', 'people'] as const

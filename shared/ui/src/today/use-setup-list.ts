import type { SetupList } from '@shortlist/contracts/today'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient, useRefreshOn } from '../client-provider.tsx'
import { type Action, useAction } from '../primitives/use-action.ts'
import { setupCopy } from './today-copy.ts'

const key = ['today', 'setup'] as const
const changeEvents = [
  'settings-changed',
  'mail-changed',
  'calendar-changed',
  'folders-changed',
] as const

/** What is set up and what can still be: looked at whenever one of them differs. */
export function useSetupList() {
  const { today } = useClient()
  useRefreshOn(key, changeEvents)
  return useQuery({ queryKey: key, queryFn: () => today.setup(), retry: false })
}

/** Hides the list, or shows it again. */
export function useHideSetup(): Action<[isHidden: boolean]> {
  const { today } = useClient()
  const cache = useQueryClient()
  return useAction(async (isHidden: boolean) => {
    const list: SetupList = await today.hideSetup(isHidden)
    await cache.cancelQueries({ queryKey: key })
    cache.setQueryData(key, list)
  }, setupCopy.changeFailed)
}

import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'

/** "(7/12) " in front of the page title while a sync runs. */
export function useSyncMark(): string {
  const { state } = useSync()
  return isSyncing(state) && state.total > 0 ? `(${state.analyzed}/${state.total}) ` : ''
}

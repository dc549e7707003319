import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'
import { useHasUnseen } from './replies.tsx'

/** In front of each page title: "(7/12) " while a sync runs, "* " for a reply that nobody has seen. */
export function useTitleMark(): string {
  const { state } = useSync()
  const hasUnseen = useHasUnseen()
  const sync = isSyncing(state) && state.total > 0 ? `(${state.analyzed}/${state.total}) ` : ''
  return sync + (hasUnseen ? '* ' : '')
}

import { copy } from '@shortlist/ui/copy'
import { useSync } from '@shortlist/ui/email/mail-provider.tsx'
import { isSyncing } from '@shortlist/ui/email/sync-state'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'

/** How far the running sync is; nothing while none runs. */
export function SyncCount() {
  const { state } = useSync()
  if (!isSyncing(state) || state.total === 0) return null
  const { analyzed, total } = state
  return (
    <Badge tone="accent" className="px-2 tabular-nums max-[320px]:hidden">
      <span className="sr-only">{copy.shell.analyzing} </span>
      {analyzed}/{total}
    </Badge>
  )
}

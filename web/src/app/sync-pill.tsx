import { copy } from '@shortlist/ui/copy'
import { useSync } from '@shortlist/ui/email/mail-provider.tsx'
import { isSyncing } from '@shortlist/ui/email/sync-state'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'

/** How far the running sync is; nothing while none runs. */
export function SyncPill() {
  const { state } = useSync()
  if (!isSyncing(state)) return null
  const { analyzed, total } = state
  return (
    <Badge tone="accent" dot="filled" className="tabular-nums max-[899px]:sr-only">
      {copy.shell.analyzing}
      {total > 0 && ` ${analyzed} / ${total}`}
    </Badge>
  )
}

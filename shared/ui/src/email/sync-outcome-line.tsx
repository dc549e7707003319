import { useEffect, useState } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { emailCopy } from './email-copy.ts'
import type { SyncOutcome, SyncState } from './mail-sync.ts'

/** How long a screen says how a sync has ended, in milliseconds. */
const SHOWN_FOR = 6000

/** Says for a while how a sync has ended, also to a screen reader. */
export function SyncOutcomeLine({ sync }: { readonly sync: SyncState }) {
  const outcome = useFresh(sync.outcome)
  return (
    <p role="status" className={outcome ? 'mt-3 text-ui' : 'sr-only'}>
      {outcome && describe(outcome, sync)}
    </p>
  )
}

function describe(outcome: SyncOutcome, { done }: SyncState): string {
  if (outcome.kind === 'cancelled') return mailCopy.cancelled(outcome.analyzed, outcome.total)
  const high = done.filter(({ priority }) => priority === 'high').length
  const { analyzed, eventsCreated, failed, missed } = outcome
  const line = emailCopy.done(analyzed, high, eventsCreated)
  const told = failed > 0 ? `${line} - ${emailCopy.failedCount(failed)}` : line
  return missed ? `${told}. ${emailCopy.missedCount(missed)}` : told
}

/** The outcome as long as it is news. */
function useFresh(outcome: SyncOutcome | null): SyncOutcome | null {
  const [stale, setStale] = useState<SyncOutcome | null>(null)

  useEffect(() => {
    if (!outcome) return
    const left = outcome.at + SHOWN_FOR - Date.now()
    const ageing = setTimeout(() => setStale(outcome), Math.max(0, left))
    return () => clearTimeout(ageing)
  }, [outcome])

  return outcome === stale ? null : outcome
}

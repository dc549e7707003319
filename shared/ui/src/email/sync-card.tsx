import { PROGRESS_SUBJECT_CHARACTERS } from '@shortlist/contracts/limits'
import type { Email } from '@shortlist/contracts/mail'
import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { Button } from '../primitives/button.tsx'
import { relativeTime } from '../time/relative-time.ts'
import { formatDate } from './format-date.ts'
import { isSyncing, type SyncState } from './mail-sync.ts'
import { SyncMosaic } from './sync-mosaic.tsx'
import { SyncOutcomeLine } from './sync-outcome-line.tsx'
import { SyncProgressBlock } from './sync-progress-block.tsx'
import { useSyncFocus } from './use-sync-focus.ts'

interface SyncCardProps {
  readonly sync: SyncState
  /** When a sync last ended, ISO 8601; null before the first one. */
  readonly lastSync: string | null
  readonly emails: readonly Email[]
  readonly onSync: () => void
  readonly onCancel: () => void
}

/** Starts a sync, shows how far it is, cancels it, and says how it has ended. */
export function SyncCard({ sync, lastSync, emails, onSync, onCancel }: SyncCardProps) {
  const title = useId()
  const { card, button, noteAsked } = useSyncFocus(sync)
  const isRunning = isSyncing(sync)

  /** What is asked for takes the button away that has the focus. */
  const asking = (ask: () => void) => () => {
    noteAsked()
    ask()
  }

  return (
    <section
      ref={card}
      aria-labelledby={title}
      tabIndex={-1}
      className="sync-card mb-6 rounded-lg border border-border bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id={title} className="text-card font-semibold">
            {mailCopy.syncTitle}
          </h2>
          {lastSync && <LastSync at={lastSync} />}
        </div>
        <div className="sync-buttons flex flex-wrap gap-2">
          {isRunning && (
            <Button disabled={sync.phase === 'cancelling'} onClick={asking(onCancel)}>
              {sync.phase === 'cancelling' ? mailCopy.cancelling : mailCopy.cancelSync}
            </Button>
          )}
          <Button
            ref={button}
            variant="primary"
            disabled={isRunning}
            data-key="s"
            onClick={asking(onSync)}
          >
            <RefreshCw
              aria-hidden="true"
              className={isRunning ? 'animate-spin motion-reduce:animate-none' : undefined}
            />
            {isRunning ? mailCopy.syncing : mailCopy.sync}
          </Button>
        </div>
      </div>
      {isRunning && <SyncProgressBlock sync={sync} />}
      <SyncMosaic sync={sync} emails={emails} />
      {isRunning && sync.current && <Subject text={sync.current.subject} />}
      <SyncOutcomeLine sync={sync} />
    </section>
  )
}

function LastSync({ at }: { readonly at: string }) {
  return (
    <p className="text-meta text-text-3">
      {`${mailCopy.lastSync}: `}
      <time dateTime={at} title={relativeTime(new Date(at), new Date())}>
        {formatDate(at)}
      </time>
    </p>
  )
}

function Subject({ text }: { readonly text: string }) {
  return (
    <p dir="auto" className="mt-2 text-meta text-text-3 wrap-anywhere">
      {mailCopy.analyzing(text.slice(0, PROGRESS_SUBJECT_CHARACTERS).toWellFormed())}
    </p>
  )
}

import { mailCopy } from '../mail-copy.ts'
import { formatRunningTime, useElapsed } from '../time/use-elapsed.ts'
import { emailCopy } from './email-copy.ts'
import type { SyncState } from './mail-sync.ts'

/** Until then a sync is said to be starting, in milliseconds. */
const STARTING_FOR = 1000

/** How many emails are analysed, as words and as a bar, and for how long it has been running. */
export function SyncProgressBlock({ sync }: { readonly sync: SyncState }) {
  const { analyzed, total, startedAt } = sync
  const isCounting = total > 0
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="font-semibold">
          {mailCopy.analyzingEmails}{' '}
          <span className="text-meta font-normal text-text-3 tabular-nums">
            {isCounting ? mailCopy.progress(analyzed, total) : mailCopy.preparing}
          </span>
        </p>
        <p className="text-meta text-text-3 tabular-nums">
          {startedAt === null ? mailCopy.starting : <RunningTime startedAt={startedAt} />}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={mailCopy.analyzingEmails}
        aria-valuemin={0}
        aria-valuemax={isCounting ? total : undefined}
        aria-valuenow={isCounting ? analyzed : undefined}
        aria-valuetext={isCounting ? emailCopy.progressValue(analyzed, total) : mailCopy.preparing}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-meter-track forced-colors:border"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-(--t-slow) forced-color-adjust-none"
          style={{ width: isCounting ? `${(100 * Math.min(analyzed, total)) / total}%` : 0 }}
        />
      </div>
    </div>
  )
}

function RunningTime({ startedAt }: { readonly startedAt: number }) {
  const elapsed = useElapsed(startedAt)
  return elapsed < STARTING_FOR
    ? mailCopy.starting
    : mailCopy.runningFor(formatRunningTime(elapsed))
}

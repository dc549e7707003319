import { Square } from 'lucide-react'
import { useHealth } from '../connection/use-health.ts'
import { copy } from '../copy.ts'
import { Badge } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { formatRunningTime, useElapsed } from '../time/use-elapsed.ts'

/** How often the daemon is asked whether the model is being loaded, in milliseconds. */
const ASK_EVERY = 2000

interface ReplyProgressProps {
  readonly isProcessing: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly isStopping: boolean
  readonly onStop: () => void
}

/** How a running reply gets on, and the way to stop it; it stays in view while the text scrolls. */
export function ReplyProgress(props: ReplyProgressProps) {
  const { isProcessing, startedAt, isStopping, onStop } = props
  const elapsed = useElapsed(startedAt)
  const engine = useHealth(isProcessing && ASK_EVERY)?.engine
  const isLoading = isProcessing && engine?.isLoading

  return (
    <div className="sticky bottom-2 z-10 mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-border bg-surface px-2 py-1 text-meta text-text-2">
      <Badge
        tone="accent"
        dot="filled"
        className="[&>span]:animate-pulse motion-reduce:[&>span]:animate-none"
      >
        {isProcessing ? copy.chat.processing : copy.chat.streaming}
      </Badge>
      <span className="tabular-nums">
        {elapsed < 1000 ? copy.chat.starting : copy.chat.runningFor(formatRunningTime(elapsed))}
      </span>
      <Button variant="secondary" size="sm" disabled={isStopping} onClick={onStop}>
        <Square aria-hidden className="size-3 fill-current" />
        {isStopping ? copy.chat.stopping : copy.chat.stop}
      </Button>
      {isLoading && <span className="w-full">{copy.chat.modelLoading}</span>}
    </div>
  )
}

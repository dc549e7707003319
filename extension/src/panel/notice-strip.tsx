import { useClient } from '@shortlist/ui/client-provider.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { handOverHere } from '../host/hand-over-here.ts'
import { useExcerpt } from './excerpts/excerpt-provider.tsx'
import { useWayOut } from './gate/way-out.ts'
import { panelCopy } from './panel-copy.ts'

/** A line under the header that the client asks for, and the way out where there is one. */
export function NoticeStrip() {
  const { notice } = useClient().abilities
  const wayOut = useWayOut()
  const { excerpt } = useExcerpt()
  if (!notice) return null

  function leave(): void {
    wayOut?.leave()
    // what was taken from a page and not used waits for whom the panel shows next
    if (excerpt) void handOverHere({ excerpt })
  }

  return (
    <div className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1.5 border-b border-border bg-accent-soft px-2 py-1.5 text-meta text-accent-text">
      <div role="status">
        <p>{notice.text}</p>
        {wayOut?.isDaemonThere && <p className="font-semibold">{panelCopy.daemonIsThere}</p>}
      </div>
      {wayOut && (
        <Button size="sm" onClick={leave}>
          {wayOut.isDaemonThere ? panelCopy.openIt : panelCopy.leaveDemo}
        </Button>
      )}
    </div>
  )
}

import { Badge } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { isSyncing, useSync } from './mail-sync.ts'
import { setupCopy } from './setup-copy.ts'
import { useMailbox } from './use-mailbox.ts'

/** Says that the mails are made up, and leads back to one's own. */
export function SampleLine() {
  const { state } = useSync()
  const { leaveSample } = useMailbox()
  return (
    <div className="flex flex-wrap items-center gap-3 text-meta text-text-2">
      <Badge tone="accent">{setupCopy.sampleInUse}</Badge>
      <p className="min-w-0 flex-1 basis-40">{leaveSample.error ?? setupCopy.sampleInUseText}</p>
      <Button
        size="sm"
        disabled={isSyncing(state) || leaveSample.isRunning}
        onClick={() => void leaveSample.run()}
      >
        {setupCopy.leaveSample}
      </Button>
    </div>
  )
}

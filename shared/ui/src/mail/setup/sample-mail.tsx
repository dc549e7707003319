import { FlaskConical } from 'lucide-react'
import { Badge } from '../../primitives/badge.tsx'
import { Button } from '../../primitives/button.tsx'
import { mailCopy } from '../mail-copy.ts'
import { isSyncing, useSync } from '../sync/mail-sync.ts'
import { useMailbox } from './use-setup.ts'

/** Says that the mails are made up, and leads back to one's own. */
export function SampleLine() {
  const { state } = useSync()
  const { leaveSample } = useMailbox()
  return (
    <div className="flex items-center gap-3 text-meta text-text-2 print:hidden">
      <Badge tone="accent">{mailCopy.sampleInUse}</Badge>
      <p className="min-w-0 flex-1 truncate">{leaveSample.error ?? mailCopy.sampleInUseText}</p>
      <Button
        size="sm"
        disabled={isSyncing(state) || leaveSample.isRunning}
        onClick={() => void leaveSample.run()}
      >
        {mailCopy.leaveSample}
      </Button>
    </div>
  )
}

interface SampleOfferProps {
  /** It is being entered. */
  readonly isEntering: boolean
  readonly onEnter: () => void
}

/** A way to see what the mail assistant does without a mailbox of one's own. */
export function SampleOffer({ isEntering, onEnter }: SampleOfferProps) {
  return (
    <div className="rounded-md bg-surface-2 p-4">
      <Button disabled={isEntering} onClick={onEnter}>
        <FlaskConical aria-hidden="true" />
        {mailCopy.sample}
      </Button>
      <p className="mt-2 text-meta text-text-2">{mailCopy.sampleText}</p>
    </div>
  )
}

import { FlaskConical } from 'lucide-react'
import { Button } from '../primitives/button.tsx'
import { setupCopy } from './setup-copy.ts'

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
        {setupCopy.sample}
      </Button>
      <p className="mt-2 text-meta text-text-2">{setupCopy.sampleText}</p>
    </div>
  )
}

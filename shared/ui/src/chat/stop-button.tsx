import { Square } from 'lucide-react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'

interface StopButtonProps {
  readonly isStopping: boolean
  readonly onStop: () => void
}

/** Ends a running reply; once pressed it waits for the daemon. */
export function StopButton({ isStopping, onStop }: StopButtonProps) {
  return (
    <Button variant="secondary" size="sm" disabled={isStopping} onClick={onStop}>
      <Square aria-hidden className="size-3 fill-current" />
      {isStopping ? copy.chat.stopping : copy.chat.stop}
    </Button>
  )
}

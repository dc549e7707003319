import { POPUP_WATCH_LIMIT_MS } from '@shortlist/contracts/limits'
import { calendarCopy } from '../calendar-copy.ts'
import { Button } from '../primitives/button.tsx'
import { CountdownRing } from './countdown-ring.tsx'

interface PopupWaitProps {
  /** Epoch milliseconds. */
  readonly since: number
  readonly onFocus: () => void
}

/** Says that the sign-in goes on in another window, and leads back to it. */
export function PopupWait({ since, onFocus }: PopupWaitProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-meta text-text-2">
      <CountdownRing since={since} limit={POPUP_WATCH_LIMIT_MS} />
      <span role="status">{calendarCopy.waiting}</span>
      <Button size="sm" onClick={onFocus}>
        {calendarCopy.focusPopup}
      </Button>
    </div>
  )
}

import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { Button } from '../primitives/button.tsx'
import { ConfirmDialog } from '../primitives/confirm-dialog.tsx'
import { TextField } from '../primitives/text-field.tsx'

interface LocalCalendarProps {
  readonly feedUrl: string
  /** Puts the address on the clipboard. */
  readonly copyButton: ReactNode
  readonly isLocked: boolean
  readonly onRenew: () => void
  readonly onStop: () => void
}

/** The local calendar: where other programs find it, and how to end that. */
export function LocalCalendar(props: LocalCalendarProps) {
  const { feedUrl, copyButton, isLocked, onRenew, onStop } = props
  const [isAsking, setAsking] = useState(false)

  return (
    <div className="grid gap-3">
      <p className="text-meta text-text-2">{calendarCopy.localInUse}</p>
      <TextField
        label={calendarCopy.feedAddress}
        hint={calendarCopy.feedHint}
        end={copyButton}
        value={feedUrl}
        readOnly
        onFocus={(event) => event.target.select()}
        className="font-mono text-caption"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" asChild>
          <a href={feedUrl} download="shortlist.ics">
            <Download aria-hidden="true" />
            {calendarCopy.download}
          </a>
        </Button>
        <Button size="sm" disabled={isLocked} onClick={() => setAsking(true)}>
          {calendarCopy.renewFeed}
        </Button>
        <Button size="sm" variant="danger" disabled={isLocked} onClick={onStop}>
          {calendarCopy.stopLocal}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={calendarCopy.renewTitle}
          text={calendarCopy.renewText}
          confirmLabel={calendarCopy.renewFeed}
          onConfirm={onRenew}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

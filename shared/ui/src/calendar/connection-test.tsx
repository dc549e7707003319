import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { useState } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { Button } from '../primitives/button.tsx'
import { Collapsible } from '../primitives/collapsible.tsx'
import { calendarStatusFailure } from './calendar-failure.ts'

interface ConnectionTestProps {
  readonly onCheck: () => Promise<CalendarStatus>
}

/** Asks the daemon for the calendar status and shows the answer as it came. */
export function ConnectionTest({ onCheck }: ConnectionTestProps) {
  const [isChecking, setChecking] = useState(false)
  const [result, setResult] = useState<{ at: Date; text: string } | null>(null)

  async function check(): Promise<void> {
    setChecking(true)
    const text = await onCheck().then(withoutSecret, calendarStatusFailure)
    setResult({ at: new Date(), text })
    setChecking(false)
  }

  return (
    <Collapsible title={calendarCopy.test} level="h4" variant="plain">
      <Button size="sm" disabled={isChecking} onClick={check}>
        {calendarCopy.checkNow}
      </Button>
      <div role="status" className="mt-2 text-meta text-text-2">
        {result && (
          <>
            <p>{calendarCopy.checkedAt(result.at.toLocaleTimeString())}</p>
            <pre className="overflow-x-auto rounded-md bg-surface-2 px-3 py-2 font-mono text-caption">
              {result.text}
            </pre>
          </>
        )}
      </div>
    </Collapsible>
  )
}

/** What is shown here is likely to be pasted into a report. */
function withoutSecret(status: CalendarStatus): string {
  const feedUrl = status.feedUrl?.replace(/[^/]+(?=\.ics$)/, '…') ?? null
  return JSON.stringify({ ...status, feedUrl }, null, 2)
}

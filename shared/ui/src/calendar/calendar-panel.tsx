import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { type ReactNode, useState } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { useHealth } from '../connection/use-health.ts'
import { Pill } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { Collapsible } from '../primitives/collapsible.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { CalendarError } from './calendar-error.tsx'
import { ConnectCalendar } from './connect-calendar.tsx'
import { type CalendarConnection, calendarStatusFailure } from './use-calendar-connection.ts'

interface CalendarPanelProps {
  readonly connection: CalendarConnection
  /** Leads to where it is set. */
  readonly settings?: ReactNode
}

/** How the calendar is doing, and what can be done about it (specification, section 2). */
export function CalendarPanel({ connection, settings }: CalendarPanelProps) {
  const { isChecking, isConnected, error, popup } = connection
  const engine = useHealth()?.engine
  const { data: own } = useSettings(isConnected)
  const reader = own?.mailByModel && engine?.model ? engine.model : calendarCopy.rules
  return (
    <section aria-label={calendarCopy.heading} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-card font-semibold">{calendarCopy.heading}</h3>
        <span role={isChecking ? 'status' : undefined}>
          <Pill
            isOn={isChecking ? undefined : isConnected}
            texts={[calendarCopy.connected, calendarCopy.disconnected]}
            hasFailed={error !== null}
          />
          {isChecking && <span className="sr-only">{calendarCopy.checking}</span>}
        </span>
      </div>
      {error && <CalendarError error={error} isBlocked={popup === 'blocked'} />}
      {!(isChecking || isConnected) && <ConnectCalendar connection={connection} />}
      {isConnected && (
        <>
          <p className="text-text-2">{calendarCopy.works}</p>
          <p className="text-meta text-text-2">
            {calendarCopy.atPresent(connection.status?.kind ?? 'google', reader)}
          </p>
          <ConnectionTest onCheck={connection.check} />
        </>
      )}
      {settings}
    </section>
  )
}

/** Asks the daemon for the calendar status and shows the answer as it came. */
function ConnectionTest({ onCheck }: { readonly onCheck: () => Promise<CalendarStatus> }) {
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

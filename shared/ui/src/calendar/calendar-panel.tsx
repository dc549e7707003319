import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { Pill } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { Collapsible } from '../primitives/collapsible.tsx'
import { CopyButton } from '../primitives/copy-button.tsx'
import { ConfirmDialog } from '../primitives/dialog.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { CalendarError } from './calendar-error.tsx'
import { ConnectCalendar } from './connect-calendar.tsx'
import { type CalendarConnection, calendarStatusFailure } from './use-calendar-connection.ts'

/** How the calendar is doing, and what can be done about it (specification, section 2). */
export function CalendarPanel({ connection }: { readonly connection: CalendarConnection }) {
  const { isChecking, isConnected, error, popup } = connection
  return (
    <section aria-label={calendarCopy.heading} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-card font-semibold">{calendarCopy.heading}</h3>
        <span role={isChecking ? 'status' : undefined}>
          <Pill
            isOn={isChecking ? undefined : isConnected}
            texts={[calendarCopy.connected, calendarCopy.disconnected]}
          />
          {isChecking && <span className="sr-only">{calendarCopy.checking}</span>}
        </span>
      </div>
      {error && <CalendarError error={error} isBlocked={popup === 'blocked'} />}
      {!(isChecking || isConnected) && <ConnectCalendar connection={connection} />}
      {isConnected && <Connected connection={connection} />}
    </section>
  )
}

function Connected({ connection }: { readonly connection: CalendarConnection }) {
  const { status, isChoosing, check, renewFeed, disconnect } = connection
  return (
    <>
      <p className="text-text-2">{calendarCopy.works}</p>
      {status?.feedUrl && (
        <LocalCalendar
          feedUrl={status.feedUrl}
          isLocked={isChoosing}
          onRenew={renewFeed}
          onStop={disconnect}
        />
      )}
      <ConnectionTest onCheck={check} />
      {status?.kind === 'google' && (
        <div>
          <Button size="sm" variant="danger" disabled={isChoosing} onClick={disconnect}>
            {calendarCopy.disconnect}
          </Button>
        </div>
      )}
    </>
  )
}

interface LocalCalendarProps {
  readonly feedUrl: string
  readonly isLocked: boolean
  readonly onRenew: () => void
  readonly onStop: () => void
}

/** The local calendar: where other programs find it, and how to end that. */
function LocalCalendar(props: LocalCalendarProps) {
  const { feedUrl, isLocked, onRenew, onStop } = props
  const [isAsking, setAsking] = useState(false)

  return (
    <div className="grid gap-3">
      <p className="text-meta text-text-2">{calendarCopy.localInUse}</p>
      <TextField
        label={calendarCopy.feedAddress}
        hint={calendarCopy.feedHint}
        end={<CopyButton text={feedUrl} label={calendarCopy.copyFeed} />}
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

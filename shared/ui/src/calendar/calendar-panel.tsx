import type { ReactNode } from 'react'
import { calendarCopy } from '../calendar-copy.ts'
import { Badge } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { Skeleton } from '../primitives/skeleton.tsx'
import { CalendarError } from './calendar-error.tsx'
import { ConnectCalendar } from './connect-calendar.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { LocalCalendar } from './local-calendar.tsx'
import type { CalendarConnection } from './use-calendar-connection.ts'

export interface CalendarPanelProps {
  readonly connection: CalendarConnection
  /** A button of the host that puts a text on the clipboard. */
  readonly renderCopy: (text: string, label: string) => ReactNode
}

/** How the calendar is doing, and what can be done about it (specification, section 2). */
export function CalendarPanel({ connection, renderCopy }: CalendarPanelProps) {
  const { isChecking, isConnected, error, popup } = connection
  return (
    <section aria-label={calendarCopy.heading} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-card font-semibold">{calendarCopy.heading}</h3>
        <ConnectionPill isChecking={isChecking} isConnected={isConnected} />
      </div>
      {error && <CalendarError error={error} isBlocked={popup === 'blocked'} />}
      {!(isChecking || isConnected) && <ConnectCalendar connection={connection} />}
      {isConnected && <Connected connection={connection} renderCopy={renderCopy} />}
    </section>
  )
}

function ConnectionPill({
  isChecking,
  isConnected,
}: {
  isChecking: boolean
  isConnected: boolean
}) {
  if (isChecking) {
    return (
      <span role="status">
        <Skeleton className="h-6 w-20" />
        <span className="sr-only">{calendarCopy.checking}</span>
      </span>
    )
  }
  return (
    <Badge tone={isConnected ? 'ok' : 'bad'} dot={isConnected ? 'filled' : 'ring'}>
      {isConnected ? calendarCopy.connected : calendarCopy.disconnected}
    </Badge>
  )
}

function Connected({ connection, renderCopy }: CalendarPanelProps) {
  const { status, isChoosing, check, renewFeed, disconnect } = connection
  return (
    <>
      <p className="text-text-2">{calendarCopy.works}</p>
      {status?.feedUrl && (
        <LocalCalendar
          feedUrl={status.feedUrl}
          copyButton={renderCopy(status.feedUrl, calendarCopy.copyFeed)}
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

import type { MailboxInfo } from '@shortlist/contracts/mail'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { copy } from '@shortlist/ui/copy'
import { setupCopy } from '@shortlist/ui/email/setup-copy'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Skeleton } from '@shortlist/ui/primitives/loading.tsx'
import { CalendarDays } from 'lucide-react'

interface StatusBarProps {
  /** Undefined while it is not known. */
  readonly isMailConnected: boolean | undefined
  readonly isCalendarConnected: boolean | undefined
  readonly mailbox: MailboxInfo | undefined
  readonly connection: CalendarConnection
  readonly onShowCalendar: () => void
}

/** Whether mailbox and calendar are connected, and whether both are. */
export function StatusBar(props: StatusBarProps) {
  const { isMailConnected, isCalendarConnected, mailbox, connection } = props
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const isReady = isMailConnected && isCalendarConnected
  const isLocal = connection.status?.kind === 'local'
  const trouble = mailbox && setupCopy.states[mailbox.state]

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div
        role="status"
        aria-label={setupCopy.status}
        className="flex flex-wrap items-center gap-2"
      >
        <Pill isOn={isMailConnected} texts={[mailCopy.connected, mailCopy.disconnected]} />
        {trouble && <Badge tone="warn">{trouble}</Badge>}
        <Pill
          isOn={isCalendarConnected}
          texts={[calendarCopy.pillConnected, calendarCopy.pillDisconnected]}
        />
        {!isKnown && <span className="sr-only">{setupCopy.checking}</span>}
      </div>
      {isCalendarConnected && (
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={props.onShowCalendar}>
          <CalendarDays aria-hidden="true" />
          {isLocal ? calendarCopy.local : copy.chat.calendar}
        </Button>
      )}
      {isKnown && (
        <Badge tone={isReady ? 'ok' : 'warn'} className="ml-auto">
          {isReady ? mailCopy.ready : mailCopy.setupRequired}
        </Badge>
      )}
    </div>
  )
}

interface PillProps {
  readonly isOn: boolean | undefined
  readonly texts: readonly [on: string, off: string]
}

function Pill({ isOn, texts: [on, off] }: PillProps) {
  if (isOn === undefined) return <Skeleton className="h-6 w-20" />
  return (
    <Badge tone={isOn ? 'ok' : 'bad'} dot={isOn ? 'filled' : 'ring'}>
      {isOn ? on : off}
    </Badge>
  )
}

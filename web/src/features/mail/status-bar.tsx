import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { copy } from '@shortlist/ui/copy'
import { ConnectionPills } from '@shortlist/ui/email/connection-pills.tsx'
import type { useSetup } from '@shortlist/ui/email/use-setup'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CalendarDays } from 'lucide-react'

interface StatusBarProps {
  readonly setup: ReturnType<typeof useSetup>
  readonly onShowCalendar: () => void
}

/** Whether mailbox and calendar are connected, and whether both are. */
export function StatusBar({ setup, onShowCalendar }: StatusBarProps) {
  const { isMailConnected, isCalendarConnected, isReady, connection } = setup
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const isLocal = connection.status?.kind === 'local'

  return (
    <div className="flex flex-wrap items-center gap-2">
      <ConnectionPills {...setup} />
      {isCalendarConnected && (
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={onShowCalendar}>
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

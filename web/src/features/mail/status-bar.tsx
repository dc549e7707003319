import type { MailboxState } from '@shortlist/contracts/mail'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Skeleton } from '@shortlist/ui/primitives/skeleton.tsx'
import { setupCopy } from './setup-copy.ts'

interface StatusBarProps {
  /** Undefined while it is not known. */
  readonly isMailConnected: boolean | undefined
  readonly isCalendarConnected: boolean | undefined
  readonly mailboxState: MailboxState | undefined
}

/** Whether mailbox and calendar are connected, and whether both are. */
export function StatusBar(props: StatusBarProps) {
  const { isMailConnected, isCalendarConnected, mailboxState } = props
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const isReady = isMailConnected && isCalendarConnected
  const trouble = mailboxState && setupCopy.states[mailboxState]

  return (
    <div role="status" aria-label={setupCopy.status} className="flex flex-wrap items-center gap-2">
      <Pill isOn={isMailConnected} texts={[mailCopy.connected, mailCopy.disconnected]} />
      {trouble && <Badge tone="warn">{trouble}</Badge>}
      <Pill
        isOn={isCalendarConnected}
        texts={[calendarCopy.pillConnected, calendarCopy.pillDisconnected]}
      />
      {isKnown ? (
        <Badge tone={isReady ? 'ok' : 'warn'} className="ml-auto">
          {isReady ? mailCopy.ready : mailCopy.setupRequired}
        </Badge>
      ) : (
        <span className="sr-only">{setupCopy.checking}</span>
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

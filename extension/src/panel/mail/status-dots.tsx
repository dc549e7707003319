import type { MailboxInfo } from '@shortlist/contracts/mail'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { setupCopy } from '@shortlist/ui/email/setup-copy'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Skeleton } from '@shortlist/ui/primitives/skeleton.tsx'
import { mailPanelCopy } from './mail-panel-copy.ts'

interface StatusDotsProps {
  /** Undefined while it is not known. */
  readonly isMailConnected: boolean | undefined
  readonly isCalendarConnected: boolean | undefined
  readonly mailbox: MailboxInfo | undefined
}

/** Whether mailbox and calendar are connected: a dot and a name each, the whole words on demand. */
export function StatusDots({ isMailConnected, isCalendarConnected, mailbox }: StatusDotsProps) {
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const trouble = mailbox && setupCopy.states[mailbox.state]
  return (
    <div role="status" aria-label={setupCopy.status} className="flex flex-wrap items-center gap-2">
      <Dot
        isOn={isMailConnected}
        name={mailPanelCopy.mailbox}
        texts={[mailCopy.connected, mailCopy.disconnected]}
      />
      {trouble && <Badge tone="warn">{trouble}</Badge>}
      <Dot
        isOn={isCalendarConnected}
        name={mailPanelCopy.calendar}
        texts={[calendarCopy.pillConnected, calendarCopy.pillDisconnected]}
      />
      {!isKnown && <span className="sr-only">{setupCopy.checking}</span>}
    </div>
  )
}

interface DotProps {
  readonly isOn: boolean | undefined
  readonly name: string
  /** What a screen reader and a tooltip say. */
  readonly texts: readonly [on: string, off: string]
}

function Dot({ isOn, name, texts: [on, off] }: DotProps) {
  if (isOn === undefined) return <Skeleton className="h-6 w-20" />
  const text = isOn ? on : off
  return (
    <Badge tone={isOn ? 'ok' : 'bad'} dot={isOn ? 'filled' : 'ring'} title={text}>
      <span aria-hidden="true">{name}</span>
      <span className="sr-only">{text}</span>
    </Badge>
  )
}

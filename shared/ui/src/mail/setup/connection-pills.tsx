import { calendarCopy } from '../../calendar-copy.ts'
import { Badge, Pill } from '../../primitives/badge.tsx'
import { mailCopy } from '../mail-copy.ts'
import type { Connected } from './use-setup.ts'

interface ConnectionPillsProps extends Connected {
  /** What is seen instead of the whole words, which are said on demand then. */
  readonly names?: { readonly mailbox: string; readonly calendar: string } | undefined
}

/** Whether mailbox and calendar are connected. */
export function ConnectionPills(props: ConnectionPillsProps) {
  const { isMailConnected, isCalendarConnected, mailbox, names } = props
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const trouble = mailbox && mailCopy.mailboxStates[mailbox.state]
  return (
    <div
      role="status"
      aria-label={mailCopy.connections}
      className="flex flex-wrap items-center gap-2"
    >
      <Pill
        isOn={isMailConnected}
        texts={[mailCopy.connected, mailCopy.disconnected]}
        name={names?.mailbox}
      />
      {trouble && <Badge tone="warn">{trouble}</Badge>}
      <Pill
        isOn={isCalendarConnected}
        texts={[calendarCopy.pillConnected, calendarCopy.pillDisconnected]}
        name={names?.calendar}
      />
      {!isKnown && <span className="sr-only">{mailCopy.checking}</span>}
    </div>
  )
}

import type { MailboxInfo } from '@shortlist/contracts/mail'
import { calendarCopy } from '../../calendar-copy.ts'
import { Badge, Pill } from '../../primitives/badge.tsx'
import { mailCopy } from '../mail-copy.ts'
import type { Connected } from './use-setup.ts'

interface ConnectionPillsProps extends Connected {
  /** Where there is no room for the whole words, which are said on demand then. */
  readonly isShort?: boolean
}

/** Whether mailbox and calendar are connected, by the names of those that are. */
export function ConnectionPills({ isShort = false, ...setup }: ConnectionPillsProps) {
  const { isMailConnected, isCalendarConnected, mailbox, failed, connection } = setup
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const trouble = mailbox && mailCopy.mailboxStates[mailbox.state]
  const name = mailbox ? mailboxName(mailbox) : mailCopy.names.none
  return (
    <div
      role="status"
      aria-label={mailCopy.connections}
      className="flex flex-wrap items-center gap-1"
    >
      <Pill
        isOn={isMailConnected}
        texts={[mailCopy.connected(name), mailCopy.disconnected(name)]}
        hasFailed={failed.mailbox}
        name={
          isShort ? (mailbox?.provider ?? mailCopy.shortNames[mailbox?.kind ?? 'none']) : undefined
        }
      />
      {trouble && <Badge tone="warn">{trouble}</Badge>}
      <Pill
        isOn={isCalendarConnected}
        texts={calendarCopy.pills[connection.status?.kind ?? 'google']}
        hasFailed={failed.calendar}
        name={isShort ? mailCopy.shortNames.calendar : undefined}
      />
      {!isKnown && <span className="sr-only">{mailCopy.checking}</span>}
    </div>
  )
}

/** Who keeps it, or what it is; where there is none, as the specification has it. */
function mailboxName({ kind, provider, host }: MailboxInfo): string {
  const isKept = kind === 'imap' || kind === 'none'
  return (isKept && (provider ?? host)) || mailCopy.names[kind]
}

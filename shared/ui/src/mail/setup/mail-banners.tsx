import type { MailboxInfo } from '@shortlist/contracts/mail'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../primitives/button.tsx'
import { ErrorBox } from '../../primitives/error-box.tsx'
import { mailCopy } from '../mail-copy.ts'

interface ErrorBannerProps {
  readonly error: string
  readonly onDismiss: () => void
}

/** What went wrong, until it is dismissed. */
export function ErrorBanner({ error, onDismiss }: ErrorBannerProps) {
  const dismiss = (
    <Button variant="ghost" size="icon" aria-label={mailCopy.dismiss} onClick={onDismiss}>
      <X aria-hidden="true" />
    </Button>
  )
  return (
    <ErrorBox action={dismiss}>
      <strong className="font-semibold">{mailCopy.error}</strong> {error}
    </ErrorBox>
  )
}

interface CalendarLostBannerProps {
  /** Undefined where there is nothing to press, as while a popup is open. */
  readonly onReconnect: (() => void) | undefined
}

/** Mails arrive, but no event can be created. */
export function CalendarLostBanner({ onReconnect }: CalendarLostBannerProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md border border-orange-line bg-orange-soft px-3.5 py-2.5 text-orange-text"
    >
      <p className="min-w-0 flex-1 basis-40">{mailCopy.calendarLost}</p>
      {onReconnect && (
        <Button size="sm" onClick={onReconnect}>
          {mailCopy.reconnect}
        </Button>
      )}
    </div>
  )
}

interface ConnectionIssueProps {
  /** Why the mailbox is not connected, as a sentence. */
  readonly issue: string
  /** Undefined where it could not be asked for. */
  readonly mailbox: MailboxInfo | undefined
  /** What is to be done about it. */
  readonly children?: ReactNode
}

/** Why a mailbox is not connected, and when it is tried again. */
export function ConnectionIssue({ issue, mailbox, children }: ConnectionIssueProps) {
  return (
    <ErrorBox>
      <p className="font-medium">{mailCopy.connectionIssue}</p>
      <p>{issue}</p>
      {mailbox?.retryAt && (
        <p>{mailCopy.retryAt(new Date(mailbox.retryAt).toLocaleTimeString())}</p>
      )}
      {children}
    </ErrorBox>
  )
}

import type { MailboxInfo } from '@shortlist/contracts/mail'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalendarConnection } from '../../calendar/use-calendar-connection.ts'
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
  readonly connection: CalendarConnection
  /** Whether this screen can open Google's sign-in. */
  readonly canReconnect?: boolean
}

/** Mails arrive, but no event can be created. */
export function CalendarLostBanner({ connection, canReconnect = false }: CalendarLostBannerProps) {
  const { status, popup, isChoosing } = connection
  // nothing was lost where there was none
  const isFirst = status?.wasChosen === false
  // one popup is enough
  const offersGoogle = !isFirst && canReconnect && status?.canUseGoogle && popup !== 'waiting'
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md border border-orange-line bg-orange-soft px-3.5 py-2.5 text-orange-text"
    >
      <div className="min-w-0 flex-1 basis-40">
        <p>{mailCopy.calendarLost}</p>
        {isFirst && <p>{mailCopy.noCalendarYet}</p>}
      </div>
      {offersGoogle && (
        <Button size="sm" onClick={() => void connection.connect()}>
          {mailCopy.reconnect}
        </Button>
      )}
      {isFirst && (
        <Button size="sm" disabled={isChoosing} onClick={() => void connection.choose('local')}>
          {mailCopy.useLocal}
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
  /** Somebody has named a mailbox, or has asked for one here. */
  readonly isTried: boolean
  /** What is to be done about it. */
  readonly children?: ReactNode
}

/** Why a mailbox is not connected, and when it is tried again; no failure before it was tried. */
export function ConnectionIssue({ issue, mailbox, isTried, children }: ConnectionIssueProps) {
  const words = (
    <>
      <p className="font-medium">{mailCopy.connectionIssue}</p>
      <p>{issue}</p>
      {mailbox?.retryAt && (
        <p>{mailCopy.retryAt(new Date(mailbox.retryAt).toLocaleTimeString())}</p>
      )}
      {children}
    </>
  )
  if (isTried) return <ErrorBox>{words}</ErrorBox>
  return <div className="rounded-md bg-surface-2 px-3.5 py-2.5 text-ui text-text-2">{words}</div>
}

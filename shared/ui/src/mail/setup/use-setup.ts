import { CallFailed } from '@shortlist/client/call-failed'
import type { MailboxInfo, MailStatus } from '@shortlist/contracts/mail'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { calendarStatusKey } from '../../calendar/calendar-query.ts'
import type { PopupHost } from '../../calendar/popup.ts'
import {
  type CalendarConnection,
  useCalendarConnection,
} from '../../calendar/use-calendar-connection.ts'
import { useClient } from '../../client-provider.tsx'
import { useAction } from '../../primitives/use-action.ts'
import { useLostFocus } from '../../primitives/use-lost-focus.ts'
import { mailCopy } from '../mail-copy.ts'
import { mailStatusKey, rereadMails, useMailStatus } from '../mail-status.ts'
import { useSync } from '../sync/mail-sync.ts'
import { useViewCounts } from '../view-counts.ts'

/** How far mailbox and calendar are set up; what is not known yet is undefined. */
export interface Connected {
  readonly mailbox: MailboxInfo | undefined
  readonly isMailConnected: boolean | undefined
  readonly isCalendarConnected: boolean | undefined
  /** Which of them were connected or tried, and are not. */
  readonly failed: { readonly mailbox: boolean; readonly calendar: boolean }
  readonly connection: CalendarConnection
}

/** What a screen for mailbox and calendar shows. */
export interface Setup extends Connected {
  /** Why the mailbox is not connected, as a sentence. */
  readonly mailError: string | null
  /** Both are connected. */
  readonly isReady: boolean
  /** One of them is known not to be. */
  readonly isIncomplete: boolean
  /** The cards stay while a mailbox is being connected. */
  readonly showsEmails: boolean
  readonly banner: ReturnType<typeof useErrorBanner>
  /** For the element around it all: what connects a mailbox or a calendar goes away by that, and may have the focus. */
  readonly place: RefObject<HTMLDivElement | null>
}

/** Whether the mailbox is; undefined until the first attempt, or a new one after a loss, has ended. */
function isConnected(status: MailStatus | undefined): boolean | undefined {
  if (!status) return undefined
  const isOpen = status.mailbox.state === 'connecting' && status.error === null
  return status.connected || (isOpen ? undefined : false)
}

/** Whether the calendar is; told with the mailbox, since what is shown for the one moves what is shown for the other. */
function isCalendarThere(connection: CalendarConnection, isMailAsked: boolean) {
  return isMailAsked && !connection.isChecking ? connection.isConnected : undefined
}

/** A mailbox that nobody has named yet, or that its user lets rest, has not failed. */
function wasTried(mailbox: MailboxInfo | undefined): boolean {
  return mailbox !== undefined && mailbox.kind !== 'none' && mailbox.isPaused !== true
}

/** Asks for mailbox and, while it is shown, calendar; `host` opens the sign-in of the calendar. One that cannot be asked for counts as disconnected. */
export function useSetup(host: PopupHost, isShown = true): Setup {
  const { data: status, error } = useMailStatus()
  const views = useViewCounts(status !== undefined)
  const connection = useCalendarConnection(host, isShown)
  const isMailConnected = error ? false : isConnected(status)
  const isCalendarConnected = isCalendarThere(connection, Boolean(status ?? error))
  const isReady = isMailConnected === true && isCalendarConnected === true
  const isKnown = status !== undefined && isCalendarConnected !== undefined
  const banner = useErrorBanner()
  const parts = [isMailConnected, isCalendarConnected, banner.error === null]
  const place = useLostFocus(isKnown ? `${status.mailbox.kind} ${parts.join(' ')}` : undefined)

  return {
    mailbox: status?.mailbox,
    isMailConnected,
    isCalendarConnected,
    failed: {
      mailbox: isMailConnected === false && (error !== null || wasTried(status?.mailbox)),
      calendar: isCalendarConnected === false && connection.error !== null,
    },
    mailError: error ? mailStatusFailure(error) : (status?.error ?? null),
    isReady,
    isIncomplete: isMailConnected === false || isCalendarConnected === false,
    showsEmails: isReady || (isKnown && (views?.everything ?? 0) > 0),
    connection,
    banner,
    place,
  }
}

/** What the red banner says, or null; a failure that was dismissed stays away until the next one. */
function useErrorBanner() {
  const { error, errorUpdatedAt } = useMailStatus()
  const { state, dismiss } = useSync()
  const [dismissedAt, setDismissedAt] = useState(0)
  const isOffline = error instanceof CallFailed && error.isOffline
  const isNetwork = isOffline && errorUpdatedAt !== dismissedAt

  return {
    error: state.error ?? (isNetwork ? mailCopy.networkError : null),
    dismiss() {
      if (state.error !== null) dismiss()
      else setDismissedAt(errorUpdatedAt)
    },
  }
}

/** Why the mail status could not be read (specification, sections 7 and 8). */
function mailStatusFailure(error: unknown): string {
  if (!(error instanceof CallFailed) || error.isOffline) return mailCopy.checkFailed
  return error.isSignedOut ? error.message : mailCopy.statusFailed
}

/** What a user can do about the mailbox: try it again, or read the sample instead. */
export function useMailbox() {
  const { mail, calendar } = useClient()
  const { start } = useSync()
  const cache = useQueryClient()

  async function take(call: () => Promise<MailStatus>): Promise<void> {
    const askedAt = Date.now()
    const status = await call()
    await cache.cancelQueries({ queryKey: mailStatusKey })
    cache.setQueryData(mailStatusKey, { ...status, emails: [], askedAt })
    void rereadMails(cache)
  }

  async function trySample(): Promise<void> {
    await take(mail.useSample)
    if (!(await calendar.status()).connected)
      cache.setQueryData(calendarStatusKey, await calendar.choose('local'))
    await start()
  }

  return {
    check: useAction(() => take(mail.connect), mailCopy.changeFailed),
    /** The sample instead: with a calendar on this computer, where none is connected, and read at once. */
    trySample: useAction(trySample, mailCopy.changeFailed),
    leaveSample: useAction(() => take(mail.leaveSample), mailCopy.changeFailed),
  }
}

import {
  type CalendarConnection,
  useCalendarConnection,
} from '@shortlist/ui/calendar/use-calendar-connection'
import { mailStatusFailure } from '@shortlist/ui/email/mail-failure'
import { useSync } from '@shortlist/ui/email/mail-provider.tsx'
import { isSyncing } from '@shortlist/ui/email/sync-state'
import { useMailStatus } from '@shortlist/ui/email/use-mail-status'
import { oauthPopup } from '../../host/oauth-popup.ts'
import { CalendarLostBanner, ErrorBanner } from './banners.tsx'
import { CalendarSetup } from './calendar-setup.tsx'
import { ConnectedCalendar } from './connected-calendar.tsx'
import { Emails } from './emails.tsx'
import { Features } from './features.tsx'
import { GmailSetup } from './gmail-setup.tsx'
import { SampleLine } from './sample-line.tsx'
import { StatusBar } from './status-bar.tsx'
import { useErrorBanner } from './use-error-banner.ts'

/** Mailbox and calendar: their state, how they are connected, and what was found in the mails. */
export function MailScreen() {
  const mailbox = useMailboxView()
  const connection = useCalendarConnection(oauthPopup)
  const { state } = useSync()
  const banner = useErrorBanner()
  const isCalendarOff = !(connection.isChecking || connection.isConnected)
  const isReady = mailbox.isConnected === true && connection.isConnected

  return (
    <div className="mx-auto grid w-full max-w-280 gap-4 px-4 pt-6 pb-10 max-[420px]:px-3 max-[420px]:pt-4">
      <StatusBar
        isMailConnected={mailbox.isConnected}
        isCalendarConnected={connection.isChecking ? undefined : connection.isConnected}
        mailboxState={mailbox.status?.mailbox.state}
      />
      {banner.error && <ErrorBanner error={banner.error} onDismiss={banner.dismiss} />}
      {mailbox.isConnected && isCalendarOff && (
        <CalendarLostBanner onReconnect={reconnectOf(connection)} />
      )}
      {mailbox.status?.mailbox.kind === 'sample' && <SampleLine isLocked={isSyncing(state)} />}
      {mailbox.isConnected === false && (
        <GmailSetup
          error={mailbox.error}
          retryAt={mailbox.status?.mailbox.retryAt ?? null}
          isForeign={mailbox.status?.mailbox.state === 'not-owner'}
        />
      )}
      {isCalendarOff && <CalendarSetup connection={connection} />}
      {isReady && <Emails />}
      {connection.isConnected && <ConnectedCalendar connection={connection} />}
      {(mailbox.isConnected === false || isCalendarOff) && <Features />}
    </div>
  )
}

/** A mailbox that cannot be asked for counts as disconnected (specification, section 8). */
function useMailboxView() {
  const { data: status, error } = useMailStatus()
  if (error) return { status, isConnected: false, error: mailStatusFailure(error) }
  return { status, isConnected: status?.connected, error: status?.error ?? null }
}

/** Only Google's connection can be taken up again by a click, and one popup is enough. */
function reconnectOf({ status, popup, connect }: CalendarConnection): (() => void) | undefined {
  return status?.canUseGoogle && popup !== 'waiting' ? () => void connect() : undefined
}

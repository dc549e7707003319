import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { CalendarLostBanner, ErrorBanner } from '@shortlist/ui/email/mail-banners.tsx'
import { useSync } from '@shortlist/ui/email/mail-provider.tsx'
import { SampleLine } from '@shortlist/ui/email/sample-line.tsx'
import { isSyncing } from '@shortlist/ui/email/sync-state'
import { useErrorBanner } from '@shortlist/ui/email/use-error-banner'
import { useSetup } from '@shortlist/ui/email/use-setup'
import { useLostFocus } from '@shortlist/ui/primitives/use-lost-focus'
import { useState } from 'react'
import { CalendarSheet } from '../../host/calendar-sheet.tsx'
import { oauthPopup } from '../../host/oauth-popup.ts'
import { CalendarSetup } from './calendar-setup.tsx'
import { Emails } from './emails.tsx'
import { Features } from './features.tsx'
import { GmailSetup } from './gmail-setup.tsx'
import { StatusBar } from './status-bar.tsx'

/** Mailbox and calendar: their state, how they are connected, and what was found in the mails. */
export function MailScreen() {
  const setup = useSetup(oauthPopup)
  const { state } = useSync()
  const banner = useErrorBanner()
  const [hasSheet, setSheet] = useState(false)
  const { mailbox, connection, isReady, isIncomplete } = setup
  // while a mailbox is being connected its cards stay
  const isKnown = mailbox !== undefined && setup.isCalendarConnected !== undefined
  const isCalendarOff = setup.isCalendarConnected === false
  // what connects a mailbox or a calendar goes away by that
  const place = useLostFocus(
    isKnown
      ? `${mailbox.kind} ${setup.isMailConnected} ${isCalendarOff} ${banner.error === null}`
      : undefined,
  )

  return (
    <div
      ref={place}
      tabIndex={-1}
      className="mx-auto flex w-full max-w-280 flex-col gap-4 px-4 pt-6 pb-10 outline-none max-[420px]:px-3 max-[420px]:pt-4"
    >
      <StatusBar {...setup} onShowCalendar={() => setSheet(true)} />
      {hasSheet && <CalendarSheet connection={connection} onClose={() => setSheet(false)} />}
      {banner.error && <ErrorBanner error={banner.error} onDismiss={banner.dismiss} />}
      {setup.isMailConnected && isCalendarOff && (
        <CalendarLostBanner onReconnect={reconnectOf(connection)} />
      )}
      {mailbox?.kind === 'sample' && <SampleLine isLocked={isSyncing(state)} />}
      {setup.isMailConnected === false && <GmailSetup error={setup.mailError} mailbox={mailbox} />}
      {isCalendarOff && <CalendarSetup connection={connection} />}
      {(isReady || (isKnown && setup.hasEmails)) && <Emails canSync={isReady} />}
      {isIncomplete && <Features />}
    </div>
  )
}

/** Only Google's connection can be taken up again by a click, and one popup is enough. */
function reconnectOf({ status, popup, connect }: CalendarConnection): (() => void) | undefined {
  return status?.canUseGoogle && popup !== 'waiting' ? () => void connect() : undefined
}

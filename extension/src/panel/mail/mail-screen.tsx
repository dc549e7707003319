import type { MailboxInfo } from '@shortlist/contracts/mail'
import { CalendarError } from '@shortlist/ui/calendar/calendar-error.tsx'
import { ConnectCalendar } from '@shortlist/ui/calendar/connect-calendar.tsx'
import type { PopupHost } from '@shortlist/ui/calendar/popup'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { EmailSection } from '@shortlist/ui/mail/list/email-section.tsx'
import { noFilter, useEmailFilter } from '@shortlist/ui/mail/list/use-email-filter'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { ConnectionPills } from '@shortlist/ui/mail/setup/connection-pills.tsx'
import {
  CalendarLostBanner,
  ConnectionIssue,
  ErrorBanner,
} from '@shortlist/ui/mail/setup/mail-banners.tsx'
import { SampleLine, SampleOffer } from '@shortlist/ui/mail/setup/sample-mail.tsx'
import { useMailbox, useSetup } from '@shortlist/ui/mail/setup/use-setup'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { useSingleKeys } from '@shortlist/ui/settings/settings'
import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { openWebApp } from '../../host/open-web-app.ts'

const NextEvents = lazyPart(async () => (await import('./next-events.tsx')).NextEvents)
const NextLine = lazyPart(async () => (await import('./next-events.tsx')).NextLine)

/** Mailbox and calendar in the panel: how they are, the sync, and what was found in the mails. */
export function MailScreen({ isShown }: { readonly isShown: boolean }) {
  const setup = useSetup(noPopup, isShown)
  const [hasSingleKeys] = useSingleKeys()
  const filterPlace = useState(() => new URLSearchParams())
  const { change } = useEmailFilter(filterPlace)
  const { mailbox, connection, banner, place } = setup
  const isCalendarOff = setup.isCalendarConnected === false

  return (
    <div
      ref={place}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
    >
      <div className="flex h-full flex-col gap-3 p-2">
        <EmailSection
          canSync={setup.isReady}
          isShown={setup.showsEmails}
          hasSingleKeys={hasSingleKeys && isShown}
          filterPlace={filterPlace}
          Insights={NextEvents}
          lead={<ConnectionPills {...setup} isShort />}
        >
          {banner.error && <ErrorBanner error={banner.error} onDismiss={banner.dismiss} />}
          {setup.isMailConnected && isCalendarOff && <CalendarLostBanner connection={connection} />}
          {mailbox?.kind === 'sample' && <SampleLine />}
          {setup.isMailConnected === false && (
            <MailboxCard error={setup.mailError} mailbox={mailbox} />
          )}
          {isCalendarOff && <CalendarCard connection={connection} />}
          {setup.showsEmails && (
            <Suspense>
              <NextLine onOpenEmail={(mail) => change({ ...noFilter, mail }, true)} />
            </Suspense>
          )}
        </EmailSection>
      </div>
    </div>
  )
}

/** The ways to a calendar: Google in the web app, or a local one at once. */
function CalendarCard({ connection }: { readonly connection: CalendarConnection }) {
  return (
    <Card title={calendarCopy.setup}>
      {connection.error && <CalendarError error={connection.error} isBlocked={false} isIssue />}
      <ConnectCalendar connection={connection} />
    </Card>
  )
}

interface MailboxCardProps {
  /** Why the mailbox is not connected, as a sentence. */
  readonly error: string | null
  /** Undefined where it could not be asked for. */
  readonly mailbox: MailboxInfo | undefined
}

/** Leads to the set-up of the mailbox, which needs more room than the panel has. */
function MailboxCard({ error, mailbox }: MailboxCardProps) {
  const { check, trySample } = useMailbox()
  const [hasAsked, setAsked] = useState(false)
  const { hasWebApp } = useClient().abilities
  const issue = check.error ?? trySample.error ?? error
  // whose mailbox it is does not change by connecting it
  const isForeign = mailbox?.state === 'not-owner'
  const isTried = hasAsked || mailbox?.state !== 'not-configured' || trySample.error !== null
  return (
    <Card title={mailCopy.setup}>
      {issue && <ConnectionIssue issue={issue} mailbox={mailbox} isTried={isTried} />}
      {!isForeign && (
        <div className="flex flex-wrap gap-2">
          {hasWebApp && (
            <Button variant="primary" onClick={() => void openWebApp(webAppPaths.mail)}>
              {mailPanelCopy.finishSetup}
            </Button>
          )}
          <Button
            disabled={check.isRunning}
            onClick={() => {
              setAsked(true)
              void check.run()
            }}
          >
            {check.isRunning ? mailCopy.isChecking : mailCopy.checkAgain}
          </Button>
        </div>
      )}
      <SampleOffer isEntering={trySample.isRunning} onEnter={() => void trySample.run()} />
    </Card>
  )
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-border bg-surface p-4"
    >
      <h2 id={id} className="text-card font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The panel opens no sign-in windows: they speak to the web app's own origin alone. */
const noPopup: PopupHost = { open: () => null, hear: () => () => {} }

/** Texts of the mail tab that the specification does not name. */
const mailPanelCopy = {
  finishSetup: 'Finish setup in the web app',
} as const

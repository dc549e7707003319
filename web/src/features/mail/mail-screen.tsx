import { CalendarError } from '@shortlist/ui/calendar/calendar-error.tsx'
import { ConnectCalendar } from '@shortlist/ui/calendar/connect-calendar.tsx'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { copy } from '@shortlist/ui/copy'
import { EmailSection } from '@shortlist/ui/mail/list/email-section.tsx'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { ConnectionPills } from '@shortlist/ui/mail/setup/connection-pills.tsx'
import { CalendarLostBanner, ErrorBanner } from '@shortlist/ui/mail/setup/mail-banners.tsx'
import { ModelQuestion } from '@shortlist/ui/mail/setup/model-question.tsx'
import { SampleLine } from '@shortlist/ui/mail/setup/sample-mail.tsx'
import { type Setup, useSetup } from '@shortlist/ui/mail/setup/use-setup'
import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { useMedia } from '@shortlist/ui/primitives/use-media'
import { useSingleKeys } from '@shortlist/ui/settings/settings'
import { settingsCopy } from '@shortlist/ui/settings-copy'
import {
  CalendarDays,
  CalendarPlus,
  ChevronsUp,
  Code,
  HardDrive,
  PenLine,
  Radio,
  RefreshCw,
  Sparkles,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CalendarSheet } from '../../host/calendar-sheet.tsx'
import { oauthPopup } from '../../host/oauth-popup.ts'
import { paths } from '../../host/paths.ts'
import { Link, useLocation, useNavigate } from '../../host/router.ts'
import { GmailSetup } from './gmail-setup.tsx'
import { Step } from './step.tsx'
import './mail-screen.css'

const InsightsRail = lazyPart(
  async () => (await import('@shortlist/ui/insights/insights-rail.tsx')).InsightsRail,
)

/** Mailbox and calendar: their state, how they are connected, and what was found in the mails. */
export function MailScreen() {
  const setup = useSetup(oauthPopup)
  const [hasSheet, setSheet] = useState(false)
  const { mailbox, connection, banner } = setup
  const isCalendarOff = setup.isCalendarConnected === false

  return (
    <div ref={setup.place} tabIndex={-1} className="mail-screen">
      {hasSheet && <CalendarSheet connection={connection} onClose={() => setSheet(false)} />}
      <Emails
        setup={setup}
        lead={<StatusBar setup={setup} onShowCalendar={() => setSheet(true)} />}
      >
        {banner.error && <ErrorBanner error={banner.error} onDismiss={banner.dismiss} />}
        {setup.isMailConnected && isCalendarOff && (
          <CalendarLostBanner connection={connection} canReconnect />
        )}
        {mailbox?.kind === 'sample' && <SampleLine />}
        {mailbox?.isPaused && <PausedLine />}
        {setup.isMailConnected && <ModelQuestion />}
        {setup.isMailConnected === false && !mailbox?.isPaused && (
          <GmailSetup error={setup.mailError} mailbox={mailbox} />
        )}
        {isCalendarOff && <CalendarSetup connection={connection} />}
      </Emails>
      {setup.isIncomplete && <Features />}
    </div>
  )
}

/** Says that nothing is read, and where that is changed. */
function PausedLine() {
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 text-text-2">
      {settingsCopy.paused}
      <Button size="sm" asChild>
        <Link to={paths.settings}>{settingsCopy.openSettings}</Link>
      </Button>
    </p>
  )
}

interface StatusBarProps {
  readonly setup: Setup
  readonly onShowCalendar: () => void
}

/** Whether mailbox and calendar are connected, and whether both are. */
function StatusBar({ setup, onShowCalendar }: StatusBarProps) {
  const { isMailConnected, isCalendarConnected, isReady, connection, failed } = setup
  const isKnown = isMailConnected !== undefined && isCalendarConnected !== undefined
  const offTone = failed.mailbox || failed.calendar ? 'warn' : 'neutral'
  const isLocal = connection.status?.kind === 'local'
  const isNarrow = useMedia('(max-width: 699px)')

  return (
    <div className="flex flex-wrap items-center gap-1">
      <ConnectionPills {...setup} isShort={isNarrow} />
      {isCalendarConnected && (
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          // arrows lead to it from the sync, once there is one
          tabIndex={isReady ? -1 : undefined}
          className="relative"
          onClick={onShowCalendar}
        >
          <CalendarDays aria-hidden="true" />
          <span className="unseen">{isLocal ? calendarCopy.local : copy.chat.calendar}</span>
        </Button>
      )}
      {isKnown && (
        <Badge tone={isReady ? 'ok' : offTone}>
          {isReady ? mailCopy.ready : mailCopy.setupRequired}
        </Badge>
      )}
    </div>
  )
}

/** How a calendar is connected, and what for (specification, section 2). */
function CalendarSetup({ connection }: { readonly connection: CalendarConnection }) {
  const { error, popup } = connection
  return (
    <Collapsible title={calendarCopy.setup} level="h2" isOpen>
      <div className="grid gap-5 min-[900px]:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <div>
            <h3 className="text-meta font-semibold">{calendarCopy.createAppointments}</h3>
            <p className="text-text-2">{calendarCopy.createText}</p>
          </div>
          {error && <CalendarError error={error} isBlocked={popup === 'blocked'} isIssue />}
          <ConnectCalendar connection={connection} />
        </div>
        <div>
          <h3 className="mb-2 text-meta font-semibold">{calendarCopy.howItWorks}</h3>
          <ol className="grid gap-4">
            {calendarCopy.steps.map((step, index) => (
              <Step key={step} number={index + 1} title={step} />
            ))}
          </ol>
        </div>
      </div>
    </Collapsible>
  )
}

interface EmailsProps {
  readonly setup: Setup
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** Sync, filters and mails; what is shown of them stands in the address. */
function Emails({ setup, lead, children }: EmailsProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [hasSingleKeys] = useSingleKeys()
  return (
    <EmailSection
      hasCards
      Insights={InsightsRail}
      canSync={setup.isReady}
      isShown={setup.showsEmails}
      hasSingleKeys={hasSingleKeys}
      filterPlace={[
        new URLSearchParams(search),
        (parameters, isStep = false) =>
          navigate({ search: parameters.toString() }, { replace: !isStep }),
      ]}
      lead={lead}
    >
      {children}
    </EmailSection>
  )
}

/** What the assistant does (specification, section 2). */
const features = [
  [RefreshCw, 'Auto sync and analysis', 'New mail is read and analysed as it comes.'],
  [Sparkles, 'AI categorisation', 'From job interview to newsletter, in 13 categories.'],
  [ChevronsUp, 'Priority detection', 'What needs you today is marked high.'],
  [PenLine, 'Draft generation', 'A reply is written; you decide whether it is sent.'],
  [Code, 'Web development focus', 'It knows the mail of developers who look for work.'],
  [Radio, 'Real-time updates', 'Each card changes as soon as its analysis is there.'],
  [HardDrive, 'Local processing', 'Mail and analyses stay on this computer.'],
  [CalendarPlus, 'Automatic calendar event creation', 'Appointments enter your calendar, once.'],
] as const

/** Tells somebody who has not connected everything yet what for. */
function Features() {
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="mb-3 text-card font-semibold">
        {mailCopy.features}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(230px,1fr))] gap-3">
        {features.map(([Icon, name, text]) => (
          <li key={name} className="rounded-lg border border-border bg-surface p-4">
            <Icon aria-hidden="true" className="size-4 text-accent-text" />
            <h3 className="mt-2 font-medium">{name}</h3>
            <p className="text-meta text-text-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

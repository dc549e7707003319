import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { CalendarError } from '../calendar/calendar-error.tsx'
import { ConnectGoogle } from '../calendar/connect-calendar.tsx'
import type { PopupHost } from '../calendar/popup.ts'
import {
  type CalendarConnection,
  useCalendarConnection,
} from '../calendar/use-calendar-connection.ts'
import { calendarCopy } from '../calendar-copy.ts'
import { useClient, useRefreshOn } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { DateTile, formatEventTime } from '../mail/mail-times.tsx'
import { Button } from '../primitives/button.tsx'
import { CopyButton } from '../primitives/copy-button.tsx'
import { ConfirmDialog } from '../primitives/dialog.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PageLoading } from '../primitives/loading.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { settingsCopy, calendarSettingsCopy as words } from '../settings-copy.ts'
import { GoogleClientCard } from './google-client.tsx'
import { Option } from './option.tsx'
import { WorkingTimeCard } from './working-time.tsx'
import './settings.css'

interface CalendarSettingsProps {
  /** Opens the sign-in of Google. */
  readonly host: PopupHost
}

/** Where appointments go, and how other programs find them. */
export function CalendarSettings({ host }: CalendarSettingsProps) {
  const connection = useCalendarConnection(host)
  if (connection.isChecking) return <PageLoading />
  const { status } = connection
  return (
    <>
      <Choice connection={connection} />
      {status?.kind === 'local' && (
        <>
          {status.feedUrl && <Feed connection={connection} feedUrl={status.feedUrl} />}
          <Agenda />
        </>
      )}
      <WorkingTimeCard />
      <GoogleClientCard />
    </>
  )
}

interface PartProps {
  readonly connection: CalendarConnection
}

/** The calendars that there are, of which one is in use. */
function Choice({ connection }: PartProps) {
  const { status, error, popup, isChoosing, choose, disconnect } = connection
  const name = useId()
  const kind = status?.kind ?? 'none'
  const isSignedIn = status?.isGoogleSignedIn === true

  const option = (value: 'google' | 'local' | 'none') => ({
    name,
    isChosen: value === kind,
    isLocked: isChoosing,
    onChoose: () => void choose(value),
  })
  return (
    <div className="settings-card">
      <fieldset>
        <legend className="settings-label">{words.goTo}</legend>
        <Option
          {...option('google')}
          title={words.google}
          hint={hintOf(status)}
          isLocked={isChoosing || !(isSignedIn || kind === 'google')}
        >
          <div className="mt-2 grid gap-3">
            <ConnectGoogle connection={connection} variant={isSignedIn ? 'secondary' : 'primary'}>
              {(isSignedIn || kind === 'google') && (
                <Button variant="danger" disabled={isChoosing} onClick={() => void disconnect()}>
                  {calendarCopy.disconnect}
                </Button>
              )}
            </ConnectGoogle>
            {error && <CalendarError error={error} isBlocked={popup === 'blocked'} />}
          </div>
        </Option>
        <Option {...option('local')} title={words.local} hint={calendarCopy.localText} />
        <Option {...option('none')} title={words.none} hint={words.noneHint} />
      </fieldset>
    </div>
  )
}

function hintOf(status: CalendarStatus | undefined): string {
  if (status?.canUseGoogle === false) return words.noClient
  return status?.isGoogleSignedIn ? words.googleHint : words.signInFirst
}

/** Where other programs find the local calendar. */
function Feed({ connection, feedUrl }: PartProps & { readonly feedUrl: string }) {
  const { isChoosing, renewFeed } = connection
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="settings-card">
      <TextField
        label={calendarCopy.feedAddress}
        hint={calendarCopy.feedHint}
        end={<CopyButton text={feedUrl} label={calendarCopy.copyFeed} />}
        value={feedUrl}
        readOnly
        onFocus={(event) => event.target.select()}
        className="font-mono text-caption"
      />
      <div className="settings-acts">
        <Button asChild>
          <a href={feedUrl} download="shortlist.ics">
            <Download aria-hidden="true" />
            {calendarCopy.download}
          </a>
        </Button>
        <Button disabled={isChoosing} onClick={() => setAsking(true)}>
          {calendarCopy.renewFeed}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={calendarCopy.renewTitle}
          text={calendarCopy.renewText}
          confirmLabel={calendarCopy.renewFeed}
          onConfirm={() => void renewFeed()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** What the local calendar holds of the coming days. */
function Agenda() {
  const { calendar } = useClient()
  const { data, error } = useQuery({ queryKey: agendaKey, queryFn: calendar.agenda })
  useRefreshOn(agendaKey, ['calendar-changed', 'email-changed', 'email-analyzed', 'mail-changed'])
  const id = useId()
  return (
    <section aria-labelledby={id} className="settings-card">
      <h3 id={id}>{words.ahead}</h3>
      <ErrorLine error={error && describeFailure(error, settingsCopy.failed)} />
      {data?.events.length === 0 && <p>{words.nothingAhead}</p>}
      {data && data.events.length > 0 && (
        <ol className="grid gap-3">
          {data.events.map(({ id: key, summary, location, time }) => (
            <li key={key} className="flex items-start gap-3">
              <DateTile time={time} />
              <div className="min-w-0 flex-1 wrap-anywhere">
                <strong dir="auto">{summary}</strong>
                <p>{formatEventTime(time)}</p>
                {location && <p dir="auto">{location}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Where the agenda lies in the query cache. */
const agendaKey = ['calendar', 'agenda'] as const

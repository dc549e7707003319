import type { Deadline, SetupList as Setup, Today } from '@shortlist/contracts/today'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { useMailbox } from '@shortlist/ui/mail/setup/use-setup'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox, ErrorLine } from '@shortlist/ui/primitives/error-box.tsx'
import { useMedia } from '@shortlist/ui/primitives/use-media'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { FlaskConical, Mail } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { mailPath, paths } from '../../host/paths.ts'
import { Link } from '../../host/router.ts'
import { NeedsYou } from './needs-you.tsx'
import { NextInterview } from './next-interview.tsx'
import { SetupList } from './setup-list.tsx'
import { Since, useVisit } from './since.tsx'
import './today.css'

interface TodayScreenProps {
  readonly today: Today
  readonly now: Date
  /** What can be set up: at the side in wide windows, else before everything. */
  readonly list: Setup | undefined
  readonly children: ReactNode
}

/** What matters today, what matters most first; in wide windows deadlines stand at the side. */
export function TodayScreen({ today, now, list, children }: TodayScreenProps) {
  const [hasBegun] = useState(today.mailbox !== null)
  const setup = list && !list.isHidden && <SetupList list={list} isFolded={hasBegun} />
  const isWide = useMedia('(min-width: 1100px)')
  useVisit(today.asOf)
  const first = today.mailbox ? (
    <>
      {today.mailbox.error && <MailboxError error={today.mailbox.error} />}
      <Next today={today} now={now} />
      <NeedsYou {...today.needs} comes={whatComes(today, now)} now={now} />
    </>
  ) : (
    <NothingConnected />
  )
  const side = (
    <>
      <Deadlines deadlines={today.deadlines} now={now} />
      <Since since={today.since} now={now} />
    </>
  )
  return (
    <div className="today-columns">
      <div className="today">
        {!isWide && setup}
        {first}
        {!isWide && side}
        {children}
      </div>
      {isWide && (
        <div className="today">
          {setup}
          {side}
        </div>
      )}
    </div>
  )
}

/** Why no mail is read any more, with the way to where that can be changed. */
function MailboxError({ error }: { readonly error: string }) {
  return (
    <ErrorBox
      action={
        <Button size="sm" asChild>
          <Link to={paths.settings}>{todayCopy.mailbox}</Link>
        </Button>
      }
    >
      {error}
    </ErrorBox>
  )
}

function NothingConnected() {
  const { trySample } = useMailbox()
  return (
    <section className="today-card today-first">
      <h3>{todayCopy.nothingConnected}</h3>
      <p className="today-quiet">{todayCopy.nothingConnectedText}</p>
      <div className="today-acts">
        <Button
          variant="primary"
          disabled={trySample.isRunning}
          onClick={() => void trySample.run()}
        >
          <FlaskConical aria-hidden="true" />
          {mailCopy.sample}
        </Button>
        <Button asChild>
          <Link to={paths.settings}>
            <Mail aria-hidden="true" />
            {todayCopy.connect}
          </Link>
        </Button>
      </div>
      <ErrorLine error={trySample.error} />
    </section>
  )
}

/** The next interview, or what is due next where there is none. */
function Next({
  today: { interviews, deadlines },
  now,
}: Pick<TodayScreenProps, 'now'> & { today: Today }) {
  const [interview, ...later] = interviews
  if (interview) return <NextInterview interview={interview} later={later} now={now} />
  const due = nextDue(deadlines, now)
  return (
    <section className="today-card today-first" aria-label={todayCopy.nextInterview}>
      {due && (
        <>
          <p className="today-quiet">{todayCopy.nextDeadline}</p>
          <h3>
            <Link to={mailPath(due.emailId)}>{due.subject}</Link>
          </h3>
          <p>
            {dueDay(due, now)} · <bdi>{due.from}</bdi>
          </p>
        </>
      )}
      <p className="today-quiet">{todayCopy.noInterview}</p>
    </section>
  )
}

/** What is next where nothing needs its user: an interview, or else a deadline. */
function whatComes({ interviews: [interview], deadlines }: Today, now: Date): string | null {
  const due = nextDue(deadlines, now)
  if (due) return todayCopy.comes(due.subject, dueDay(due, now))
  if (!interview || interview.time.kind === 'unclear') return null
  return todayCopy.comes(interview.summary, weekday.format(new Date(interview.time.start)))
}

interface DeadlinesProps {
  readonly deadlines: readonly Deadline[]
  readonly now: Date
}

function Deadlines({ deadlines, now }: DeadlinesProps) {
  if (deadlines.length === 0) return null
  return (
    <section className="today-card today-side" aria-labelledby="today-deadlines">
      <h3 id="today-deadlines">{todayCopy.deadlines}</h3>
      <dl className="today-days">
        {deadlines.map((deadline) => (
          <Fragment key={deadline.emailId}>
            <dt data-missed={isMissed(deadline, now) || undefined}>{dueDay(deadline, now)}</dt>
            <dd>
              <Link to={mailPath(deadline.emailId)}>{deadline.subject}</Link>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })
const shortDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

function isMissed({ due }: Deadline, now: Date): boolean {
  return Date.parse(due) < now.getTime()
}

/** The first deadline that can still be met. */
function nextDue(deadlines: readonly Deadline[], now: Date): Deadline | undefined {
  return deadlines.find((each) => !isMissed(each, now))
}

function dueDay(deadline: Deadline, now: Date): string {
  const day = shortDay.format(new Date(deadline.due))
  return isMissed(deadline, now) ? todayCopy.missed(day) : day
}

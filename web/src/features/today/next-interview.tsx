import type { Interview } from '@shortlist/contracts/today'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { formatEventTime, tileOf } from '@shortlist/ui/mail/mail-times.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { safeLink } from '@shortlist/ui/safe-text'
import {
  countdown,
  isJoinTime,
  isSoon,
  placeOf,
  shortTime,
} from '@shortlist/ui/today/interview-times'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { Sparkles, Video } from 'lucide-react'
import { Suspense, useState } from 'react'
import { mailPath } from '../../host/paths.ts'
import { Link } from '../../host/router.ts'

const Packet = lazyPart(async () => (await import('./packet.tsx')).Packet)

interface NextInterviewProps {
  readonly interview: Interview
  /** Those after it, soonest first. */
  readonly later: readonly Interview[]
  readonly now: Date
}

/** The next interview: when, where, what else is then, and what can be done about it. */
export function NextInterview({ interview, later, now }: NextInterviewProps) {
  const { summary, from, time, link, reason, meets, emailId } = interview
  const { call, words } = placeOf(interview)
  const eventLink = safeLink(link)
  const isJoined = call !== null && isJoinTime(time, now)
  const [isPreparing, setPreparing] = useState(false)
  return (
    <section
      className="today-card today-first today-next"
      aria-label={todayCopy.nextInterview}
      data-soon={isSoon(time, now) || undefined}
    >
      <Tile time={time} />
      <div className="today-what">
        <p className="today-quiet">
          {todayCopy.nextInterview} · <bdi>{from}</bdi>
        </p>
        <h3 dir="auto">{summary}</h3>
        <p>
          {formatEventTime(time)}
          {words && (
            <>
              {' · '}
              <bdi>{words}</bdi>
            </>
          )}
        </p>
        {reason && <p className="today-clash">{reason}</p>}
        {meets.map((other) => (
          <p key={other.summary} className="today-clash">
            {todayCopy.atOnce} <Link to={mailPath(other.emailId)}>{other.summary}</Link>,{' '}
            {formatEventTime(other.time)}
          </p>
        ))}
      </div>
      <p className="today-until">{countdown(time, now)}</p>
      <div className="today-acts">
        <Button
          variant={isJoined ? 'secondary' : 'primary'}
          aria-haspopup="dialog"
          onClick={() => setPreparing(true)}
        >
          <Sparkles aria-hidden="true" />
          {todayCopy.prepare}
        </Button>
        {call && (
          <Button variant={isJoined ? 'primary' : 'secondary'} asChild>
            <a href={call} target="_blank" rel="noopener noreferrer">
              <Video aria-hidden="true" />
              {todayCopy.join}
            </a>
          </Button>
        )}
        {eventLink && (
          <Button variant="ghost" asChild>
            <a href={eventLink} target="_blank" rel="noopener noreferrer">
              {mailCopy.eventLink}
            </a>
          </Button>
        )}
        <Button variant="ghost" asChild>
          <Link to={mailPath(emailId)}>{todayCopy.mail}</Link>
        </Button>
      </div>
      {later.length > 0 && (
        <p className="today-then">
          <b>{todayCopy.later}</b>
          {later.map((each) => (
            <Link key={each.eventId} to={mailPath(each.emailId)}>
              {shortTime(each.time)} <bdi>{each.summary}</bdi>
            </Link>
          ))}
        </p>
      )}
      {isPreparing && (
        <Suspense>
          <Packet interview={interview} onClose={() => setPreparing(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The day as on a tear-off calendar; decoration beside the written date. */
function Tile({ time }: Pick<Interview, 'time'>) {
  const tile = tileOf(time)
  if (!tile || time.kind === 'unclear') return null
  const weekday = (time.kind === 'day' ? weekdays : ownWeekdays).format(new Date(time.start))
  return (
    <div aria-hidden="true" className="today-tile">
      <span>{tile.month}</span>
      <b>{tile.day}</b>
      {weekday}
    </div>
  )
}

const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
const ownWeekdays = new Intl.DateTimeFormat(undefined, { weekday: 'short' })

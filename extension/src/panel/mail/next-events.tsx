import type { Interview } from '@shortlist/contracts/today'
import { DaysFigure } from '@shortlist/ui/insights/days-figure.tsx'
import { insightsCopy } from '@shortlist/ui/insights/insights-copy'
import { nextEvents } from '@shortlist/ui/insights/next-events'
import { useSettled } from '@shortlist/ui/insights/use-settled'
import type { InsightsProps } from '@shortlist/ui/mail/list/email-list.tsx'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { DateTile, formatEventTime } from '@shortlist/ui/mail/mail-times.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { safeLink } from '@shortlist/ui/safe-text'
import { useNow } from '@shortlist/ui/time/use-now'
import { countdown, isSoon } from '@shortlist/ui/today/interview-times'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { useToday } from '@shortlist/ui/today/use-today'
import { CalendarCheck } from 'lucide-react'
import { useMemo } from 'react'

/** What lies ahead: the next interview, and the coming days where they hold an event. */
export function NextEvents({ emails, onOpenEmail }: InsightsProps) {
  const { now, settled } = useSettled(emails)
  const { data: today } = useToday()
  const events = useMemo(() => nextEvents(settled, now), [settled, now])
  return (
    <aside aria-label={insightsCopy.insights} className="grid gap-3">
      <div className="min-w-0 rounded-lg border border-border bg-surface p-3">
        <h3 className="text-caption font-semibold text-text-3">{todayCopy.nextInterview}</h3>
        {today && <NextInterview interview={today.interviews[0]} now={now} />}
      </div>
      {events.length > 0 && <DaysFigure events={events} now={now} onOpen={onOpenEmail} />}
    </aside>
  )
}

interface NextInterviewProps {
  readonly interview: Interview | undefined
  readonly now: Date
}

/** When it is, what, and how long until then. Within an hour it is accented. */
function NextInterview({ interview, now }: NextInterviewProps) {
  if (!interview) return <p className="mt-2 text-text-2">{todayCopy.noInterview}</p>
  const { summary, time } = interview
  const link = safeLink(interview.link)
  return (
    <div
      className={cn(
        'mt-2 flex items-start gap-3 rounded-md',
        isSoon(time, now) && 'bg-accent-soft p-3',
      )}
    >
      <DateTile time={time} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {summary}
        </p>
        <p className="text-meta text-text-2">
          {formatEventTime(time)}
          {' · '}
          <span className="font-semibold">{countdown(time, now)}</span>
        </p>
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer" className="text-meta underline">
            {mailCopy.eventLink}
          </a>
        )}
      </div>
    </div>
  )
}

interface NextLineProps {
  readonly onOpenEmail: (emailId: string) => void
}

/** The next interview in one line, which opens its mail; nothing where none is known. */
export function NextLine({ onOpenEmail }: NextLineProps) {
  const now = useNow()
  const { data: today } = useToday()
  const [interview] = today?.interviews ?? []
  if (!interview) return null
  const { summary, time, emailId } = interview
  return (
    <Button
      size="sm"
      title={formatEventTime(time)}
      onClick={() => onOpenEmail(emailId)}
      className="w-full justify-start"
    >
      <CalendarCheck aria-hidden="true" />
      <span className="sr-only">{todayCopy.nextInterview}</span>
      <span dir="auto" className="min-w-0 truncate">
        {summary}
      </span>
      <span className="ml-auto text-text-3">{countdown(time, now)}</span>
    </Button>
  )
}

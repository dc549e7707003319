import { DaysFigure } from '@shortlist/ui/insights/days-figure.tsx'
import { insightsCopy } from '@shortlist/ui/insights/insights-copy'
import { nextEvents, nextInterview } from '@shortlist/ui/insights/next-events'
import { NextInterview } from '@shortlist/ui/insights/next-interview.tsx'
import { useSettled } from '@shortlist/ui/insights/use-settled'
import type { InsightsProps } from '@shortlist/ui/mail/list/email-list.tsx'
import { formatEventTime } from '@shortlist/ui/mail/mail-times.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useNow } from '@shortlist/ui/time/use-now'
import { countdown } from '@shortlist/ui/today/interview-times'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { useToday } from '@shortlist/ui/today/use-today'
import { CalendarCheck } from 'lucide-react'
import { useMemo } from 'react'

/** What lies ahead: the next interview, and the coming days where they hold an event. */
export function NextEvents({ emails, onOpenEmail }: InsightsProps) {
  const { now, settled } = useSettled(emails)
  const { interview, events } = useMemo(
    () => ({ interview: nextInterview(settled, now), events: nextEvents(settled, now) }),
    [settled, now],
  )
  return (
    <aside aria-label={insightsCopy.insights} className="grid gap-3">
      <div className="min-w-0 rounded-lg border border-border bg-surface p-3">
        <h3 className="text-caption font-semibold text-text-3">{todayCopy.nextInterview}</h3>
        <NextInterview interview={interview} now={now} />
      </div>
      {events.length > 0 && <DaysFigure events={events} now={now} onOpen={onOpenEmail} />}
    </aside>
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

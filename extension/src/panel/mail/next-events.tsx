import { DaysFigure } from '@shortlist/ui/insights/days-figure.tsx'
import { glanceCopy, insightsCopy } from '@shortlist/ui/insights/insights-copy'
import { nextEvents, nextInterview } from '@shortlist/ui/insights/next-events'
import { NextInterview } from '@shortlist/ui/insights/next-interview.tsx'
import { useSettled } from '@shortlist/ui/insights/use-settled'
import type { InsightsProps } from '@shortlist/ui/mail/list/email-list.tsx'
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
        <h3 className="text-caption font-semibold text-text-3">{glanceCopy.nextInterview}</h3>
        <NextInterview interview={interview} now={now} />
      </div>
      {events.length > 0 && <DaysFigure events={events} now={now} onOpen={onOpenEmail} />}
    </aside>
  )
}

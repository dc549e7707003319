import { DaysFigure } from '@shortlist/ui/insights/days-figure.tsx'
import { glanceCopy } from '@shortlist/ui/insights/glance-copy'
import { insightsCopy } from '@shortlist/ui/insights/insights-copy'
import type { InsightsRailProps } from '@shortlist/ui/insights/insights-rail.tsx'
import { nextEvents, nextInterview } from '@shortlist/ui/insights/next-events'
import { NextInterview } from '@shortlist/ui/insights/next-interview.tsx'
import { useNow } from '@shortlist/ui/time/use-now'
import { useThrottled } from '@shortlist/ui/time/use-throttled'
import { useMemo } from 'react'

/** How often the plots look at the clock, in milliseconds. */
const EVERY = 60_000

/** How long a change of the emails may stay unseen, in milliseconds. */
const SETTLED_AFTER = 1000

/** What lies ahead: the next interview, and the coming days where they hold an event. */
export function NextEvents({ emails, onOpenEmail }: InsightsRailProps) {
  const now = useNow(EVERY)
  const settled = useThrottled(emails, SETTLED_AFTER)
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

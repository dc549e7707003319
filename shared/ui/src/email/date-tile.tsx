import type { EventTime } from '@shortlist/contracts/calendar'
import { CalendarClock } from 'lucide-react'
import { tileOf } from './format-event-time.ts'

/** The day of an event as on a tear-off calendar; decoration beside the written date. */
export function DateTile({ time }: { readonly time: EventTime }) {
  const tile = tileOf(time)
  return (
    <div
      aria-hidden="true"
      className="w-12 shrink-0 overflow-hidden rounded-md border border-border bg-surface text-center"
    >
      {tile ? (
        <>
          <div className="bg-accent text-caption font-semibold text-accent-fg">{tile.month}</div>
          <div className="text-card font-semibold tabular-nums">{tile.day}</div>
        </>
      ) : (
        <CalendarClock className="mx-auto size-12 p-3 text-text-3" />
      )}
    </div>
  )
}

import type { CalendarEvent, EventTime } from '@shortlist/contracts/calendar'
import type { ReactNode } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { Button } from '../primitives/button.tsx'
import { DateTile } from './date-tile.tsx'
import { formatEventTime } from './format-event-time.ts'
import { safeLink } from './safe-link.ts'

interface EventSummaryProps {
  readonly event: CalendarEvent
  readonly time: EventTime
  /** Whether it stands in the calendar, where its link leads. */
  readonly isCreated?: boolean
  /** Before the name, a state for instance. */
  readonly children?: ReactNode
}

/** What takes place, when and where. */
export function EventSummary({ event, time, isCreated = false, children }: EventSummaryProps) {
  const link = isCreated ? safeLink(event.link) : null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <DateTile time={time} />
      <div className="min-w-0 flex-1 basis-40">
        {children}
        <p dir="auto" className="font-semibold wrap-anywhere">
          {event.summary}
        </p>
        <p className="text-meta text-text-2 wrap-anywhere">
          <bdi>{formatEventTime(time)}</bdi>
          {event.location && (
            <>
              {' · '}
              <bdi>{event.location}</bdi>
            </>
          )}
        </p>
      </div>
      {link && (
        <Button size="sm" asChild>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {mailCopy.eventLink}
          </a>
        </Button>
      )}
    </div>
  )
}

import { mailCopy } from '../mail/mail-copy.ts'
import { DateTile, formatEventTime } from '../mail/mail-times.tsx'
import { cn } from '../primitives/class-names.ts'
import { safeLink } from '../safe-text.ts'
import { relativeTime } from '../time/relative-time.ts'
import { todayCopy } from '../today/today-copy.ts'
import type { NextEvent } from './next-events.ts'

const hour = 60 * 60 * 1000

interface NextInterviewProps {
  readonly interview: NextEvent | null
  readonly now: Date
}

/** The next interview: when, what, and how long until then. Within a day it is accented. */
export function NextInterview({ interview, now }: NextInterviewProps) {
  if (!interview) return <p className="mt-2 text-text-2">{todayCopy.noInterview}</p>
  const { event, time, start } = interview
  const link = safeLink(event.link)
  const left = start.getTime() - now.getTime()
  return (
    <div
      className={cn(
        'mt-2 flex items-start gap-3 rounded-md',
        left < 24 * hour && 'bg-accent-soft p-3',
      )}
    >
      <DateTile time={time} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {event.summary}
        </p>
        <p className="text-meta text-text-2">
          {formatEventTime(time)}
          {' · '}
          <span className={cn('font-semibold', left < hour && 'appear')}>
            {relativeTime(start, now)}
          </span>
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

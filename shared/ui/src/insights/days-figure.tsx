import { addDays, startOfDay } from 'date-fns'
import type { MouseEvent } from 'react'
import { formatEventTime } from '../email/format-event-time.ts'
import { insightsCopy } from './insights-copy.ts'
import { labelX, layOutDays, type PlacedEvent, placeOf } from './lay-out-days.ts'
import { DAYS_AHEAD, type NextEvent } from './next-events.ts'
import { PlotFigure } from './plot-figure.tsx'

const box = { width: 284, labelWidth: 84, days: DAYS_AHEAD }
const rule = 52
const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => day)

const labels = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const dates = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

interface DaysFigureProps {
  readonly events: readonly NextEvent[]
  readonly now: Date
  /** Shows the card of an email. */
  readonly onOpen: (emailId: string) => void
}

/** What is planned for the coming days, on a rule and as a list. */
export function DaysFigure({ events, now, onOpen }: DaysFigureProps) {
  return (
    <PlotFigure
      title={insightsCopy.nextDays(DAYS_AHEAD)}
      sentence={insightsCopy.nextDaysSentence(events.length, DAYS_AHEAD)}
      plot={events.length > 0 && <DaysPlot events={events} now={now} onOpen={onOpen} />}
      twinLabel={insightsCopy.asList}
      twin={
        <ol>
          {events.map(({ key, event, time, isClash }) => (
            <li key={key} className="mt-1 wrap-anywhere">
              {formatEventTime(time)}: <bdi>{event.summary}</bdi>
              {isClash && `, ${insightsCopy.clash}`}
            </li>
          ))}
        </ol>
      }
    />
  )
}

function DaysPlot({ events, now, onOpen }: DaysFigureProps) {
  const first = startOfDay(now)
  const placed = layOutDays(events, now, box)
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no other element for a group of marks
    <svg
      viewBox="-8 0 300 76"
      role="group"
      aria-label={insightsCopy.nextDaysSentence(events.length, DAYS_AHEAD)}
      className="mt-2 w-full"
      fontSize={10}
    >
      <path
        d={`M0 ${rule}H${box.width}${days.map((day) => tick(addDays(first, day), now)).join('')}`}
        stroke="var(--border-strong)"
      />
      <text x={0} y={rule + 20} fill="var(--text-3)">
        {insightsCopy.today}
      </text>
      <text x={box.width} y={rule + 20} textAnchor="end" fill="var(--text-3)">
        {dates.format(addDays(first, DAYS_AHEAD))}
      </text>
      {placed.map((each) => (
        <Mark key={each.event.key} placed={each} onOpen={onOpen} />
      ))}
    </svg>
  )
}

function tick(date: Date, now: Date): string {
  return `M${placeOf(date, now, box).toFixed(1)} ${rule - 4}v8`
}

interface MarkProps {
  readonly placed: PlacedEvent
  readonly onOpen: (emailId: string) => void
}

function Mark({ placed, onOpen }: MarkProps) {
  const { event, x, radius, level } = placed
  const open = (click: MouseEvent) => {
    click.preventDefault()
    onOpen(event.emailId)
  }
  const colour = event.isClash ? 'var(--orange-line)' : 'var(--accent)'
  return (
    <a
      href={`#email-${event.emailId}`}
      aria-label={`${event.event.summary}, ${formatEventTime(event.time)}`}
      onClick={open}
    >
      <title>{event.event.summary}</title>
      {level !== null && (
        <text x={labelX(x, box)} y={34 - 12 * level} textAnchor="middle" fill="var(--text-2)">
          {event.isAllDay ? dates.format(event.start) : labels.format(event.start)}
        </text>
      )}
      <circle cx={x} cy={rule} r={radius} fill={colour} />
    </a>
  )
}

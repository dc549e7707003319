import { addDays, startOfDay } from 'date-fns'
import type { MouseEvent } from 'react'
import { formatEventTime } from '../mail/mail-times.tsx'
import { insightsCopy } from './insights-copy.ts'
import { DAYS_AHEAD, type NextEvent } from './next-events.ts'
import { PlotFigure } from './plot-figure.tsx'

/** From the first midnight to the last one, and of a label, in units. */
const width = 284
const labelWidth = 84
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
        d={`M0 ${rule}H${width}${days.map((day) => tick(addDays(first, day), now)).join('')}`}
        stroke="var(--border-strong)"
      />
      <text x={0} y={rule + 20} fill="var(--text-3)">
        {insightsCopy.today}
      </text>
      <text x={width} y={rule + 20} textAnchor="end" fill="var(--text-3)">
        {dates.format(addDays(first, DAYS_AHEAD))}
      </text>
      {layOutDays(events, now).map((each) => (
        <Mark key={each.event.key} placed={each} onOpen={onOpen} />
      ))}
    </svg>
  )
}

function tick(date: Date, now: Date): string {
  return `M${placeOf(date, now).toFixed(1)} ${rule - 4}v8`
}

interface MarkProps {
  readonly placed: ReturnType<typeof layOutDays>[number]
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
        <text x={labelX(x)} y={34 - 12 * level} textAnchor="middle" fill="var(--text-2)">
          {event.isAllDay ? dates.format(event.start) : labels.format(event.start)}
        </text>
      )}
      <circle cx={x} cy={rule} r={radius} fill={colour} />
    </a>
  )
}

const hour = 60 * 60 * 1000
const levels = 3

/** The place of an instant between the first midnight of `now` and the end of the last day. */
export function placeOf(date: Date, now: Date): number {
  const first = startOfDay(now).getTime()
  const length = addDays(first, DAYS_AHEAD).getTime() - first
  return Math.min(width, Math.max(0, ((date.getTime() - first) / length) * width))
}

/**
 * Places events on a rule; the longer an event, the larger its dot, and labels never overlap. `level`
 * says which line above the rule holds a label, 0 the lowest; null where there is no room.
 */
export function layOutDays(events: readonly NextEvent[], now: Date) {
  const taken = Array.from({ length: levels }, () => Number.NEGATIVE_INFINITY)
  return events.map((event) => {
    const x = placeOf(event.start, now)
    const left = labelX(x) - labelWidth / 2
    const level = taken.findIndex((right) => right <= left)
    if (level !== -1) taken[level] = left + labelWidth
    return { event, x, radius: radiusOf(event), level: level === -1 ? null : level }
  })
}

/** The middle of a label, which stays within the box. */
function labelX(x: number): number {
  return Math.min(width - labelWidth / 2, Math.max(labelWidth / 2, x))
}

function radiusOf({ start, end, isAllDay }: NextEvent): number {
  const hours = isAllDay ? 8 : (end.getTime() - start.getTime()) / hour
  return 4 + Math.min(4, Math.max(0, hours))
}

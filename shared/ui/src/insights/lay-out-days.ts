import { addDays, startOfDay } from 'date-fns'
import type { NextEvent } from './next-events.ts'

export interface PlacedEvent {
  readonly event: NextEvent
  readonly x: number
  readonly radius: number
  /** Which line above the rule holds its label, 0 the lowest; null where there is no room. */
  readonly level: number | null
}

const hour = 60 * 60 * 1000
const levels = 3

interface DaysBox {
  /** From the first midnight to the last one, in units. */
  readonly width: number
  readonly labelWidth: number
  readonly days: number
}

/** The place of an instant between the first midnight of `now` and the end of the last day. */
export function placeOf(date: Date, now: Date, { width, days }: DaysBox): number {
  const first = startOfDay(now).getTime()
  const length = addDays(first, days).getTime() - first
  return Math.min(width, Math.max(0, ((date.getTime() - first) / length) * width))
}

/** Places events on a rule; the longer an event, the larger its dot, and labels never overlap. */
export function layOutDays(
  events: readonly NextEvent[],
  now: Date,
  box: DaysBox,
): readonly PlacedEvent[] {
  const taken = Array.from({ length: levels }, () => Number.NEGATIVE_INFINITY)
  return events.map((event) => {
    const x = placeOf(event.start, now, box)
    const left = labelX(x, box) - box.labelWidth / 2
    const level = taken.findIndex((right) => right <= left)
    if (level !== -1) taken[level] = left + box.labelWidth
    return { event, x, radius: radiusOf(event), level: level === -1 ? null : level }
  })
}

/** The middle of a label, which stays within the box. */
export function labelX(x: number, { width, labelWidth }: DaysBox): number {
  return Math.min(width - labelWidth / 2, Math.max(labelWidth / 2, x))
}

function radiusOf({ start, end, isAllDay }: NextEvent): number {
  const hours = isAllDay ? 8 : (end.getTime() - start.getTime()) / hour
  return 4 + Math.min(4, Math.max(0, hours))
}

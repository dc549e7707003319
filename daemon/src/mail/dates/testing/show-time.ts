import type { EventTime } from '@shortlist/contracts/calendar'

/** "2026-01-15T09:00Z 2026-01-15T10:00Z Europe/Zurich", "2026-03-12 2026-03-13", or "unclear". */
export function showTime(time: EventTime | undefined): string {
  if (!time) return 'nothing'
  if (time.kind === 'unclear') return 'unclear'
  const [start, end] = [time.start, time.end].map((at) => at.replace(':00.000Z', 'Z'))
  return time.kind === 'day' ? `${start} ${end}` : `${start} ${end} ${time.timeZone}`
}

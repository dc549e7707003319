import type { EventTimes } from './card-setting.ts'

/**
 * The instants of a day (YYYY-MM-DD) and two clock times (HH:MM) in the zone of this browser; null
 * where they are no times or the end does not come after the start.
 */
export function localTimes(date: string, start: string, end: string): EventTimes | null {
  const [from, to] = [new Date(`${date}T${start}`), new Date(`${date}T${end}`)]
  if (!(to > from)) return null
  return { start: from.toISOString(), end: to.toISOString() }
}

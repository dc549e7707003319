const units = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
] as const

/**
 * How far a moment is from now in the largest whole unit ("in 2 days", "5 minutes ago"). Days are
 * counted by the calendar of the user's zone: tomorrow at nine is "tomorrow" at any hour of today.
 */
export function relativeTime(to: Date, now: Date, locale?: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const days = dayNumber(to) - dayNumber(now)
  if (days !== 0) return format.format(days, 'day')
  const distance = to.getTime() - now.getTime()
  for (const [unit, length] of units) {
    const count = Math.trunc(distance / length)
    if (count !== 0) return format.format(count, unit)
  }
  return format.format(0, 'minute')
}

function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / units[0][1]
}

/** The day of an instant, as "Nov 28, 2026". */
export function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, { dateStyle: 'medium' })
}

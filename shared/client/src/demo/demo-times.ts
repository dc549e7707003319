const MINUTE = 60_000

/** An hour of a working day, so many days ahead or on the next one after it; epoch milliseconds. */
export function workingDay(now: number, daysAhead: number, hour: number): number {
  const today = new Date(now)
  const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysAhead, hour)
  while (at.getDay() === 0 || at.getDay() === 6) at.setDate(at.getDate() + 1)
  return Number(at)
}

export function minutesAfter(time: number, minutes: number): number {
  return time + minutes * MINUTE
}

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A day and an hour as mails write them, such as "Tuesday, 24 November 2026, 10:00". */
export function inWords(time: number): string {
  return `${days.format(time).replace(/^(\w+) /, '$1, ')}, ${hours.format(time)}`
}

/** ISO 8601, UTC. */
export function iso(time: number): string {
  return new Date(time).toISOString()
}

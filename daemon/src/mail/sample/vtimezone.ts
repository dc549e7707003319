import { DateTime } from 'luxon'

/**
 * A VTIMEZONE component (RFC 5545, 3.6.5) that is called `name` and has the changes of an IANA zone
 * from a year before a day to a year after it, each as an observance of its own.
 */
export function vtimezone(name: string, zone: string, around: Date): string {
  const middle = DateTime.fromJSDate(around, { zone }).startOf('day')
  const start = middle.minus({ years: 1 })
  const lines = observance(start, start.offset, start.offset)
  for (let day = start; day < middle.plus({ years: 1 }); day = day.plus({ days: 1 })) {
    const next = day.plus({ days: 1 })
    if (next.offset !== day.offset)
      lines.push(...observance(changeBetween(day, next), day.offset, next.offset))
  }
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...lines, 'END:VTIMEZONE'].join('\n')
}

function changeBetween(day: DateTime, next: DateTime): DateTime {
  let at = day.toUTC()
  while (at.setZone(next.zone).offset !== next.offset) at = at.plus({ minutes: 15 })
  return at
}

/** An onset is written as the clock showed it before the change. */
function observance(onset: DateTime, from: number, to: number): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
  const local = onset.toUTC().plus({ minutes: from }).toFormat("yyyyLLdd'T'HHmmss")
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ]
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const digits = [hours, rest].map((part) => String(part).padStart(2, '0')).join('')
  return `${minutes < 0 ? '-' : '+'}${digits}`
}

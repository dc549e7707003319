import { asUtc, isoDay, isoInstant, type WallClock, wallClockAt, type Zone } from './wall-clock.ts'

/** When something begins: an instant in epoch milliseconds, a whole day, or words. */
export type Moment =
  | { readonly kind: 'instant'; readonly at: number; readonly zone: Zone }
  | { readonly kind: 'day'; readonly day: WallClock }
  | { readonly kind: 'unclear'; readonly text: string; readonly reason: string }

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "Tue 24 Nov 2026". */
export function shortDay(wall: WallClock): string {
  const weekday = WEEKDAYS[new Date(asUtc(wall)).getUTCDay()]
  return `${weekday} ${wall.day} ${MONTHS[wall.month - 1]} ${wall.year}`
}

/** "10:05". */
export function shortTime(wall: WallClock): string {
  return [wall.hour, wall.minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** "Tue 24 Nov 2026 10:00 Europe/Zurich", "Tue 24 Nov 2026", or the words. */
export function shortMoment(moment: Moment): string {
  if (moment.kind === 'day') return shortDay(moment.day)
  if (moment.kind === 'unclear') return moment.text
  const { at, zone } = moment
  const wall = wallClockAt(at, zone.offsetAt(at))
  return `${shortDay(wall)} ${shortTime(wall)} ${zone.nameAt(at)}`
}

/** What names an occurrence of a series: an instant in UTC or a day, ISO 8601. */
export function recurrenceIdOf(moment: Moment): string | null {
  if (moment.kind === 'unclear') return null
  return moment.kind === 'day' ? isoDay(moment.day) : isoInstant(moment.at)
}

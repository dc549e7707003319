import type { EventTime } from '@shortlist/contracts/calendar'
import type { TimeContext } from '../ports.ts'
import type { ClockHit } from './find-clocks.ts'
import type { DayHit } from './find-days.ts'
import { isoDay, offsetZone, resolveWallClock } from './wall-clock.ts'
import type { ZoneWords } from './zone-words.ts'

/** A day or a time that a mail names. */
export interface FoundDate {
  /** The words that name it, verbatim, from the first to the last of them. */
  readonly text: string
  /** Where `text` begins. */
  readonly index: number
  /** The sentence or the lines that say it, verbatim. */
  readonly sentence: string
  /** `instant` only where day, time and zone are certain; `day` where no time is named. */
  readonly time: EventTime
  readonly hasDay: boolean
  readonly hasTime: boolean
  /** The mail says when it ends or how long it takes; otherwise it takes an hour. */
  readonly hasEnd: boolean
  /** It is one of several to choose from, "Tuesday at 10 or Wednesday at 2", or not for certain one of its own. */
  readonly isOption: boolean
  /** It is a later point of the agenda of a day, whose first one stands above it. */
  readonly isPoint: boolean
  /** It was the time of an appointment that is moved, "from Tuesday at 10 to Wednesday at 2". */
  readonly isOld: boolean
  /** It had begun, or the day was over, when the mail was sent; false where that is unknown. */
  readonly isPast: boolean
}

const NO_DAY = 'The mail names no day for this time.'
const HALF_DAY = 'It may be in the morning or in the afternoon.'

/**
 * The time of a day and a time of day; `length` is how long it takes where no end is named, in
 * milliseconds. A day without a time is a day, never an instant.
 */
export function foundTime(
  words: string,
  day: DayHit | null,
  clock: ClockHit | null,
  zoneOf: ZoneWords['zoneOf'],
  length: number,
  { userZone }: TimeContext,
): EventTime {
  const unclear = (reason: string): EventTime => ({ kind: 'unclear', text: words, reason })
  if (!day) return unclear(NO_DAY)
  if (typeof day.day === 'string') return unclear(day.day)
  const { exact } = day
  if (!exact && (!clock || day.last))
    return { kind: 'day', start: isoDay(day.day), end: isoDay(day.last ?? day.day, 1) }
  if (!exact && clock?.isHalfDay) return unclear(HALF_DAY)
  const { wall, offset } = exact ?? { wall: { ...day.day, ...clock?.from }, offset: null }
  const zone = offset === null ? zoneOf(wall) : offsetZone(offset, userZone)
  if (typeof zone === 'string') return unclear(zone)
  const start = resolveWallClock(wall, zone)
  const to = exact ? null : clock?.to
  const end = to ? resolveWallClock({ ...wall, ...to }, zone) : start + length
  if (end <= start) return unclear('It ends before it begins.')
  const [from = '', until = ''] = [start, end].map((instant) => new Date(instant).toISOString())
  return { kind: 'instant', start: from, end: until, timeZone: zone.nameAt(start) }
}

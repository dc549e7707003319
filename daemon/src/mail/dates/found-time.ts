import type { EventTime } from '@shortlist/contracts/calendar'
import type { TimeContext } from '../ports.ts'
import type { DayHit } from './calendar-days.ts'
import type { ClockHit } from './clock-times.ts'
import type { ClockTime } from './read-clock.ts'
import {
  isoDay,
  isoInstant,
  offsetZone,
  resolveWallClock,
  type WallClock,
  type Zone,
} from './wall-clock.ts'
import type { ZoneWords } from './zone-words.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const NO_DAY = 'The mail names no day for this time.'
const HALF_DAY = 'It may be in the morning or in the afternoon.'

/** The minutes that a sentence says something takes. */
const MINUTES = /(?<![\d.,:])(\d{2,3})[\s-]?min(?:ute[ns]?|uten)?(?!\p{L})/giu
const HOURS = /(?<![\d.,:])([1-4](?:[.,]5)?)[\s-]?(?:hours?|std\.?|stunden?)(?!\p{L})/giu
const ONE_HOUR = /(?:one[- ]hour|einstündig|eine stunde|une heure(?! ?\d))/giu

/** How long a sentence says that something takes, in milliseconds; null unless exactly one is named. */
export function lengthIn(sentence: string): number | null {
  const lengths = [
    ...[...sentence.matchAll(MINUTES)].map(([, minutes]) => Number(minutes) * MINUTE_MS),
    ...[...sentence.matchAll(HOURS)].map(
      ([, hours = '']) => Number(hours.replace(',', '.')) * HOUR_MS,
    ),
    ...[...sentence.matchAll(ONE_HOUR)].map(() => HOUR_MS),
  ]
  const [only = 0] = lengths
  return lengths.length === 1 && only >= 10 * MINUTE_MS && only <= 8 * HOUR_MS ? only : null
}

function instantOf(start: number, end: number, zone: Zone): EventTime {
  return {
    kind: 'instant',
    start: isoInstant(start),
    end: isoInstant(end),
    timeZone: zone.nameAt(start),
  }
}

function at(day: WallClock, { hour, minute }: ClockTime): WallClock {
  return { ...day, hour, minute }
}

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
  if (day.exact) {
    const { wall, offset } = day.exact
    const zone = offset === null ? zoneOf(wall) : offsetZone(offset, userZone)
    if (typeof zone === 'string') return unclear(zone)
    const start = resolveWallClock(wall, zone)
    return instantOf(start, start + length, zone)
  }
  if (!clock || day.last)
    return { kind: 'day', start: isoDay(day.day), end: isoDay(day.last ?? day.day, 1) }
  if (clock.isHalfDay) return unclear(HALF_DAY)
  const zone = zoneOf(at(day.day, clock.from))
  if (typeof zone === 'string') return unclear(zone)
  const start = resolveWallClock(at(day.day, clock.from), zone)
  const end = clock.to ? resolveWallClock(at(day.day, clock.to), zone) : start + length
  return end > start ? instantOf(start, end, zone) : unclear('It ends before it begins.')
}

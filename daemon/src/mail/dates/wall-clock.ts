import { DateTime, IANAZone } from 'luxon'

/** A time as a clock on the wall shows it, in no zone yet: what it says in UTC. */
export type WallClock = DateTime

/** A rule that turns wall clocks into instants. */
export interface Zone {
  /** IANA name, for people and for calendars. */
  nameAt(instant: number): string
  /** Minutes east of UTC at an instant in epoch milliseconds. */
  offsetAt(instant: number): number
}

/** In milliseconds. */
export const MINUTE_MS = 60_000
/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000

const IANA_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

/** A valid IANA name in its usual letters, or null. */
export function ianaName(name: string): string | null {
  if (!IANA_SHAPE.test(name) || !IANAZone.isValidZone(name)) return null
  const usual = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return usual.toLowerCase() === name.toLowerCase() ? usual : name
}

/** The zone of an IANA name, which must be a valid one. */
export function ianaZone(name: string): Zone {
  const zone = IANAZone.create(name)
  return { nameAt: () => name, offsetAt: (instant) => zone.offset(instant) }
}

/**
 * A fixed distance from UTC in minutes. It is named after the user's zone where that has the same
 * distance at the time in question, else after the IANA zone of that distance.
 */
export function offsetZone(minutes: number, userZone: string): Zone {
  const user = IANAZone.create(userZone)
  const hours = minutes / 60
  const name =
    minutes === 0 || !Number.isInteger(hours) || hours < -12 || hours > 14
      ? 'UTC'
      : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  return {
    nameAt: (instant) => (user.offset(instant) === minutes ? userZone : name),
    offsetAt: () => minutes,
  }
}

/** The wall clock of an instant at a distance from UTC in minutes. */
export function wallClockAt(instant: number, offset = 0): WallClock {
  return DateTime.fromMillis(instant + offset * MINUTE_MS, { zone: 'utc' })
}

/** Null where there is no such day or no such time; years up to 2200. */
export function wallClock(
  ...[year, month, day, hour = 0, minute = 0, second = 0]: readonly number[]
): WallClock | null {
  const wall = DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: 'utc' })
  return wall.isValid && hour < 24 && wall.year >= 1 && wall.year <= 2200 ? wall : null
}

/**
 * The instant of a wall clock in epoch milliseconds. A time that the clocks skip counts by the
 * offset before the change; of a time that comes twice the first one counts (RFC 5545, 3.3.5).
 */
export function resolveWallClock(wall: WallClock, zone: Zone): number {
  const utc = wall.toMillis()
  const before = utc - zone.offsetAt(utc - DAY_MS) * MINUTE_MS
  const after = utc - zone.offsetAt(utc + DAY_MS) * MINUTE_MS
  const real = [before, after].filter((at) => at + zone.offsetAt(at) * MINUTE_MS === utc)
  return real.length === 0 ? before : Math.min(...real)
}

/** ISO 8601, the day alone. */
export function isoDay(wall: WallClock): string {
  return wall.toFormat('yyyy-MM-dd')
}

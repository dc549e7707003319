import type { TimeContext } from '../ports.ts'
import { type JcalComponent, textOf, type WrittenTime } from './calendar-values.ts'
import { type Moment, shortDay, shortTime } from './moment.ts'
import { ianaZone, offsetZone, resolveWallClock, type Zone } from './wall-clock.ts'
import { resolveZoneName } from './zone-name.ts'
import { zoneOfRules } from './zone-rules.ts'

/** Turns the times of one calendar into moments. */
export type ReadMoment = (written: WrittenTime) => Promise<Moment>

/** The zone that a calendar describes itself, named after an IANA zone that agrees with it. */
async function describedZone(
  component: JcalComponent,
  tzid: string,
  userZone: string,
): Promise<Zone | null> {
  const name =
    (await resolveZoneName(tzid)) ??
    (await resolveZoneName(textOf(component, 'x-lic-location') ?? ''))
  const named = name === null ? null : ianaZone(name)
  const zone: Zone | null = zoneOfRules(component, (instant) => {
    const offset = zone?.offsetAt(instant) ?? 0
    return named?.offsetAt(instant) === offset
      ? named.nameAt(instant)
      : offsetZone(offset, userZone).nameAt(instant)
  })
  return zone
}

/**
 * Reads times as RFC 5545 (3.3.5) means them: by the VTIMEZONE of the file, else by the name of the
 * zone; floating times in the user's zone. A zone that nobody knows leaves the time unclear.
 */
export async function openZoneBook(
  descriptions: readonly JcalComponent[],
  { userZone }: TimeContext,
): Promise<ReadMoment> {
  const zones = new Map<string, Zone | null>()
  for (const component of descriptions) {
    const tzid = textOf(component, 'tzid')
    if (tzid === null || zones.get(tzid)) continue
    zones.set(tzid, await describedZone(component, tzid, userZone))
  }
  const find = async (tzid: string): Promise<Zone | null> => {
    const known = zones.get(tzid)
    if (known) return known
    const name = await resolveZoneName(tzid)
    const zone = name === null ? null : ianaZone(name)
    zones.set(tzid, zone)
    return zone
  }
  return async ({ wall, isDay, isUtc, tzid }) => {
    if (isDay) return { kind: 'day', day: wall }
    const zone = isUtc ? ianaZone('UTC') : tzid === null ? ianaZone(userZone) : await find(tzid)
    if (zone) return { kind: 'instant', at: resolveWallClock(wall, zone), zone }
    return {
      kind: 'unclear',
      text: `${shortDay(wall)} ${shortTime(wall)} (${tzid?.slice(0, 80)})`,
      reason: 'The invitation names a time zone that is not known.',
    }
  }
}

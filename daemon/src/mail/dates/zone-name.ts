import { findIana } from 'windows-iana'
import { ianaName, ianaZone } from './wall-clock.ts'
import { zoneCalled } from './zone-words.ts'

/** "(UTC+01:00) Amsterdam, Berlin, Bern" and "(GMT-05.00) Eastern Time (US & Canada)". */
const OUTLOOK_SHAPE = /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d{2}))?\) (.+)$/
const UTC_NAMES = /^(?:(?:etc\/)?(?:utc|gmt|zulu|uct)|z|tzone:\/\/microsoft\/utc)$/i

/** Whether a zone keeps to `minutes` east of UTC outside daylight saving. */
function hasStandardOffset(name: string, minutes: number): boolean {
  const { offsetAt } = ianaZone(name)
  return Math.min(offsetAt(Date.UTC(2026, 0, 15)), offsetAt(Date.UTC(2026, 6, 15))) === minutes
}

/** A zone title of Outlook counts where one of its cities has the offset that it names. */
function zoneOfTitle([, sign, hours, minutes, places = '']: RegExpExecArray): string | null {
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  const known = Intl.supportedValuesOf('timeZone')
  for (const place of places.replace(/\([^)]*\)/g, '').split(',')) {
    const city = place.trim().toLowerCase()
    const end = `/${city.replaceAll(' ', '_')}`
    const name = zoneCalled(city)?.name ?? known.find((zone) => zone.toLowerCase().endsWith(end))
    if (name && hasStandardOffset(name, offset)) return name
  }
  return null
}

/**
 * The IANA name for a zone name as calendars write it: of IANA itself (also behind the prefixes of
 * Mozilla and libical), of Windows (table of the Unicode CLDR), or a title of Outlook. Null where
 * nothing certain is known.
 */
export function resolveZoneName(written: string): string | null {
  const name = written.trim().replace(/^"|"$/g, '').slice(0, 200)
  if (UTC_NAMES.test(name)) return 'UTC'
  const own = ianaName(name)
  if (own !== null) return own
  const [ofWindows] = findIana(name)
  if (ofWindows !== undefined) return ianaName(ofWindows)
  const title = OUTLOOK_SHAPE.exec(name)
  if (title) return zoneOfTitle(title)
  if (!name.startsWith('/')) return null
  const parts = name.split('/')
  return ianaName(parts.slice(-3).join('/')) ?? ianaName(parts.slice(-2).join('/'))
}

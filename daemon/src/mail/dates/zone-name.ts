import { IANAZone } from 'luxon'

const IANA_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/
/** "(UTC+01:00) Amsterdam, Berlin, Bern" and "(GMT-05.00) Eastern Time (US & Canada)". */
const OUTLOOK_SHAPE = /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d{2}))?\) (.+)$/
const UTC_NAMES = /^(?:(?:etc\/)?(?:utc|gmt|zulu|uct)|z|tzone:\/\/microsoft\/utc)$/i

/** Words of Outlook's zone titles that are no cities. */
const OUTLOOK_WORDS: Record<string, string> = {
  'eastern time': 'America/New_York',
  'central time': 'America/Chicago',
  'mountain time': 'America/Denver',
  'pacific time': 'America/Los_Angeles',
  'atlantic time': 'America/Halifax',
  arizona: 'America/Phoenix',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  edinburgh: 'Europe/London',
  bern: 'Europe/Zurich',
  beijing: 'Asia/Shanghai',
  'new delhi': 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  osaka: 'Asia/Tokyo',
  canberra: 'Australia/Sydney',
  brasilia: 'America/Sao_Paulo',
}

/** A valid IANA name in its usual letters, or null. */
export function ianaName(name: string): string | null {
  if (!IANA_SHAPE.test(name) || !IANAZone.isValidZone(name)) return null
  const usual = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return usual.toLowerCase() === name.toLowerCase() ? usual : name
}

/** Whether a zone keeps to `minutes` east of UTC outside daylight saving. */
function hasStandardOffset(name: string, minutes: number): boolean {
  const zone = IANAZone.create(name)
  const offsets = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((at) => zone.offset(at))
  return Math.min(...offsets) === minutes
}

/** A zone title of Outlook counts where one of its cities has the offset that it names. */
function zoneOfTitle(title: RegExpExecArray): string | null {
  const [, sign, hours, minutes, places = ''] = title
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  const cities = places
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((city) => city.trim().toLowerCase())
  if (cities.includes('coordinated universal time')) return offset === 0 ? 'UTC' : null
  const known = Intl.supportedValuesOf('timeZone')
  for (const city of cities) {
    const last = city.replaceAll(' ', '_')
    const name =
      OUTLOOK_WORDS[city] ?? known.find((zone) => zone.toLowerCase().endsWith(`/${last}`))
    if (last && name && hasStandardOffset(name, offset)) return name
  }
  return null
}

/**
 * The IANA name for a zone name as calendars write it: of IANA itself (also behind the prefixes of
 * Mozilla and libical), of Windows (table of the Unicode CLDR), or a title of Outlook. Null where
 * nothing certain is known.
 */
export async function resolveZoneName(written: string): Promise<string | null> {
  const name = written.trim().replace(/^"|"$/g, '').slice(0, 200)
  if (UTC_NAMES.test(name)) return 'UTC'
  const own = ianaName(name)
  if (own !== null) return own
  const { findIana } = (await import('windows-iana')).default
  const [ofWindows] = findIana(name)
  if (ofWindows !== undefined) return ianaName(ofWindows)
  const title = OUTLOOK_SHAPE.exec(name)
  if (title) return zoneOfTitle(title)
  if (!name.startsWith('/')) return null
  const parts = name.split('/')
  for (const count of [3, 2]) {
    const tail = ianaName(parts.slice(-count).join('/'))
    if (tail !== null) return tail
  }
  return null
}

/** A Date header: the instant in UTC and the offset that it was written with. */
export interface SentAt {
  /** ISO 8601, UTC; null where the header is missing or nonsense. */
  readonly date: string | null
  /** Minutes east of UTC; null where the header does not know (`-0000`: RFC 5322, 3.3). */
  readonly dateOffset: number | null
}

const unknown: SentAt = { date: null, dateOffset: null }
const EARLIEST = Date.UTC(1980, 0)
const LATEST = Date.UTC(2100, 0)

/** Names of RFC 5322, 4.3, in hours east of UTC; the military letters say nothing reliable. */
const zones: Readonly<Record<string, number>> = {
  UT: 0,
  GMT: 0,
  UTC: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

export function readDate(header: string | undefined): SentAt {
  const text = (header ?? '').replace(/\([^()]*\)/g, ' ').trim()
  const instant = new Date(text).getTime()
  if (!(instant >= EARLIEST && instant < LATEST)) return unknown
  return { date: new Date(instant).toISOString(), dateOffset: offsetOf(text) }
}

function offsetOf(text: string): number | null {
  const [, sign, hours = '', minutes = ''] = /\s([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  if (sign === undefined) {
    const hoursEast = zones[/\s([A-Z]{1,3})$/i.exec(text)?.[1]?.toUpperCase() ?? '']
    return hoursEast === undefined ? null : hoursEast * 60
  }
  const offset = Number(hours) * 60 + Number(minutes)
  if (Number(minutes) > 59 || offset > 14 * 60) return null
  if (sign === '+') return offset
  return offset === 0 ? null : -offset
}

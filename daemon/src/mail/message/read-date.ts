import type { ReadMessage } from '../ports.ts'

/** A Date header: the instant in UTC and the offset that it was written with. */
type SentAt = Pick<ReadMessage, 'date' | 'dateOffset'>

const unknown: SentAt = { date: null, dateOffset: null }
const EARLIEST = Date.UTC(1980, 0)
const LATEST = Date.UTC(2100, 0)

/** A distance from UTC, or a name of one (RFC 5322, 4.3); the military letters say nothing reliable. */
const ZONE = /(?<=\s)(?:[+-]\d\d:?[0-5]\d|UTC?|GMT|Z|[ECMP][SD]T)$/i
const FARTHEST = 14 * 60

export function readDate(header: string | undefined): SentAt {
  const text = (header ?? '').replace(/\([^()]*\)/g, ' ').trim()
  const instant = new Date(text).getTime()
  if (!(instant >= EARLIEST && instant < LATEST)) return unknown
  return { date: new Date(instant).toISOString(), dateOffset: offsetOf(text, instant) }
}

function offsetOf(text: string, instant: number): number | null {
  const [zone = '-0000'] = ZONE.exec(text) ?? []
  // RFC 5322, 3.3: who writes this does not know
  if (/^-00:?00$/.test(zone)) return null
  const offset = (Date.parse(text.replace(ZONE, '+0000')) - instant) / 60_000
  return Math.abs(offset) > FARTHEST ? null : offset
}

import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { placeLine, plainLine, SUMMARY_MAX, withoutAddresses } from '../../platform/clean-text.ts'
import {
  type Duration,
  durationOf,
  type JcalComponent,
  type JcalProperty,
  type Moment,
  propertiesOf,
  type ReadMoment,
  shortMoment,
  textOf,
  timesOf,
} from './calendar-values.ts'
import { asUtc, DAY_MS, isoDay, resolveWallClock, wallClockAt } from './wall-clock.ts'

type Said = 'method' | 'uid' | 'sequence' | 'stamp' | 'summary' | 'location' | 'organizer'

/** One VEVENT of an invitation, read (RFC 5545, 3.6.1). */
export interface InvitedEvent extends Pick<EventProposal, Said> {
  /** Null only for a cancellation that names no time. */
  readonly start: Moment | null
  /** The whole time of the event or of one of its occurrences, by its start. */
  readonly timeFrom: (start: Moment) => EventTime
  /** The occurrence of the series that this is about. */
  readonly occurrence: Moment | null
  /** It is about all later occurrences, too. */
  readonly isRange: boolean
  readonly rules: readonly JcalProperty[]
  readonly added: readonly Moment[]
  readonly excluded: readonly Moment[]
}

/** Methods of the appointments themselves; the others are between organizer and guests (RFC 5546). */
const METHODS = ['', 'PUBLISH', 'REQUEST', 'ADD', 'CANCEL']
const SEQUENCE_MAX = 1_000_000_000
/** Most dates that a series names one by one; the last ones count, since they lie ahead. */
const DATES_MAX = 2000

/** How long it lasts, by RFC 5545 (3.6.1): to DTEND, for DURATION, else no time or the whole day. */
function lengthOf(component: JcalComponent, start: Moment, read: ReadMoment): Duration | string {
  const [writtenEnd] = timesOf(component, 'dtend')
  const end = writtenEnd ? read(writtenEnd) : null
  if (end?.kind === 'unclear') return end.reason
  if (start.kind === 'instant' && end?.kind === 'instant') {
    if (end.at < start.at) return 'The invitation ends before it begins.'
    return { days: 0, milliseconds: end.at - start.at }
  }
  if (start.kind === 'day' && end?.kind === 'day') {
    const days = (asUtc(end.day) - asUtc(start.day)) / DAY_MS
    if (days < 0) return 'The invitation ends before it begins.'
    return { days: Math.max(days, 1), milliseconds: 0 }
  }
  const duration = durationOf(component)
  if (start.kind === 'day') return { days: Math.max(duration?.days ?? 1, 1), milliseconds: 0 }
  return duration ?? { days: 0, milliseconds: 0 }
}

function timeOf(start: Moment, length: Duration | string): EventTime {
  if (start.kind === 'unclear') return { ...start }
  if (typeof length === 'string')
    return { kind: 'unclear', text: shortMoment(start), reason: length }
  if (start.kind === 'day')
    return { kind: 'day', start: isoDay(start.day), end: isoDay(start.day, length.days) }
  const { at, zone } = start
  const wall = wallClockAt(at, zone.offsetAt(at))
  const shifted =
    length.days === 0 ? at : resolveWallClock({ ...wall, day: wall.day + length.days }, zone)
  return {
    kind: 'instant',
    start: new Date(at).toISOString(),
    end: new Date(shifted + length.milliseconds).toISOString(),
    timeZone: zone.nameAt(at),
  }
}

function placeOf(component: JcalComponent): string {
  const place = textOf(component, 'location') ?? ''
  const link = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl']
    .map((name) => textOf(component, name))
    .find((value) => value?.startsWith('https://'))
  return placeLine(link === undefined ? place : `${place} ${link}`, () => true)
}

/** Address of its ORGANIZER (RFC 5545, 3.8.4.3). */
function organizerOf(component: JcalComponent): string | undefined {
  const value = String(propertiesOf(component, 'organizer')[0]?.[3] ?? '')
  return /^mailto:([^\s<>]{3,320})$/i.exec(value)?.[1]?.toLowerCase()
}

function methodOf(component: JcalComponent, method: string): 'request' | 'cancel' | null {
  if (!METHODS.includes(method)) return null
  const isOff = method === 'CANCEL' || textOf(component, 'status')?.toUpperCase() === 'CANCELLED'
  return isOff ? 'cancel' : 'request'
}

/**
 * Reads one VEVENT under the METHOD of its calendar. Null for answers and proposals of guests
 * (REPLY, REFRESH, COUNTER, DECLINECOUNTER), and for an event that names no time or no occurrence.
 */
export function readInvitedEvent(
  component: JcalComponent,
  calendarMethod: string,
  read: ReadMoment,
): InvitedEvent | null {
  const method = methodOf(component, calendarMethod)
  const moments = (name: string) => timesOf(component, name).slice(-DATES_MAX).map(read)
  const [start = null] = moments('dtstart')
  const [occurrence = null] = moments('recurrence-id')
  const names = propertiesOf(component, 'recurrence-id')
  const uid = textOf(component, 'uid')?.trim().slice(0, 1000) || null
  if (method === null || (names.length > 0 && occurrence === null)) return null
  if (start === null && (method === 'request' || uid === null)) return null
  const length = start ? lengthOf(component, start, read) : ''
  const [stamp] = moments('dtstamp')
  const organizer = organizerOf(component)
  const sequence = Number(propertiesOf(component, 'sequence')[0]?.[3] ?? 0)
  return {
    method,
    uid,
    sequence: sequence >= 0 && sequence <= SEQUENCE_MAX ? Math.floor(sequence) : 0,
    stamp: stamp?.kind === 'instant' ? new Date(stamp.at).toISOString() : null,
    ...(organizer !== undefined && { organizer }),
    summary: plainLine(withoutAddresses(textOf(component, 'summary') ?? ''), SUMMARY_MAX),
    location: placeOf(component),
    start,
    timeFrom: (moment) => timeOf(moment, length),
    occurrence,
    isRange: String(names[0]?.[1].range).toUpperCase() === 'THISANDFUTURE',
    rules: propertiesOf(component, 'rrule'),
    added: moments('rdate'),
    excluded: moments('exdate'),
  }
}

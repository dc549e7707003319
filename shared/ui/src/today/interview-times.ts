import type { EventTime } from '@shortlist/contracts/calendar'
import type { Interview } from '@shortlist/contracts/today'
import { safeLink } from '../safe-text.ts'
import { relativeTime } from '../time/relative-time.ts'
import { todayCopy } from './today-copy.ts'

const MINUTE = 60_000
/** So long before it begins a call is joined. */
const JOIN_BEFORE = 10 * MINUTE

/** How long it is until something begins: days, and within a day hours and minutes. */
export function countdown(time: EventTime, now: Date): string {
  const { start } = timesOf(time)
  const minutes = Math.ceil((start.getTime() - now.getTime()) / MINUTE)
  if (time.kind === 'day' && isSameDay(start, now)) return todayCopy.today
  if (minutes <= 0) return todayCopy.now
  if (time.kind === 'day' || minutes >= 24 * 60) return relativeTime(start, now)
  return todayCopy.soon(Math.trunc(minutes / 60), minutes % 60)
}

/** Whether it begins within an hour, or has begun. */
export function isSoon(time: EventTime, now: Date): boolean {
  return time.kind !== 'day' && timesOf(time).start.getTime() - now.getTime() < 60 * MINUTE
}

/** From ten minutes before it begins until it ends. */
export function isJoinTime(time: EventTime, now: Date): boolean {
  const { start, end } = timesOf(time)
  return now.getTime() >= start.getTime() - JOIN_BEFORE && now < end
}

/** Where an interview takes place in words, and the address of its call. */
export function placeOf({ location }: Pick<Interview, 'location'>) {
  const [address = ''] = /https?:\/\/\S+$/.exec(location) ?? []
  const call = safeLink(address)
  const words = call ? location.slice(0, -address.length).replace(/[\s,]+$/, '') : location
  return { call, words: words || (call ? todayCopy.videoCall : '') }
}

const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
const days = new Intl.DateTimeFormat(undefined, { ...day, timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(undefined, { ...day, hour: 'numeric', minute: '2-digit' })

/** When something begins, as short as it can be told. */
export function shortTime(time: EventTime): string {
  if (time.kind === 'unclear') return time.text
  return (time.kind === 'day' ? days : moments).format(new Date(time.start))
}

/** Days begin in the zone of this browser. */
function timesOf(time: EventTime): { readonly start: Date; readonly end: Date } {
  if (time.kind === 'unclear') return { start: new Date(Number.NaN), end: new Date(Number.NaN) }
  const read = (text: string) => new Date(time.kind === 'day' ? `${text}T00:00` : text)
  return { start: read(time.start), end: read(time.end) }
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

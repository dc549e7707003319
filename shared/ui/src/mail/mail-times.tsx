import type { EventTime } from '@shortlist/contracts/calendar'
import { CalendarClock } from 'lucide-react'
import type { EventTimes } from './card/card-setting.ts'
import { mailCopy } from './mail-copy.ts'

/** How times are written; what is left out is the user's own. */
interface TimeSetting {
  readonly locale?: string
  readonly timeZone?: string
}

/**
 * When an event takes place, in the user's locale and zone. Where its own zone shows another clock,
 * that is added. Words that nobody could resolve stay as they are.
 */
export function formatEventTime(time: EventTime, setting: TimeSetting = {}): string {
  if (time.kind === 'unclear') return time.text
  if (time.kind === 'day') return formatDays(time, setting)
  const [start, end] = [new Date(time.start), new Date(time.end)]
  if (Number.isNaN(start.getTime())) return ''
  const here = formatRange(formatter(setting, 'minute'), start, end)
  const there = clockThere(start, time.timeZone, setting)
  return there ? `${here} (${there})` : here
}

/** Month and day of the month as a tile shows them; null where the day is not known. */
export function tileOf(
  time: EventTime,
  setting: TimeSetting = {},
): { readonly month: string; readonly day: string } | null {
  if (time.kind === 'unclear') return null
  const date = new Date(time.start)
  if (Number.isNaN(date.getTime())) return null
  const zoned = time.kind === 'day' ? { ...setting, timeZone: 'UTC' } : setting
  const parts = formatter(zoned, 'tile').formatToParts(date)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return { month: part('month'), day: part('day') }
}

/** The end of whole days is the day after the last one (RFC 5545, 3.6.1). */
function formatDays(time: { start: string; end: string }, setting: TimeSetting): string {
  const [start, end] = [new Date(time.start), new Date(time.end)]
  if (Number.isNaN(start.getTime())) return ''
  const last = new Date(end.getTime() - 24 * 60 * 60 * 1000)
  const days = formatRange(formatter({ ...setting, timeZone: 'UTC' }, 'day'), start, last)
  return `${days}, ${mailCopy.allDay}`
}

function formatRange(format: Intl.DateTimeFormat, start: Date, end: Date): string {
  return end > start ? format.formatRange(start, end) : format.format(start)
}

/** The clock at the place of the event, where it differs from the user's. */
function clockThere(start: Date, timeZone: string, setting: TimeSetting): string | null {
  const there = isKnownZone(timeZone) && formatter({ ...setting, timeZone }, 'clock').format(start)
  if (!there || there === formatter(setting, 'clock').format(start)) return null
  return mailCopy.timeThere(there, timeZone)
}

function isKnownZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && formatter({ timeZone }, 'clock') !== undefined
  } catch {
    return false
  }
}

const forms = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  clock: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  tile: { month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

// building one takes longer than a whole card
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(setting: TimeSetting, form: keyof typeof forms): Intl.DateTimeFormat {
  const { locale, timeZone } = setting
  const key = [form, locale, timeZone].join(' ')
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...forms[form], ...(timeZone && { timeZone }) })
  formatters.set(key, made)
  return made
}

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A moment (ISO 8601) in the user's locale and zone; empty for what is no date. */
export function formatDate(iso: string): string {
  return format(moments, iso)
}

function format(formats: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : formats.format(date)
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const weekdayClock = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const DAY = 24 * 60 * 60 * 1000

/** When a mail came, as short as it can be told: a clock today, a weekday this week, else the day. */
export function formatRecent(iso: string, now: Date): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString()) return format(clock, iso)
  const age = now.getTime() - date.getTime()
  if (Math.abs(age) < 6 * DAY) return format(weekday, iso)
  return format(date.getFullYear() === now.getFullYear() ? days : dates, iso)
}

/** A moment to come: a weekday and a clock within a week, else the whole date. */
export function formatSoon(iso: string, now: Date): string {
  const isNear = Date.parse(iso) - now.getTime() < 6 * DAY
  return format(isNear ? weekdayClock : moments, iso)
}

/** The day of an event as on a tear-off calendar; decoration beside the written date. */
export function DateTile({ time }: { readonly time: EventTime }) {
  const tile = tileOf(time)
  return (
    <div
      aria-hidden="true"
      className="w-12 shrink-0 overflow-hidden rounded-md border border-border bg-surface text-center"
    >
      {tile ? (
        <>
          <div className="bg-accent text-caption font-semibold text-accent-fg">{tile.month}</div>
          <div className="text-card font-semibold tabular-nums">{tile.day}</div>
        </>
      ) : (
        <CalendarClock className="mx-auto size-12 p-3 text-text-3" />
      )}
    </div>
  )
}

/**
 * The instants of a day (YYYY-MM-DD) and two clock times (HH:MM) in the zone of this browser; null
 * where they are no times or the end does not come after the start.
 */
export function localTimes(date: string, start: string, end: string): EventTimes | null {
  const [from, to] = [new Date(`${date}T${start}`), new Date(`${date}T${end}`)]
  if (!(to > from)) return null
  return { start: from.toISOString(), end: to.toISOString() }
}

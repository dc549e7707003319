import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import type { TimeContext } from '../ports.ts'
import { cleanLine, placeLine, SUMMARY_MAX, withoutAddresses } from './clean-line.ts'
import type { FoundDate } from './found-date.ts'
import {
  ianaZone,
  isoDay,
  isoInstant,
  isWallClock,
  resolveWallClock,
  type WallClock,
  wallClockAt,
  type Zone,
} from './wall-clock.ts'
import { findZoneWords } from './zone-words.ts'

/** An appointment as the language model claims it. Nothing in it is trusted. */
export interface ClaimedEvent {
  readonly summary: string
  readonly location: string
  /** YYYY-MM-DD */
  readonly date: string
  /** HH:MM, or empty for a day without a time. */
  readonly start: string
  /** HH:MM, or empty where the mail names none. */
  readonly end: string
  /** The words of the mail about the zone, or empty. */
  readonly zoneWords: string
  /** The words of the mail that say it, verbatim. */
  readonly quote: string
}

const QUOTE_MAX = 600
const HOUR_MS = 3_600_000

const NO_ZONE = 'The mail names no time zone.'
const NO_TIME = 'The day or the time does not exist.'

/** How much of a mail is searched, in characters. */
const TEXT_MAX = 100_000

/** A text with its indexes after all white space has become one space each. */
function normalize(text: string): { words: string; at: number[] } {
  const at: number[] = []
  let words = ''
  for (const { 0: part, index } of text.matchAll(/\s+|[^\s]/gu)) {
    const isSpace = part.trim() === ''
    words += isSpace ? ' ' : part
    at.push(...Array.from({ length: isSpace ? 1 : part.length }, (_, offset) => index + offset))
  }
  return { words, at }
}

/** Where a quote stands in a text, white space aside; null where it does not. */
function findQuote(text: string, quote: string): { start: number; end: number } | null {
  if (quote.length > QUOTE_MAX * 2) return null
  const wanted = normalize(quote.trim()).words
  if (wanted === '') return null
  const { words, at } = normalize(text)
  const index = words.indexOf(wanted)
  if (index < 0) return null
  return { start: at[index] ?? 0, end: (at[index + wanted.length - 1] ?? 0) + 1 }
}

function wallClockOf(date: string, time: string): WallClock | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  const clock = /^(\d{2}):(\d{2})$/.exec(time === '' ? '00:00' : time)
  if (!day || !clock) return null
  const [year = 0, month = 0, dayOfMonth = 0] = day.slice(1).map(Number)
  const [hour = 0, minute = 0] = clock.slice(1).map(Number)
  const wall = { year, month, day: dayOfMonth, hour, minute, second: 0 }
  return isWallClock(wall) ? wall : null
}

function claimedZone(zoneWords: string, wall: WallClock, context: TimeContext): Zone | string {
  const [words] = findZoneWords(zoneWords.slice(0, 80), context)
  if (words) return words.zoneOf(wall)
  const user = ianaZone(context.userZone)
  const isNeighbour = context.dateOffset === user.offsetAt(Date.parse(context.sentAt))
  return isNeighbour && zoneWords.trim() === '' ? user : NO_ZONE
}

function claimedTime(claim: ClaimedEvent, context: TimeContext): EventTime {
  const text = cleanLine([claim.date, claim.start, claim.zoneWords].join(' '), 120)
  const wall = wallClockOf(claim.date, claim.start)
  const endWall = wallClockOf(claim.date, claim.end)
  if (!wall || (claim.end !== '' && !endWall)) return { kind: 'unclear', text, reason: NO_TIME }
  if (claim.start === '') return { kind: 'day', start: isoDay(wall), end: isoDay(wall, 1) }
  const zone = claimedZone(claim.zoneWords, wall, context)
  if (typeof zone === 'string') return { kind: 'unclear', text, reason: zone }
  const start = resolveWallClock(wall, zone)
  const named = claim.end !== '' && endWall ? resolveWallClock(endWall, zone) : start + HOUR_MS
  if (named === start) return { kind: 'unclear', text, reason: NO_TIME }
  const end = named > start ? named : named + 24 * HOUR_MS
  return {
    kind: 'instant',
    start: isoInstant(start),
    end: isoInstant(end),
    timeZone: zone.nameAt(start),
  }
}

/** Whether code read the same from the text: the same instant, or the same wall clock in its zone. */
function agrees({ time }: FoundDate, claim: ClaimedEvent, claimed: EventTime): boolean {
  if (time.kind === 'day' && claimed.kind === 'day') return time.start === claimed.start
  if (time.kind !== 'instant') return false
  if (claimed.kind === 'instant' && claim.zoneWords.trim() !== '')
    return claimed.start === time.start
  const wall = wallClockOf(claim.date, claim.start)
  const at = Date.parse(time.start)
  const shown = wallClockAt(at, ianaZone(time.timeZone).offsetAt(at))
  return (
    wall !== null &&
    claim.start !== '' &&
    isoDay(shown) === isoDay(wall) &&
    shown.hour === wall.hour &&
    shown.minute === wall.minute
  )
}

/**
 * What can be said for an appointment that the model claims. It is proven only if its quote stands
 * in the visible text and `dates`, what `findDates` reads of that text, has the same time there;
 * then the time is the one that was read. One of several to choose from is never proven, nor an old
 * one. Otherwise its time is the claimed one, as far as it can be resolved at all. The location keeps
 * a web address only if it stands in the visible text.
 */
export function proveEvent(
  claim: ClaimedEvent,
  visibleText: string,
  context: TimeContext,
  dates: readonly FoundDate[],
): EventProposal {
  const text = visibleText.slice(0, TEXT_MAX)
  const claimed = claimedTime(claim, context)
  const quote = findQuote(text, claim.quote)
  const isNear = (date: FoundDate) => {
    const start = text.lastIndexOf(date.sentence, date.index)
    return quote && start >= 0 && start < quote.end && start + date.sentence.length > quote.start
  }
  const read = dates.find((date) => isNear(date) && agrees(date, claim, claimed))
  const holdsTime =
    read && quote && quote.start <= read.index && read.index + read.text.length <= quote.end
  const said = quote === null ? '' : text.slice(quote.start, quote.end)
  return {
    source: 'model',
    method: 'request',
    uid: null,
    sequence: 0,
    recurrenceId: null,
    stamp: null,
    summary: cleanLine(withoutAddresses(claim.summary), SUMMARY_MAX),
    location: placeLine(claim.location, (address) => visibleText.includes(address)),
    time: read?.time ?? claimed,
    evidence: read && !holdsTime ? read.sentence : said,
    isProven: read !== undefined && !read.isOption && !read.isOld,
  }
}

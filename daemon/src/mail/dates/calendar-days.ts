import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { openChrono } from './chrono-parser.ts'
import type { Language } from './detect-language.ts'
import { asUtc, type WallClock, wallClockAt } from './wall-clock.ts'

/** A day in a text. */
export interface DayHit {
  readonly index: number
  readonly end: number
  /** The day at midnight, or why it is none for certain. */
  readonly day: WallClock | string
  /** The last day of several. */
  readonly last: WallClock | null
  /** A time with its offset in minutes that is written with the day, as ISO 8601 has it. */
  readonly exact: { readonly wall: WallClock; readonly offset: number | null } | null
}

const DAY_MS = 86_400_000
/** How far back a day without a year may lie before it means the next year. */
const PAST_DAYS = 92

const TWO_WAYS = 'The day and the month can be read in two ways.'
const MISFIT = 'The weekday does not fit the date.'
const NEXT = 'It may be this week or the following one.'
const TODAY = 'It may be the day of the mail or a week later.'

const LAST = /(?:last|past|letzten?|letzter|vergangenen?)\s*$/i
const NEXT_BEFORE = /(?:next|nächsten?|nächster)\s*$/i
const COMING = /(?:coming|this|kommenden?|diesen?|ce)\s*$/i
const EVERY = /(?:every|each|jeden?|tous les|chaque)\s*$/i
/** The name of a weekday, short or long, in one of the languages. */
const NAME = /(?<!\p{L})(?:so|mo|di|mi|do|fr|sa|su|tu|we|th|lu|ma|me|je|ve)\p{L}*/iu
const NEXT_WEEK = /(?:next week|nächsten? woche|nächster woche|kommenden? woche|semaine prochaine)/i

function addDays(day: WallClock, days: number): WallClock {
  return wallClockAt(asUtc(day) + days * DAY_MS, 0)
}

function weekdayOf(day: WallClock): number {
  return new Date(asUtc(day)).getUTCDay()
}

function dayOf(components: ParsedComponents, year?: number): WallClock {
  return {
    year: year ?? components.get('year') ?? 0,
    month: components.get('month') ?? 1,
    day: components.get('day') ?? 1,
    hour: 0,
    minute: 0,
    second: 0,
  }
}

function exists(day: WallClock): boolean {
  return wallClockAt(asUtc(day), 0).day === day.day
}

/** A day without a year: the next one, or one of the last three months. */
function withYear(components: ParsedComponents, today: WallClock): WallClock {
  const earliest = asUtc(today) - PAST_DAYS * DAY_MS
  const years = [today.year - 1, today.year, today.year + 1, today.year + 4]
  const days = years.map((year) => dayOf(components, year)).filter(exists)
  return days.find((day) => asUtc(day) >= earliest) ?? dayOf(components)
}

/** The day that a weekday alone means, from the words around it. */
function byWeekday(
  weekday: number,
  words: string,
  before: string,
  after: string,
  today: WallClock,
) {
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  const coming = addDays(today, ahead === 0 ? 7 : ahead)
  const untilSunday = (7 - weekdayOf(today)) % 7
  if (NEXT_WEEK.test(before) || NEXT_WEEK.test(after))
    return addDays(today, untilSunday + (weekday === 0 ? 7 : weekday))
  const lead = `${before}${words.replace(/\p{L}+\W*$/u, '')}`
  if (LAST.test(lead) || /dernier/i.test(words + after.slice(0, 9)))
    return addDays(today, ahead === 0 ? -7 : ahead - 7)
  if (NEXT_BEFORE.test(lead) || /prochain/i.test(words + after.slice(0, 10)))
    return ahead > 0 && ahead <= untilSunday ? NEXT : coming
  return ahead === 0 && !COMING.test(lead) ? TODAY : coming
}

/** Whether chrono took something for a day that is none: "now", "3/4", a weekday in "So freuen". */
function isNoDay(result: ParsedResult, text: string, language: Language): boolean {
  const { start, end, index, text: words } = result
  if (start.isCertain('hour') && !start.tags().has('parser/ISOFormatParser')) return true
  if (start.isCertain('day')) {
    if (start.isCertain('year') || !/^\D{0,4}\d{1,2}\/\d{1,2}$/.test(words)) return false
    return language === 'en' || !/(?:le|du|au|am|vom)\s+$/i.test(text.slice(0, index))
  }
  if (!start.isCertain('weekday') || end) return true
  if (
    EVERY.test(text.slice(Math.max(0, index - 10), index)) ||
    EVERY.test(words.split(' ')[0] ?? '')
  )
    return true
  const name = NAME.exec(words)?.[0] ?? ''
  if (/^s(?!\p{L})/iu.test(text.slice(index + words.length))) return true
  const isShort = name.length <= 4 && !/^\p{Lu}/u.test(name)
  return (
    isShort ||
    (name.length <= 4 && !/^[.,\s]{1,3}(?:\D{0,4})\d/.test(text.slice(index + words.length)))
  )
}

function readDay(result: ParsedResult, text: string, today: WallClock, language: Language) {
  const { start, index, text: words } = result
  const weekday = start.isCertain('weekday') ? start.get('weekday') : null
  if (!start.isCertain('day')) {
    const before = text.slice(Math.max(0, index - 24), index)
    const after = text.slice(index + words.length, index + words.length + 28)
    return byWeekday(weekday ?? 0, words, before, after, today)
  }
  const slashes = /(\d{1,2})\/(\d{1,2})\/\d{2,4}/.exec(words)
  if (language === 'en' && slashes && slashes[1] !== slashes[2])
    if (Number(slashes[1]) <= 12 && Number(slashes[2]) <= 12) return TWO_WAYS
  const short = /[\p{L}.] (\d{2})$/u.exec(words)
  const isYear =
    start.isCertain('year') && !(short && Math.abs(Number(short[1]) - (today.year % 100)) > 2)
  const day = isYear ? dayOf(start) : withYear(start, today)
  return weekday !== null && weekdayOf(day) !== weekday ? MISFIT : day
}

function exactOf({ start }: ParsedResult): DayHit['exact'] {
  if (!start.isCertain('hour')) return null
  const [hour, minute, second] = [start.get('hour'), start.get('minute'), start.get('second')]
  const wall = { ...dayOf(start), hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0 }
  return { wall, offset: start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null }
}

function lastDay(result: ParsedResult, first: WallClock | string): WallClock | null {
  const { end } = result
  if (!end?.isCertain('day') || typeof first === 'string') return null
  const day = dayOf(end, end.isCertain('year') ? undefined : first.year)
  return asUtc(day) >= asUtc(first) ? day : { ...day, year: day.year + 1 }
}

/** A weekday that stands directly before its date belongs to it: "Di., 24. Nov." */
function mergeWeekdays(results: readonly ParsedResult[], text: string) {
  return results.flatMap((result, at) => {
    const next = results[at + 1]
    const before = results[at - 1]
    const gap = (one: ParsedResult, two: ParsedResult) =>
      one.start.isCertain('weekday') &&
      !one.start.isCertain('day') &&
      two.start.isCertain('day') &&
      /^[\s.,(]*(?:den|dem|the|le)?\s*$/i.test(text.slice(one.index + one.text.length, two.index))
    if (next && gap(result, next)) return []
    return [{ result, weekday: before && gap(before, result) ? before : null }]
  })
}

/**
 * Days of a text, as somebody wrote them on the day `today`, in order. chrono reads them; which year
 * or which week they mean, and whether they are certain, is decided here. Independent of the host's
 * zone.
 */
export async function findCalendarDays(
  text: string,
  language: Language,
  today: WallClock,
): Promise<DayHit[]> {
  const chrono = await openChrono(language)
  const noon = new Date(today.year, today.month - 1, today.day, 12)
  // Nothing is read across paragraphs, and a German "Morgen" behind a word is the morning.
  const parted = text.replace(/\n(?=[^\S\n]*\n)/g, '¶')
  const plain =
    language === 'de' ? parted.replace(/(?<=\p{L},? )Morgen(?!\p{L})/gu, '      ') : parted
  const results = chrono.parse(plain, noon)
  return mergeWeekdays(results, text)
    .filter(({ result }) => !isNoDay(result, text, language))
    .map(({ result, weekday }) => {
      const day = readDay(result, text, today, language)
      const misfits =
        weekday && typeof day !== 'string' && weekdayOf(day) !== weekday.start.get('weekday')
      const words = result.text.trimEnd()
      return {
        index: weekday?.index ?? result.index,
        end: result.index + words.length,
        day: misfits ? MISFIT : day,
        last: lastDay(result, day),
        exact: exactOf(result),
      }
    })
}

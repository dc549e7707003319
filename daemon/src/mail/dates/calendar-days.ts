import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { openChrono } from './chrono-parser.ts'
import { LANGUAGES, type Language } from './detect-language.ts'
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
const WHICH_WEEK = 'It may be this week or the following one.'
const WHICH_DAY = 'It may be the day of the mail or a week later.'

const LAST = /(?:last|past|letzten?|letzter|vergangenen?)\s*$/i
const NEXT = /(?:next|nächsten?|nächster)\s*$/i
const COMING = /(?:coming|this|kommenden?|diesen?|ce)\s*$/i
const EVERY = /(?:every|each|jeden?|tous les|chaque)\s*$/i
/** The name of a weekday, short or long, in one of the languages. */
const NAME =
  /(?<!\p{L})(?:(?:sun|mon|tue|wed|thu|fri|sat|sonn|dien|mitt|donn|frei|sams|dim|lun|mar|mer|jeu|ven|sam)\p{L}*|(?:so|mo|di|mi|do|fr|sa)(?!\p{L}))/iu
const TIME_FOLLOWS = /^[.,\s]{1,3}\D{0,4}\d/
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

/** Which week the words around a weekday name. */
function weekOf(lead: string, tail: string): 'following' | 'last' | 'next' | 'coming' | null {
  if (NEXT_WEEK.test(lead) || NEXT_WEEK.test(tail)) return 'following'
  if (LAST.test(lead) || /dernier/i.test(tail)) return 'last'
  if (NEXT.test(lead) || /prochain/i.test(tail)) return 'next'
  return COMING.test(lead) ? 'coming' : null
}

/** The day that a weekday alone means, from the words before and behind its name. */
function byWeekday(
  weekday: number,
  lead: string,
  tail: string,
  today: WallClock,
): WallClock | string {
  const week = weekOf(lead, tail)
  const untilSunday = (7 - weekdayOf(today)) % 7
  if (week === 'following') return addDays(today, untilSunday + (weekday === 0 ? 7 : weekday))
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  if (week === 'last') return addDays(today, ahead === 0 ? -7 : ahead - 7)
  if (ahead === 0) return week === 'next' ? addDays(today, 7) : WHICH_DAY
  return week === 'next' && ahead <= untilSunday ? WHICH_WEEK : addDays(today, ahead)
}

/** Whether a weekday alone is none: "Mon-Fri", "every Monday", "on Mondays", "So freuen wir uns". */
function isNoWeekday({ start, end, index, text: words }: ParsedResult, text: string): boolean {
  if (!start.isCertain('weekday') || end) return true
  const lead = text.slice(Math.max(0, index - 10), index) + words
  const tail = text.slice(index + words.length, index + words.length + 9)
  const name = NAME.exec(words)?.[0] ?? ''
  if (EVERY.test(lead.slice(0, lead.lastIndexOf(name))) || /^s(?!\p{L})/iu.test(tail)) return true
  return name.length <= 4 && !(/^\p{Lu}/u.test(name) && TIME_FOLLOWS.test(tail))
}

/** Whether chrono took something for a day that is none: "now", "3/4", a word like a weekday. */
function isNoDay(result: ParsedResult, text: string, language: Language): boolean {
  const { start, index, text: words } = result
  if (start.isCertain('hour') && !start.tags().has('parser/ISOFormatParser')) return true
  if (!start.isCertain('day')) return isNoWeekday(result, text)
  if (start.isCertain('year') || !/^\D{0,4}\d{1,2}\/\d{1,2}$/.test(words)) return false
  const lead = text.slice(Math.max(0, index - 5), index)
  return language === 'en' || !/(?:le|du|au|am|vom)\s+$/i.test(lead)
}

/** Whether "03/04/2026" is April or March: in English nobody knows. */
function isTwoWays(words: string, language: Language): boolean {
  const [, one, two] = /(\d{1,2})\/(\d{1,2})\/\d{2,4}/.exec(words)?.map(Number) ?? []
  return language === 'en' && one !== two && Math.max(one ?? 13, two ?? 13) <= 12
}

/** Whether two digits behind a month are no year: "24 November 10" goes on with ten o'clock. */
function hasFarYear({ text: words }: ParsedResult, today: WallClock): boolean {
  const short = /\d.*[\s,](\d{2})$/u.exec(words)?.[1]
  return short !== undefined && Math.abs(Number(short) - (today.year % 100)) > 2
}

function readDay(
  result: ParsedResult,
  text: string,
  language: Language,
  today: WallClock,
): WallClock | string {
  const { start, index, text: words } = result
  const weekday = start.isCertain('weekday') ? (start.get('weekday') ?? 0) : null
  if (weekday !== null && !start.isCertain('day')) {
    const name = words.search(NAME)
    const lead = text.slice(Math.max(0, index - 24), index + Math.max(name, 0))
    return byWeekday(weekday, lead, text.slice(index + name, index + words.length + 28), today)
  }
  if (isTwoWays(words, language)) return TWO_WAYS
  const hasYear = start.isCertain('year') && !hasFarYear(result, today)
  const day = hasYear ? dayOf(start) : withYear(start, today)
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

async function findIn(text: string, language: Language, today: WallClock): Promise<DayHit[]> {
  const chrono = await openChrono(language)
  const noon = new Date(today.year, today.month - 1, today.day, 12)
  // Nothing is read across paragraphs, and a German "Morgen" behind a word is the morning.
  const parted = text.replace(/\n(?=[^\S\n]*\n)/g, '¶')
  const plain =
    language === 'de' ? parted.replace(/(?<=\p{L},? )Morgen(?!\p{L})/gu, '      ') : parted
  return mergeWeekdays(chrono.parse(plain, noon), text)
    .filter(({ result }) => !isNoDay(result, text, language))
    .map(({ result, weekday }) => {
      const day = readDay(result, text, language, today)
      const misfits =
        weekday && typeof day !== 'string' && weekdayOf(day) !== weekday.start.get('weekday')
      const words = hasFarYear(result, today) ? result.text.slice(0, -3) : result.text
      const lead = /^(?:on|am|le)\s+/i.exec(words)?.[0].length ?? 0
      return {
        index: weekday?.index ?? result.index + lead,
        end: result.index + words.trimEnd().replace(/,$/, '').length,
        day: misfits ? MISFIT : day,
        last: lastDay(result, day),
        exact: exactOf(result),
      }
    })
}

/** A day with the name of its month, which no other language takes for something else. */
function isNamed({ index, end }: DayHit, text: string): boolean {
  const words = text.slice(index, end)
  return /\d/.test(words) && /\p{L}{3}/u.test(words)
}

/**
 * Days of a text, as somebody wrote them on the day `today`, in order. chrono reads them; which year
 * or which week they mean, and whether they are certain, is decided here. `language` comes first;
 * the others add days with the name of a month. Independent of the host's zone.
 */
export async function findCalendarDays(
  text: string,
  language: Language,
  today: WallClock,
): Promise<DayHit[]> {
  const hits = await findIn(text, language, today)
  for (const other of LANGUAGES.filter((known) => known !== language)) {
    const isNew = ({ index, end }: DayHit) =>
      !hits.some((hit) => index < hit.end && hit.index < end)
    const more = await findIn(text, other, today)
    hits.push(...more.filter((hit) => isNamed(hit, text) && isNew(hit)))
  }
  return hits.sort((a, b) => a.index - b.index)
}

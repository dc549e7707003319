import type { Sentence, Span } from '../mail-text.ts'
import { readTable } from '../read-table.ts'
import type { ClockHit } from './find-clocks.ts'
import { type WallClock, wallClock } from './zones.ts'

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

/** A text whose days are looked for. */
export interface DatedText {
  readonly text: string
  /** The same by `foldText`. */
  readonly folded: string
  /** Whether 3/4 may be a day in March. */
  readonly isEnglish: boolean
  /** The day on which it was written, at midnight. */
  readonly today: WallClock
}

/** How far back a day without a year may lie before it means the next year, in days. */
const PAST_DAYS = 92
/** A mail that names more days is none to read. */
const HITS_MAX = 150
/** How far ahead a weekday with the number of its day is looked for, in days. */
const NUMBER_DAYS = 45

const TWO_WAYS = 'The day and the month can be read in two ways.'
const MISFIT = 'The weekday does not fit the date.'
const WHICH_WEEK = 'It may be this week or the following one.'
const ANY_DAY = 'It may be any day of that week.'
const BY_ANOTHER = 'The mail names this day by another one.'
const WHICH_DAY = 'It may be the day of the mail or a week later.'

/** Folded words for months, weekdays and days near the mail's own; see days.txt. */
const [MONTHS = [], WEEKDAYS = [], SHORT_WEEKDAYS = [], RELATIVE = []] = readTable(
  new URL('./days.txt', import.meta.url),
).values()

const words = (lists: readonly string[]) =>
  lists
    .join('|')
    .split('|')
    .sort((a, b) => b.length - a.length)
    .join('|')
const numbers = (lists: readonly string[]) =>
  lists.flatMap((list, at) => list.split('|').map((word): [string, number] => [word, at]))

const monthNumbers = new Map(numbers(MONTHS))
const weekdayNumbers = new Map([...numbers(WEEKDAYS), ...numbers(SHORT_WEEKDAYS)])
const wholeNames = new Set(WEEKDAYS.flatMap((list) => list.split('|')))
const names = words([...WEEKDAYS, ...SHORT_WEEKDAYS])

const LAST = /(?:last|past|letzte[nr]?|vergangene[nr]?|pasado|passat)\s*$/
const LAST_BEHIND = /^\s?(?:derniere?|pasado|passado|scorso|passat)(?!\p{L})/u
const NEXT = /(?:next|nachste[nr]?|proxim[oa]|prossim[oa]|volgende|proper)\s*$/
const NEXT_BEHIND = /^\s?(?:prochain|que viene|que vem|que ve|prossim[oa])(?!\p{L})/u
const COMING = /(?:coming|this|kommende[nr]?|diese[nr]?|ce|este|esta|quest[oa]|deze|aquest)\s*$/
const NEXT_WEEK =
  /(?<!uber)(?:(?:next|nachste[nr]?|kommende[nr]?|volgende|proxima|prossima) (?:week|woche|semana|settimana)|semaine prochaine|semana que (?:viene|vem)|setmana (?:que ve|vinent))/
const OTHER_DAY =
  '(?:le )?lendemain|la veille|the (?:next|following|previous) day|am (?:nachsten|folgenden) tag|(?:al|el) dia siguiente'
const WEEK_OF =
  /(?:week (?:of|commencing|beginning|starting)|w\/c|semaine du|woche (?:vom|ab|ab dem)|semana del?)\s(?:the )?$/
const FAR_WEEK =
  /ubernachste|week after next|en huit|en quinze|in acht tagen|(?:two|zwei|deux|dos|duas|twee|due) (?:weeks|wochen|semaines|semanas|weken|settimane)|^ week(?!\p{L})/u
/** "Mon-Fri" */
const WEEKDAY_BEHIND = new RegExp(`^\\.?\\s?[-/]\\s?(?:${names})(?!\\p{L})`, 'u')
const TIME_BEHIND = /^[.,\s]{1,3}\D{0,4}\d/
const EVERY =
  /(?:every|each|jede[nr]?|jeweils|tous les|chaque|los|cada|todos? os|elke|iedere|ogni|els)\s*$/

const WEEKDAY = `(?<weekday>${names})(?!\\p{L})`
/** A weekday before its date, "Di., den 24.", or behind it in brackets. */
const BEFORE = `(?:${WEEKDAY}\\.?[\\s,(]*(?:(?:den|dem|the|le|el|o|il|dia|de|on)\\s)?)?`
const BEHIND = `(?:\\)?\\s?\\((?<behind>${names})\\.?\\))?`
const ORDINAL = '(?:\\.|(?:st|nd|rd|th|er|de|[oa])(?!\\p{L})|[º°])?'
const DAY = `(?<day>\\d{1,2})${ORDINAL}`
const OF = "(?:-|\\s?(?:of |de |d'|del )?)"
const MONTH = `(?<month>${words(MONTHS)})(?!\\p{L})\\.?`
const YEAR = '(?:(?:-|,?\\s(?:de |del )?)(?<year>20\\d{2})(?!\\d))?'
const LIST = '(?:,| (?:and|und|et|y|e|i|or|oder|ou|o|&))'
const RANGE = `\\s?(?:-|to|bis(?: zum)?|au|al)\\s?(?:(?:${names})\\.?,? )?`
const LAST_DAY = `(?<last>\\d{1,2})${ORDINAL}`
const NO_CLOCK = '(?![\\d/]|[.:]\\d|\\s?(?:h|uhr|heures?|horas|am|pm|[ap]\\.m)(?!\\p{L}))'

type Groups = Readonly<Record<string, string | undefined>>
/** `weekday` where nothing else names the day. */
type Found = DayHit & { readonly weekday?: number }
type Meaning = Pick<Found, 'day'> & Partial<Found>
/** What a pattern that was found at `start` means; null for no day. */
type Read = (groups: Groups, context: DatedText, start: number, end: number) => Meaning | null

const near = (source: string) => new RegExp(`(?<![\\p{L}\\d.,/:+-])${source}`, 'gu')

/** Patterns of days with their meaning; of two at one place the first counts. */
const readers: readonly (readonly [RegExp, Read])[] = [
  [
    /(?<![\d-])(?<year>20\d{2})-(?<month>\d{2})-(?<day>\d{2})(?:t(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?<zone>z|[+-]\d{2}:?\d{2})?)?(?![\d-])/gu,
    isoDate,
  ],
  [
    near(`${BEFORE}${DAY}(?=${LIST}\\s(?:(?:${names})\\.? )?\\d{1,2}${ORDINAL}${OF}${MONTH})`),
    namedDate,
  ],
  [
    near(`${BEFORE}(?<!las )${DAY}(?:${RANGE}${LAST_DAY})?${OF}${MONTH}${YEAR}${BEHIND}`),
    namedDate,
  ],
  [
    near(
      `${BEFORE}${MONTH}(?<!\\p{L}{5}\\.|june\\.|july\\.)\\s${DAY}(?:\\s?-\\s?${LAST_DAY}${NO_CLOCK})?${NO_CLOCK}${YEAR}${BEHIND}`,
    ),
    namedDate,
  ],
  [
    near(
      `${BEFORE}(?<one>\\d{1,2})(?<mark>[./-])\\s?(?<two>\\d{1,2})(?<closed>\\k<mark>(?:\\s?(?<year>20\\d{2})|(?<short>\\d{2})(?![\\d:.h]))?)?(?![\\d/%]|[.:]\\d)${BEHIND}`,
    ),
    figures,
  ],
  [
    near(
      `${WEEKDAY}\\.?,?[^\\S\\n](?<article>(?:- )?(?:the|den|dem|le|el|il|de|o|dia|el dia)\\s)?(?<day>\\d{1,2})(?<ordinal>(?:st|nd|rd|th|er|e)(?!\\p{L})|\\.(?!\\d))?${NO_CLOCK}`,
    ),
    weekdayAndNumber,
  ],
  [
    near(
      '(?:(?:on )?the (?<day>\\d{1,2})(?:st|nd|rd|th)|am (?<german>\\d{1,2})\\.|(?:le|el|el dia|dia) (?<romance>\\d{1,2}))(?=\\s(?:at|um|a|from|between|von|de)\\s|\\s?[,.?!)]\\s|\\s?$)',
    ),
    ({ day, german, romance }, { today }) => {
      const number = Number(day ?? german ?? romance)
      return { day: daysFrom(today, 0, 31).find((each) => each.day === number) ?? MISFIT }
    },
  ],
  ...RELATIVE.map((row): readonly [RegExp, Read] => [
    near(
      `(?:${row.replace(/^\S+ /, '')})(?!\\p{L})(?:[\\s,(]+(?<weekday>${words(WEEKDAYS)})(?!\\p{L}))?`,
    ),
    (groups, context, start) =>
      isMorning(context, start)
        ? null
        : { day: checked(context.today.plus({ days: Number.parseInt(row, 10) }), groups) },
  ]),
  [near(`(?:${OTHER_DAY})(?!\\p{L})`), () => ({ day: BY_ANOTHER })],
  [near(WEEKDAY), bareWeekday],
]

/** Sunday is 0. */
function weekdayOf(day: WallClock): number {
  return day.weekday % 7
}

function daysFrom(today: WallClock, first: number, count: number): WallClock[] {
  return Array.from({ length: count }, (_, away) => today.plus({ days: first + away }))
}

/** A day of a year; without one the next such day, or one of the last three months. */
function dayOf(day: number, month: number, named: number | null, today: WallClock) {
  if (named !== null) return wallClock(named, month, day)
  const earliest = today.minus({ days: PAST_DAYS })
  return (
    [today.year - 1, today.year, today.year + 1, today.year + 4]
      .map((year) => wallClock(year, month, day))
      .find((each) => each !== null && each >= earliest) ?? null
  )
}

function checked(day: WallClock, { weekday, behind }: Groups): WallClock | string {
  const fits = [weekday, behind].every(
    (name) => name === undefined || weekdayNumbers.get(name) === weekdayOf(day),
  )
  return fits ? day : MISFIT
}

/** Whether a short name is another word here: "di 3 marzo", "So 10:30 it is". */
function isWord({ weekday }: Groups, { text, isEnglish }: DatedText, start: number): boolean {
  return weekday?.length === 2 && (isEnglish || !/\p{Lu}/u.test(text.charAt(start)))
}

function isoDate({ year, month, day, hour, minute, second = '0', zone }: Groups) {
  const date = [year, month, day].map(Number)
  const wall = wallClock(...date)
  if (!wall) return null
  if (hour === undefined) return { day: wall }
  const size = zone && zone !== 'z' ? Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)) : 0
  const offset = zone === undefined ? null : zone === 'z' ? 0 : zone.startsWith('-') ? -size : size
  const exact = wallClock(...date, ...[hour, minute, second].map(Number))
  return exact && size <= 14 * 60 ? { day: wall, exact: { wall: exact, offset } } : null
}

function namedDate(groups: Groups, { today, text }: DatedText, start: number, end: number) {
  const { day, month = '', last, year } = groups
  // "you may 10 times"
  if (month === 'may' && !/ de may|May/.test(text.slice(start, end + 8))) return null
  const number = (monthNumbers.get(month) ?? 0) + 1
  const first = dayOf(Number(day), number, year === undefined ? null : Number(year), today)
  if (!first) return null
  const until = last === undefined ? null : dayOf(Number(last), number, first.year, today)
  return { day: checked(first, groups), last: until && until > first ? until : null }
}

/** "24.11.", "Thu 1/21", "08-03-2027": day first but where English may mean the month. */
function figures(groups: Groups, { today, folded, isEnglish }: DatedText, start: number) {
  const { one, two, mark, year, short, weekday } = groups
  if (short && Math.abs(Number(short) - (today.year % 100)) > 2) return null
  const full = year ?? (short && `20${short}`)
  const lead = folded.slice(Math.max(0, start - 7), start)
  if (!full && !isDayWithoutYear(groups, isEnglish, lead)) return null
  const named = full ? Number(full) : null
  const ways = [[one, two]]
  if (mark !== '.' && one !== two) ways.push([two, one])
  const days = ways
    .map(([day, month]) => dayOf(Number(day), Number(month), named, today))
    .filter((day) => day !== null)
  const fitting = days.filter((day) => typeof checked(day, groups) !== 'string')
  const isSoon = (day: WallClock) => day < today.plus({ days: PAST_DAYS })
  const soon = named === null && weekday ? fitting.filter(isSoon) : []
  const [day = MISFIT, other] = soon.length > 0 ? soon : fitting
  return { day: other && (weekday !== undefined || isEnglish) ? TWO_WAYS : day }
}

/** Whether figures without a year are a day: "24.11.", "le 24/11", "Thu 1/21", but no "3/4 done". */
function isDayWithoutYear({ mark, closed, weekday }: Groups, isEnglish: boolean, lead: string) {
  if (mark === '.')
    return (
      closed !== undefined &&
      (weekday !== undefined || !isEnglish) &&
      !/(?:um|gegen|at|a|vers|las) $/.test(lead)
    )
  const isLed = /(?:^|[\s'])(?:le|du|au|am|vom|el|al|dia|bis)\s$/.test(lead)
  return mark === '/' && (weekday !== undefined || isLed)
}

/** "Monday the 30th", "viernes 4": the next month in which they meet, from a week ago on. */
function weekdayAndNumber(groups: Groups, { today }: DatedText) {
  const { weekday, article, day, ordinal } = groups
  if (weekday === undefined) return null
  const isRomance =
    /^(?:lu|mar|mer|mie|jeu|jue|ve|vie|sam|sab|dim|dom|dil|dij|dive|diss|gio|seg|ter|qua|qui|sex)/.test(
      weekday,
    )
  if (ordinal === undefined && article === undefined && !isRomance) return null
  const found = daysFrom(today, -7, NUMBER_DAYS + 7).find(
    (each) => each.day === Number(day) && typeof checked(each, groups) !== 'string',
  )
  return { day: found ?? MISFIT }
}

/** Whether a German "Morgen" behind a word, "Guten Morgen", is the morning. */
function isMorning({ text }: DatedText, start: number): boolean {
  return /\p{L},? Morgen$/u.test(text.slice(Math.max(0, start - 3), start + 6))
}

/** The day that a weekday alone means, from the words before and behind its name. */
function bareWeekday({ weekday = '' }: Groups, context: DatedText, start: number, end: number) {
  const { text, folded, today } = context
  const number = weekdayNumbers.get(weekday)
  const lead = folded.slice(Math.max(0, start - 24), start)
  const tail = folded.slice(end, end + 28)
  if (number === undefined || EVERY.test(lead) || WEEKDAY_BEHIND.test(tail)) return null
  const isName = /\p{Lu}/u.test(text.charAt(start)) && TIME_BEHIND.test(tail)
  if (!isName && !wholeNames.has(weekday)) return null
  const day = dayOfWeek(number, lead, tail, today)
  return { day, ...(!COMING.test(lead) && { weekday: number }) }
}

/** The day of a weekday by the words before and behind its name. */
function dayOfWeek(number: number, lead: string, tail: string, today: WallClock) {
  const ahead = (number - weekdayOf(today) + 7) % 7
  const untilSunday = (7 - weekdayOf(today)) % 7
  const says = (before: RegExp, behind: RegExp) => before.test(lead) || behind.test(tail)
  if (says(FAR_WEEK, FAR_WEEK)) return WHICH_WEEK
  if (says(NEXT_WEEK, NEXT_WEEK)) return today.plus({ days: untilSunday + (number || 7) })
  if (says(LAST, LAST_BEHIND)) return today.plus({ days: ahead === 0 ? -7 : ahead - 7 })
  const isNext = says(NEXT, NEXT_BEHIND)
  if (ahead === 0) return isNext ? today.plus({ days: 7 }) : WHICH_DAY
  return isNext && ahead <= untilSunday ? WHICH_WEEK : today.plus({ days: ahead })
}

/** The one day of the next two weeks that a text names in full and that has this weekday. */
function namedDay(weekday: number, hits: readonly Found[], today: WallClock): WallClock | null {
  const days = daysFrom(today, 0, 14).filter(
    (day) =>
      weekdayOf(day) === weekday &&
      hits.some((hit) => hit.weekday === undefined && isSameDay(hit.day, day)),
  )
  return days.length === 1 ? (days[0] ?? null) : null
}

/** Whether both are certain, and one day. */
function isSameDay(one: DayHit['day'], other: DayHit['day']): boolean {
  return typeof one !== 'string' && typeof other !== 'string' && +one === +other
}

/**
 * Days of a text, as somebody wrote them on the day `today`, in order, without overlaps, in eight
 * languages at once. Which year or which week they mean, and whether they are certain, is decided
 * by the words around them. A weekday alone is the dated day of the same text that has its name.
 */
export function findDays(context: DatedText): DayHit[] {
  const { text, folded, today } = context
  const hits: Found[] = []
  const take = ({ 0: words, index, groups = {} }: RegExpExecArray, read: Read) => {
    const isLast = /^(?:\s*$|\s*\n|\s+\p{Lu})/u.test(text.slice(index + words.length))
    const end = index + words.trimEnd().replace(isLast ? /(?<=\p{L})[,(.]$/u : /[,(]$/, '').length
    if (hits.length >= HITS_MAX || hits.some((hit) => index < hit.end && hit.index < end)) return
    const own = isWord(groups, context, index) ? { ...groups, weekday: undefined } : groups
    const isInWeek = WEEK_OF.test(folded.slice(Math.max(0, index - 20), index))
    const meaning = isInWeek ? { day: ANY_DAY } : read(own, context, index, end)
    if (meaning) hits.push({ last: null, exact: null, ...meaning, index, end })
  }
  for (const [pattern, read] of readers)
    for (const match of folded.matchAll(pattern)) take(match, read)
  return hits
    .sort((a, b) => a.index - b.index)
    .map((hit) => {
      const day = hit.weekday === undefined ? null : namedDay(hit.weekday, hits, today)
      return day ? { ...hit, day } : hit
    })
}

/** A day with a time of it, or one of the two alone. `span` covers the sentences they stand in. */
export interface Pair {
  readonly day: DayHit | null
  readonly clock: ClockHit | null
  readonly span: Span
}

/** A text whose days, times and sentences are known. */
export interface ReadText {
  readonly text: string
  readonly days: readonly DayHit[]
  readonly clocks: readonly ClockHit[]
  readonly sentences: readonly Sentence[]
}

/** How far apart, in characters, a day and a time of one sentence may lie. */
const FAR = 160
/** How many sentences or lines may lie between a day and the time that belongs to it. */
const LINES_BETWEEN = 3
/** How long a list of times below a day may be. */
const LIST_LINES = 15

const DAY_THEN_CLOCK =
  /^(?:['’]s)?[\s,;:()|·⋅•–—-]*(?:(?:at|um|from|von|ab|à|de|dès|gegen|between|zwischen|entre|jeweils|a las?|desde las|ore|om)\s+)?$/iu
/** Only words about a zone may stand between: "10:00 Eastern Time on Tuesday". */
const ZONE_WORD =
  "(?:\\p{Lu}[\\p{L}\\d/_+:−-]*|(?:your|local|time|zeit|summer|standard|daylight|heure|hora|de|d['’]\\p{Lu}\\p{L}+)(?!\\p{L}))"
const CLOCK_THEN_DAY = new RegExp(
  `^[\\s,;()|–—-]*(?:\\([^()\\d]{2,50}\\)|\\(?${ZONE_WORD}(?:\\s${ZONE_WORD}){0,4}\\)?)?[\\s,|-]*(?:(?:on|am|den|le|of|el|del|ab(?: dem)?|from|starting(?: on)?|à partir du|dès le|a partir del|desde el)\\s+)?$`,
  'u',
)
const LABEL =
  '(?:\\p{L}[\\p{L}&/ -]{0,24}:\\s*|(?:time|start|hours?|uhrzeit|zeit|beginn|heure|horaire|hora|horario|ora|orario|tijd)(?: (?:de|of) \\p{L}+)?\\s+)'
const BEGINS_LINE = new RegExp(
  `^[^\\p{L}\\d¿¡]*(?:\\d{1,2}[.)]\\s)?${LABEL}?(?:(?:at|from|um|von|ab|à|de|on|am|le|el|between|zwischen|entre|a las?)\\s+)?$`,
  'iu',
)
const OTHER_HIT = /(?<!\p{L})(?:or|oder|ou|and|und|et)(?!\p{L})/iu

/** Behind a day, that its time is the one named before: "then Thursday, 11 March, same time". */
const SAME_TIME =
  /^[\s,;(–—-]*(?:(?:at|zur|um die|à la|aux?|a la|al)\s+)?(?:same (?:time|hours?)|(?:gleiche[nr]?|selbe[nr]?) (?:uhrzeit|zeit)|mêmes? (?:heures?|horaires?)|mism[ao] (?:hora|horario))(?!\p{L})/iu

/** A day or a time of day in a text. */
export type Hit = DayHit | ClockHit

function sentenceOf(sentences: readonly Sentence[], { index }: Hit): number {
  return sentences.findLastIndex(({ start }) => start <= index)
}

/** The day of the same sentence that a time belongs to: one that follows at once, else the last. */
function dayInSentence({ text, days }: ReadText, clock: ClockHit, sentence: Span): DayHit | null {
  const near = days.filter(
    ({ index, end }) =>
      index >= Math.max(sentence.start, clock.index - FAR) &&
      end <= Math.min(sentence.end, clock.end + FAR),
  )
  const before = near.findLast(({ end }) => end <= clock.index) ?? null
  const after = near.find(({ index }) => index >= clock.end) ?? null
  const gap = text.slice(clock.end, after?.index)
  const isAfter = after && CLOCK_THEN_DAY.test(gap) && !OTHER_HIT.test(gap)
  return isAfter ? after : before
}

/** The day that stands directly before a time, in whichever line. */
function dayBefore({ text, days }: ReadText, clock: ClockHit): DayHit | null {
  const day = days.findLast(({ end }) => end <= clock.index)
  const gap = day ? text.slice(day.end, clock.index) : ''
  return day && gap.length < 30 && !/\n\s*\n/.test(gap) && DAY_THEN_CLOCK.test(gap) ? day : null
}

/** The only day of a line, where that line or the time's own begins with it: "Date: 24 November". */
function dayOfLine(
  { text, days }: ReadText,
  clock: ClockHit,
  own: Sentence,
  line: Sentence | undefined,
): DayHit | null {
  if (line?.paragraph !== own.paragraph) return null
  const [day, ...others] = days.filter(({ index }) => index >= line.start && index < line.end)
  if (!day || others.some((other) => !isSameDay(other.day, day.day))) return null
  const [lower, hit] = line.start < own.start ? [own, clock] : [line, day]
  const above = hit === clock ? day : clock
  if (!text.slice(above.end, hit.index).includes('\n')) return null
  return BEGINS_LINE.test(text.slice(lower.start, hit.index)) ? day : null
}

/** The day of another line of the paragraph: "Date: 24 November" above or below "Time: 10:00". */
function dayOfLines(read: ReadText, clock: ClockHit, at: number): DayHit | null {
  const { sentences } = read
  const own = sentences[at]
  if (!own) return null
  for (let away = 1; away <= LINES_BETWEEN; away++) {
    const day =
      dayOfLine(read, clock, own, sentences[at - away]) ??
      dayOfLine(read, clock, own, sentences[at + away])
    if (day) return day
  }
  return null
}

/** The day above a list of times, "Wednesday, March 10:" and then "10:00 System design". */
function dayOfList({ text, days, sentences }: ReadText, clock: ClockHit, at: number) {
  const own = sentences[at]
  const day = days.findLast(({ end }) => end <= clock.index)
  if (!own || !day) return null
  const above = sentences.filter(({ start, end }) => end > day.index && start < own.start)
  const paragraph = above[0]?.paragraph ?? 0
  const line = text.slice(text.lastIndexOf('\n', clock.index) + 1, clock.index)
  const head = text.slice(day.end, clock.index).split('\n')
  const isHeading = own.paragraph === paragraph || /[:)¤]\s*$|^.{0,60}$/u.test(head[0] ?? '')
  const others = days.filter(({ index }) => index >= (above[0]?.start ?? 0) && index < clock.index)
  const isNear = own.paragraph - paragraph <= 1 && head.length <= LIST_LINES
  return isNear &&
    isHeading &&
    head.length > 1 &&
    others.every((other) => isSameDay(other.day, day.day)) &&
    BEGINS_LINE.test(line)
    ? day
    : null
}

/** The only day of the sentence before, "Wednesday it is. 1pm, same link". */
function dayOfSentenceBefore(read: ReadText, clock: ClockHit, at: number) {
  const { text, days, clocks, sentences } = read
  const [before, own] = [sentences[at - 1], sentences[at]]
  if (before?.paragraph !== own?.paragraph || clock.index !== own?.start) return null
  const isIn = ({ index }: Hit) =>
    before !== undefined && index >= before.start && index < before.end
  const [day, other] = days.filter(isIn)
  const isAlone = day && !other && !clocks.some(isIn)
  return isAlone && /^\s*[,.–—-]/.test(text.slice(clock.end)) ? day : null
}

/** Brings each time of a text together with its day; what stays alone is listed alone, in order. */
export function pairDays(read: ReadText): Pair[] {
  const { text, days, clocks, sentences } = read
  const used = new Set<DayHit>()
  const whole = (hits: readonly Hit[]): Span => {
    const spans = hits.map((hit) => sentences[sentenceOf(sentences, hit)] ?? hit)
    return {
      start: Math.min(...spans.map((span) => ('start' in span ? span.start : span.index))),
      end: Math.max(...spans.map(({ end }) => end)),
    }
  }
  const timed = clocks.map((clock): Pair => {
    const at = sentenceOf(sentences, clock)
    const sentence = sentences[at]
    const day =
      dayBefore(read, clock) ??
      (sentence && dayInSentence(read, clock, sentence)) ??
      dayOfLines(read, clock, at) ??
      dayOfSentenceBefore(read, clock, at) ??
      dayOfList(read, clock, at)
    if (day) used.add(day)
    return { day, clock, span: whole(day ? [day, clock] : [clock]) }
  })
  const alone = days
    .filter((day) => !used.has(day))
    .map((day): Pair => {
      const isSame = SAME_TIME.test(text.slice(day.end, day.end + FAR))
      const clock = isSame ? clocks.findLast(({ index }) => index < day.index) : undefined
      return { day, clock: clock ?? null, span: whole([day]) }
    })
  const first = ({ day, clock }: Pair) => Math.min(day?.index ?? Infinity, clock?.index ?? Infinity)
  return [...timed, ...alone].sort((a, b) => first(a) - first(b))
}

import type { EventTime } from '@shortlist/contracts/calendar'
import { foldText, withoutHistory } from '../fold-text.ts'
import type { TimeContext } from '../message-ports.ts'
import { detectLanguage, isWritten } from './detect-language.ts'
import { type ClockHit, DAY_MARK, findClocks, lengthIn } from './find-clocks.ts'
import { type DayHit, findDays } from './find-days.ts'
import { type Pair, pairDays, type ReadText } from './pair-days.ts'
import { type FoundDate, relateDates } from './relate-dates.ts'
import { type Sentence, type Span, splitSentences } from './split-sentences.ts'
import {
  ianaZone,
  isoDay,
  offsetZone,
  resolveWallClock,
  type WallClock,
  wallClockAt,
} from './wall-clock.ts'
import { type NearZone, openZones, type ZoneWords } from './zone-words.ts'

/** How much of a text is read, in characters, and how many dates of it count. */
const TEXT_MAX = 20_000
const DATES_MAX = 50
const SENTENCE_MAX = 400
/** How many sentences behind a date are looked at for its length. */
const SENTENCES_BESIDE = 3
const HOUR_MS = 3_600_000

/** The same length with what is no prose blanked out: older mails, web addresses, odd spaces. */
function plainText(text: string): string {
  return withoutHistory(text.slice(0, TEXT_MAX))
    .replace(/(?:https?:\/\/|www\.)[^\s<>"]+/gi, (address) => ' '.repeat(address.length))
    .replace(/[^\S\n]/g, ' ')
}

/** Days first, then times of day in what is left: "Dec 3 - 14:00" is no time from three to two. */
function findHits(text: string, today: WallClock): Pick<ReadText, 'days' | 'clocks'> {
  const days = findDays({
    text,
    folded: foldText(text),
    isEnglish: detectLanguage(text) === 'en' && isWritten(text),
    today,
  })
  let marked = ''
  for (const { index, end } of days)
    marked += text.slice(marked.length, index) + DAY_MARK.repeat(end - index)
  return { days, clocks: findClocks(text, marked + text.slice(marked.length)) }
}

/** A day or a time of day in a text. */
type Hit = ReadText['days' | 'clocks'][number]

/** Sentences that a day or a time reaches across are one: lines break anywhere. */
function unbroken(sentences: readonly Sentence[], all: readonly Hit[]): Sentence[] {
  const whole: Sentence[] = []
  for (const sentence of sentences) {
    const last = whole.at(-1)
    const reaches = all.some(({ index, end }) => index < sentence.start && end > sentence.start)
    if (last && reaches) whole[whole.length - 1] = { ...last, end: sentence.end }
    else whole.push(sentence)
  }
  return whole
}

/** The sentence, or what stands around the words where it is very long. */
function evidence(text: string, span: Span, words: Span): string {
  const isShort = span.end - span.start <= SENTENCE_MAX
  const start = isShort ? span.start : Math.max(span.start, words.start - 120)
  const end = isShort ? span.end : Math.min(span.end, words.end + 120)
  return text.slice(start, end).trim()
}

/** What else a mail says the length of. */
const OTHER_TASK =
  /(?<!\p{L})(?:tests?|exercises?|assignments?|challenges?|take-?homes?|videos?|\p{L}*aufgaben?|exercices?|devoirs?)(?!\p{L})/iu

/** The sentences beside a date, up to the next one that names another: they may say its length. */
function beside(sentences: readonly Sentence[], all: readonly Hit[], span: Span): Span[] {
  const isFree = ({ start, end }: Span) => !all.some(({ index }) => index >= start && index < end)
  const after = sentences.filter(({ start }) => start >= span.end).slice(0, SENTENCES_BESIDE)
  const other = after.findIndex((sentence) => !isFree(sentence))
  const before = sentences.filter(({ end }) => end <= span.start).slice(-1)
  return [...before.filter(isFree), ...(other < 0 ? after : after.slice(0, other))]
}

const NO_DAY = 'The mail names no day for this time.'
const HALF_DAY = 'It may be in the morning or in the afternoon.'

/**
 * The time of a day and a time of day; `length` is how long it takes where no end is named, in
 * milliseconds. A day without a time is a day, never an instant.
 */
function foundTime(
  words: string,
  day: DayHit | null,
  clock: ClockHit | null,
  zoneOf: ZoneWords['zoneOf'],
  length: number,
  { userZone }: TimeContext,
): EventTime {
  const unclear = (reason: string): EventTime => ({ kind: 'unclear', text: words, reason })
  if (!day) return unclear(NO_DAY)
  if (typeof day.day === 'string') return unclear(day.day)
  const { exact } = day
  if (!exact && (!clock || day.last))
    return { kind: 'day', start: isoDay(day.day), end: isoDay(day.last ?? day.day, 1) }
  if (!exact && clock?.isHalfDay) return unclear(HALF_DAY)
  const { wall, offset } = exact ?? { wall: { ...day.day, ...clock?.from }, offset: null }
  const zone = offset === null ? zoneOf(wall) : offsetZone(offset, userZone)
  if (typeof zone === 'string') return unclear(zone)
  const start = resolveWallClock(wall, zone)
  const to = exact ? null : clock?.to
  const end = to ? resolveWallClock({ ...wall, ...to }, zone) : start + length
  if (end <= start) return unclear('It ends before it begins.')
  const [from = '', until = ''] = [start, end].map((instant) => new Date(instant).toISOString())
  return { kind: 'instant', start: from, end: until, timeZone: zone.nameAt(start) }
}

function find(
  original: string,
  { pair, zone }: { readonly pair: Pair; readonly zone: NearZone },
  today: string,
  context: TimeContext,
  near: readonly Span[],
): FoundDate {
  const { day, clock, span } = pair
  const hits = [day, clock].filter((hit) => hit !== null)
  const start = Math.min(...hits.map(({ index }) => index))
  const end = Math.max(...hits.map((hit) => hit.end), zone.end ?? 0)
  const words = original.slice(start, end)
  const isOpen = words.lastIndexOf('(') > words.lastIndexOf(')') && original[end] === ')'
  const text = isOpen ? `${words})` : words
  const sentence = evidence(original, { ...span, end: Math.max(span.end, end) }, { start, end })
  const length =
    lengthIn(sentence) ??
    lengthIn(
      near
        .map((other) => original.slice(other.start, other.end).slice(0, SENTENCE_MAX))
        .filter((other) => !OTHER_TASK.test(other))
        .join('\n'),
    )
  const time = foundTime(text, day, clock, zone.zoneOf, length ?? HOUR_MS, context)
  return {
    text,
    index: start,
    sentence,
    time,
    hasDay: day !== null,
    hasTime: clock !== null || (day?.exact ?? null) !== null,
    hasEnd: (clock?.to ?? null) !== null || length !== null,
    isOption: false,
    isPoint: false,
    isOld: false,
    isPast:
      time.kind === 'instant'
        ? time.start < context.sentAt
        : time.kind === 'day' && time.end <= today,
  }
}

/**
 * Days and times that a mail's text names, in order, each once, at most 50 of its first 20,000
 * characters. English, German, French and Spanish; of other languages what is written alike. Instants
 * are certain: the day and the time of day are named, and the zone is, or nothing in the mail or its
 * date speaks of another one than the user's; everything else is a day or unclear.
 * Quoted older mails are not read. Independent of the host's zone.
 */
export function findDates(text: string, context: TimeContext): FoundDate[] {
  const plain = plainText(text)
  const offset =
    context.dateOffset ?? ianaZone(context.userZone).offsetAt(Date.parse(context.sentAt))
  const { year, month, day } = wallClockAt(Date.parse(context.sentAt), offset)
  const today = { year, month, day, hour: 0, minute: 0, second: 0 }
  const hits = findHits(plain, today)
  const all = [...hits.days, ...hits.clocks]
  const sentences = unbroken(splitSentences(plain), all)
  const read = { text: plain, ...hits, sentences }
  const zoneOf = openZones(read, context)
  const found = pairDays(read).map((pair) => {
    const zoned = { pair, zone: zoneOf(pair) }
    const near = beside(sentences, all, pair.span)
    return { ...zoned, date: find(text, zoned, isoDay(today), context, near) }
  })
  return relateDates(found, plain).slice(0, DATES_MAX)
}

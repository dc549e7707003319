import type { EventTime } from '@shortlist/contracts/calendar'
import type { TimeContext } from '../ports.ts'
import { type DayHit, findCalendarDays } from './calendar-days.ts'
import { type ClockHit, findClockTimes } from './clock-times.ts'
import { detectLanguage } from './detect-language.ts'
import { foundTime, lengthIn } from './found-time.ts'
import { type Pair, pairDays } from './pair-days.ts'
import { withoutHistory } from './quoted-history.ts'
import { type Sentence, type Span, splitSentences } from './split-sentences.ts'
import { ianaZone, isoDay, wallClockAt } from './wall-clock.ts'
import { type NearZone, openZones } from './zone-near.ts'

/** A day or a time that a mail names. */
export interface FoundDate {
  /** The words that name it, verbatim, from the first to the last of them. */
  readonly text: string
  /** Where `text` begins. */
  readonly index: number
  /** The sentence or the lines that say it, verbatim. */
  readonly sentence: string
  /** `instant` only where day, time and zone are certain; `day` where no time is named. */
  readonly time: EventTime
  readonly hasDay: boolean
  readonly hasTime: boolean
  /** The mail says when it ends or how long it takes; otherwise it takes an hour. */
  readonly hasEnd: boolean
  /** It is one of several to choose from: "Tuesday at 10 or Wednesday at 2". */
  readonly isOption: boolean
  /** It had begun, or the day was over, when the mail was sent; false where that is unknown. */
  readonly isPast: boolean
}

/** How much of a text is read, in characters, and how many dates of it count. */
const TEXT_MAX = 20_000
const DATES_MAX = 50
const SENTENCE_MAX = 400
const HOUR_MS = 3_600_000

const TWO_TIMES = 'The times that the mail names for it in several zones differ.'
const OR = /(?<!\p{L})(?:or|oder|ou|either|entweder|soit|alternativ\p{L}*)(?!\p{L})/iu
const CHOICE =
  /(?<!\p{L})(?:slots?|options?|availabilit\p{L}+|which (?:one|of|time|day|date)|whichever|pick one|choose|proposed times|terminvorschläge|zur auswahl|welcher|folgende termine|créneaux?|disponibilités|au choix)(?!\p{L})/iu

interface Hits {
  readonly days: readonly DayHit[]
  readonly clocks: readonly ClockHit[]
}

/** The same length with what is no prose blanked out: older mails, web addresses, odd spaces. */
function plainText(text: string): string {
  return withoutHistory(text.slice(0, TEXT_MAX))
    .replace(/(?:https?:\/\/|www\.)[^\s<>"]+/gi, (address) => ' '.repeat(address.length))
    .replace(/[^\S\n]/g, ' ')
}

/** Where a day and a time claim the same words, the longer reading counts. */
function withoutOverlaps(days: readonly DayHit[], clocks: readonly ClockHit[], text: string): Hits {
  const isInside = (clock: ClockHit) =>
    days.some(({ index, end }) => index <= clock.index && clock.end <= end)
  const times = clocks.filter((clock) => !isInside(clock))
  const kept = days
    .filter((day) => !times.some(({ index, end }) => index <= day.index && day.index < end))
    .map((day) => {
      const clock = times.find(({ index }) => index > day.index && index < day.end)
      const end = clock ? day.index + text.slice(day.index, clock.index).trimEnd().length : day.end
      return { ...day, end }
    })
  return { days: kept, clocks: times }
}

/** Sentences that a day or a time reaches across are one: lines break anywhere. */
function unbroken(sentences: readonly Sentence[], hits: Hits): Sentence[] {
  const whole: Sentence[] = []
  const all = [...hits.days, ...hits.clocks]
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
  const end = isShort ? span.end : Math.min(span.end, words.end + 120, start + SENTENCE_MAX)
  return text.slice(start, end).trim()
}

function find(original: string, pair: Pair, zone: NearZone, context: TimeContext): FoundDate {
  const { day, clock, span } = pair
  const hits = [day, clock].filter((hit) => hit !== null)
  const start = Math.min(...hits.map(({ index }) => index))
  const end = Math.max(...hits.map((hit) => hit.end), zone.end ?? 0)
  const words = original.slice(start, end)
  const isOpen = words.lastIndexOf('(') > words.lastIndexOf(')') && original[end] === ')'
  const text = isOpen ? `${words})` : words
  const sentence = evidence(original, { ...span, end: Math.max(span.end, end) }, { start, end })
  const length = lengthIn(sentence)
  const time = foundTime(text, day, clock, zone.zoneOf, length ?? HOUR_MS, context)
  const sentDay = isoDay(wallClockAt(Date.parse(context.sentAt), context.dateOffset ?? 0))
  return {
    text,
    index: start,
    sentence,
    time,
    hasDay: day !== null,
    hasTime: clock !== null || (day?.exact ?? null) !== null,
    hasEnd: (clock?.to ?? null) !== null || length !== null,
    isOption: false,
    isPast:
      time.kind === 'instant'
        ? time.start < context.sentAt
        : time.kind === 'day' && time.end <= sentDay,
  }
}

/** "10:00 EST / 16:00 CET" is one time; if the two differ, nobody knows which one is meant. */
function joinZones(
  found: readonly { date: FoundDate; pair: Pair; zone: NearZone }[],
  text: string,
): FoundDate[] {
  const dates = found.map(({ date }) => date)
  for (let at = 1; at < found.length; at++) {
    const [one, two] = [found[at - 1], found[at]]
    const [first, second] = [dates[at - 1], dates[at]]
    if (!one?.pair.clock || !two?.pair.clock || !first || !second) continue
    if (one.pair.day !== two.pair.day || !one.zone.isOwn || !two.zone.isOwn) continue
    const gap = text.slice(one.pair.clock.end, two.pair.clock.index)
    if (!/[/(=|]/.test(gap) || OR.test(gap) || gap.length > 60) continue
    if (first.time.kind !== 'instant' || second.time.kind !== 'instant') continue
    if (first.time.start === second.time.start) continue
    const time = { kind: 'unclear' as const, text: first.text, reason: TWO_TIMES }
    dates[at - 1] = { ...first, time }
    dates[at] = { ...second, time: { ...time, text: second.text } }
  }
  return dates
}

function withOptions(dates: readonly FoundDate[], text: string): FoundDate[] {
  const timed = dates.filter(({ hasTime, hasDay }) => hasTime && hasDay)
  const isChoice = timed.length > 1 && CHOICE.test(text)
  return dates.map((date) => {
    const at = timed.indexOf(date)
    const isOr = [timed[at - 1], timed[at + 1]].some((other) => {
      if (at < 0 || !other) return false
      const [one, two] = [date, other].sort((a, b) => a.index - b.index) as [FoundDate, FoundDate]
      return (
        OR.test(text.slice(one.index + one.text.length, two.index)) &&
        two.index - one.index < SENTENCE_MAX
      )
    })
    return { ...date, isOption: at >= 0 && (isChoice || isOr) }
  })
}

/**
 * Days and times that a mail's text names, in order, each once, at most 50 of its first 20,000
 * characters. English, German and French. Instants are certain: the day, the time of day and the
 * zone are named, or sender and user keep the same time; everything else is a day or unclear.
 * Quoted older mails are not read. Independent of the host's zone.
 */
export async function findDates(text: string, context: TimeContext): Promise<FoundDate[]> {
  const plain = plainText(text)
  const language = detectLanguage(plain)
  const offset =
    context.dateOffset ?? ianaZone(context.userZone).offsetAt(Date.parse(context.sentAt))
  const today = {
    ...wallClockAt(Date.parse(context.sentAt), offset),
    hour: 0,
    minute: 0,
    second: 0,
  }
  const hits = withoutOverlaps(
    await findCalendarDays(plain, language, today),
    findClockTimes(plain, language),
    plain,
  )
  const read = { text: plain, ...hits, sentences: unbroken(splitSentences(plain), hits) }
  const zoneOf = openZones(read, context)
  const found = pairDays(read).map((pair) => {
    const zone = zoneOf(pair)
    return { pair, zone, date: find(text, pair, zone, context) }
  })
  const seen = new Set<string>()
  const once = joinZones(found, plain).filter(({ time }) => {
    if (time.kind === 'unclear') return true
    const key = JSON.stringify([time.kind, time.start])
    return !seen.has(key) && seen.add(key)
  })
  return withOptions(once, plain).slice(0, DATES_MAX)
}

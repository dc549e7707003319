import type { Sentence, Span } from '../mail-text.ts'
import type { ClockHit } from './find-clocks.ts'
import { type DayHit, isSameDay } from './find-days.ts'

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

type Hit = DayHit | ClockHit

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

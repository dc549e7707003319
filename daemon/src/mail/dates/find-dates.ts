import type { EventTime } from '@shortlist/contracts/calendar'
import {
  detectLanguage,
  foldText,
  isWritten,
  type Sentence,
  type Span,
  splitSentences,
  withoutHistory,
} from '../mail-text.ts'
import type { TimeContext } from '../ports.ts'
import { type ClockHit, type ClockTime, DAY_MARK, findClocks, lengthIn } from './find-clocks.ts'
import { type DayHit, findDays, type Hit, type Pair, pairDays, type ReadText } from './find-days.ts'
import {
  DAY_MS,
  ianaZone,
  isoDay,
  type NearZone,
  offsetZone,
  openZones,
  resolveWallClock,
  type WallClock,
  wallClockAt,
  type ZoneWords,
} from './zones.ts'

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
  /** It is one of several to choose from, "Tuesday at 10 or Wednesday at 2", or not for certain one of its own. */
  readonly isOption: boolean
  /** It is a later point of the agenda of a day, whose first one stands above it. */
  readonly isPoint: boolean
  /** It was the time of an appointment that is moved, "from Tuesday at 10 to Wednesday at 2". */
  readonly isOld: boolean
  /** It had begun, or the day was over, when the mail was sent; false where that is unknown. */
  readonly isPast: boolean
}

/** A date with what it was read from. */
interface ReadDate {
  readonly pair: Pair
  /** Whether words about its zone stand at this very time. */
  readonly zone: { readonly isOwn: boolean }
  readonly date: FoundDate
}

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
    return {
      kind: 'day',
      start: isoDay(day.day),
      end: isoDay((day.last ?? day.day).plus({ days: 1 })),
    }
  if (!exact && clock?.isHalfDay) return unclear(HALF_DAY)
  const midnight = day.day
  const at = (time?: ClockTime) =>
    midnight.plus({ hours: time?.hour ?? 0, minutes: time?.minute ?? 0 })
  const { wall, offset } = exact ?? { wall: at(clock?.from), offset: null }
  const zone = offset === null ? zoneOf(wall) : offsetZone(offset, userZone)
  if (typeof zone === 'string') return unclear(zone)
  const start = resolveWallClock(wall, zone)
  const to = exact ? null : clock?.to
  const end = to ? resolveWallClock(at(to), zone) : start + length
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
  const today = wallClockAt(Date.parse(context.sentAt), offset).startOf('day')
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

/** How far apart, in characters, two dates may lie that "or" connects. */
const OR_MAX = 400
const GAP_MAX = 60

const TWO_TIMES = 'The times that the mail names for it in several zones differ.'
const SEVERAL_TIMES = 'The mail names more than one time for it.'
const OR = /(?<!\p{L})(?:or|oder|ou|either|entweder|soit|alternativ\p{L}*)(?!\p{L})/iu
const MOVED =
  /(?<!\p{L})(?:mov(?:e|ed|es|ing)|re-?schedul\p{L}*|postpon\p{L}*|shift\p{L}*|chang(?:e|ed)|instead|no longer|was|verschoben|verschieben|verleg\p{L}*|nicht mehr|sondern|sino|(?<!(?<!\p{L})find\p{L}+ .{0,200})(?:an)?statt(?:dessen)?|report(?:é\p{L}*|er|ons|e)|décal\p{L}*|déplac\p{L}*|avanc\p{L}+|au lieu|plutôt|cambi\p{L}+|muev\p{L}+|mov(?:emos|ido|ida|er)|pasa(?:mos|r)?|traslad\p{L}+|adelant\p{L}+|aplaz\p{L}+|reprogram\p{L}+|en (?:lugar|vez))(?!\p{L})/iu
/** What stands before the old time of an appointment that is moved, and before the new one. */
const OLD =
  /(?<!\p{L})(?:from|instead of|rather than|not?|no longer|was|originally|previously|statt|anstatt|von|vom|nicht(?: mehr)?|bisher|ursprünglich|au lieu d[eu']|plutôt que|non(?: plus)?|initialement|prévue?|du|del?|en (?:lugar|vez) del?|ya no(?: es)?|antes)(?![\p{L}])[^.;:!?]{0,40}$/iu
/** The same where no word says that it is moved: "Previous appointment: Monday at 9". */
const SURELY_OLD =
  /(?<!\p{L})(?:previous|former|old|instead of|rather than|no longer|bisherige[rs]?|bisher|alte[rs]?|anstatt|statt|nicht mehr|ancien(?:ne)?|au lieu d[eu']|anterior|en (?:lugar|vez) del?|ya no)(?!\p{L})[^.;!?]{0,30}$/iu
const NEW =
  /(?<!\p{L})(?:to|onto|auf|nun|jetzt|neu|sondern|but|now|instead(?! of)|au(?! lieu)|désormais|mais|al|para|sino|ahora|pasa)(?!\p{L})[^.;:!?]{0,30}$/iu
const CHOICE =
  /(?<!\p{L})(?:slots?|options?|availabilit\p{L}+|which (?:one|of|time|day|date)|whichever|pick one|choose|proposed times|terminvorschläge|zur auswahl|welcher|folgende termine|créneaux?|disponibilités|au choix)(?!\p{L})/iu

/** What stands between two times of one day; null where they are no such pair. */
function gapOf(one: ReadDate | undefined, two: ReadDate | undefined, text: string): string | null {
  const [first, second] = [one?.pair.clock, two?.pair.clock]
  if (!first || !second || one?.pair.day !== two?.pair.day) return null
  const gap = text.slice(first.end, second.index)
  return gap.length <= GAP_MAX && /[/(=|]/.test(gap) && !OR.test(gap) ? gap : null
}

/** Whether two times are one time in two zones, "10:00 EST / 16:00 CET", that does not come out. */
function isTornApart(one: ReadDate | undefined, two: ReadDate | undefined, text: string): boolean {
  if (!one?.zone.isOwn || !two?.zone.isOwn || gapOf(one, two, text) === null) return false
  const [a, b] = [one.date.time, two.date.time]
  if (a.kind !== 'instant' || b.kind !== 'instant') return false
  return a.timeZone !== b.timeZone && a.start !== b.start
}

/** What stands behind a time that is said again for its reader. */
const FOR_READER =
  /^\s*(?:for you|(?:your|my|our) (?:time|side|end)|for (?:me|us)|(?:bei|für) (?:dir|ihnen|dich|sie|uns|mir)|(?:chez|pour) (?:toi|vous|nous|moi)|para (?:ti|usted|vosotr\p{L}+|m[ií]|nosotr\p{L}+))(?!\p{L})/iu

/** Whether a time says another one again, in a zone that it does not name: "10:00 CET (4 am)". */
function isAside(one: ReadDate | undefined, two: ReadDate, text: string): boolean {
  if (!one?.zone.isOwn) return false
  const gap = gapOf(one, two, text) ?? ''
  if (gap.includes('/') && FOR_READER.test(text.slice(two.pair.clock?.end))) return true
  return (!two.zone.isOwn || two.date.time.kind === 'unclear') && /[(=]/.test(gap)
}

/** If a time in two zones does not come out, nobody knows which one is meant. */
function withoutTorn(found: readonly ReadDate[], text: string): ReadDate[] {
  return found
    .filter((read, at) => !isAside(found[at - 1], read, text))
    .map((read, at, kept): ReadDate => {
      const isTorn = isTornApart(kept[at - 1], read, text) || isTornApart(read, kept[at + 1], text)
      const time = { kind: 'unclear', text: read.date.text, reason: TWO_TIMES } as const
      return isTorn ? { ...read, date: { ...read.date, time } } : read
    })
}

/** The same time twice is one: the first mention, or the first that names an end. */
function onlyOnce(found: readonly ReadDate[]): ReadDate[] {
  const keyOf = ({ date: { time } }: ReadDate) => (time.kind === 'unclear' ? null : time.start)
  return found.filter((read) => {
    const key = keyOf(read)
    const same = found.filter((other) => keyOf(other) === key)
    return key === null || read === (same.find(({ date }) => date.hasEnd) ?? same[0])
  })
}

/** Whether "or", or a slash between two times of one day, connects two dates. */
function isOr(one: ReadDate | undefined, two: ReadDate | undefined, text: string): boolean {
  const [first, second] = [one, two].map((read) => read?.pair.clock ?? read?.pair.day)
  if (!first || !second || second.index - first.end > OR_MAX) return false
  return OR.test(text.slice(first.end, second.index)) || /\//.test(gapOf(one, two, text) ?? '')
}

/** The words before a date, from the end of the one before it or the begin of its sentence. */
function leadOf({ date, pair }: ReadDate, last: ReadDate | undefined, text: string): string {
  const end = last ? last.date.index + last.date.text.length : 0
  // of two times of one day the second begins with its clock
  const index = pair.clock && date.index < end ? pair.clock.index : date.index
  return text.slice(Math.min(Math.max(pair.span.start, end), index), index)
}

/** Which dates of a sentence that moves an appointment are its old ones; null where that is open. */
function oldOnes(found: readonly ReadDate[], text: string): readonly ReadDate[] | null {
  const leads = found.map((read, at) => leadOf(read, found[at - 1], text))
  const last = (lead: string, words: RegExp) => words.exec(lead)?.index ?? -1
  const isOld = leads.map((lead) => last(lead, OLD) >= 0 && last(lead, OLD) > last(lead, NEW))
  const old = found.filter((_, at) => isOld[at])
  return found.length - old.length === 1 && old.length > 0 ? old : null
}

/**
 * Whether the times of one day are appointments of their own: each in a row with its end and with what
 * it is, and time between them. Points that follow at once are parts of one.
 */
function isAgenda(ofDay: readonly ReadDate[], text: string): boolean {
  return ofDay.every(({ date, pair: { clock } }, at) => {
    if (!clock?.to || date.time.kind !== 'instant') return false
    const [above = ''] = text.slice(0, clock.index).split('\n').slice(-1)
    const [below = ''] = text.slice(clock.end).split('\n')
    const next = ofDay[at + 1]?.date.time
    const isApart = !next || (next.kind === 'instant' && next.start > date.time.end)
    return isApart && !/\p{L}/u.test(above) && /\p{L}{4}/u.test(below)
  })
}

/** Whether a date is one to choose from, or not the first time of its day: a part of what it begins. */
function isOption(timed: readonly ReadDate[], at: number, text: string): boolean {
  const read = timed[at]
  const ofDay = timed.filter(({ pair }) => pair.day === read?.pair.day)
  if (ofDay.length > 1 && isAgenda(ofDay, text)) return false
  return ofDay[0] !== read || isOr(timed[at - 1], read, text) || isOr(read, timed[at + 1], text)
}

/**
 * Marks old times of what is moved, "from Tuesday at 10 to Wednesday at 2", and dates that the user
 * has to look at: those to choose from, as a list of nothing but dates is, those of which nobody
 * knows whether they are old, and all but the first time of one day.
 */
function withMarks(found: readonly ReadDate[], text: string): FoundDate[] {
  const timed = found.filter(({ date }) => date.hasTime && date.hasDay)
  const isChoice = timed.length > 1 && CHOICE.test(text)
  const isSurelyOld = (read: ReadDate, at: number) => {
    const lead = leadOf(read, timed[at - 1], text)
    const words = SURELY_OLD.exec(lead)
    return words !== null && !NEW.test(lead.slice(words.index))
  }
  const old = new Set(timed.filter(isSurelyOld))
  const bare = timed.filter(
    ({ date }) => !/\p{L}(?!\))/u.test(date.sentence.replace(date.text, '')),
  )
  const isList = (read: ReadDate) => bare.length > 1 && bare.includes(read)
  const options = new Set(
    timed.filter((read, at) => isChoice || isList(read) || isOption(timed, at, text)),
  )
  for (const sentence of new Set(timed.map(({ date }) => date.sentence))) {
    const here = timed.filter(({ date }) => date.sentence === sentence)
    if (here.length < 2 || !MOVED.test(sentence)) continue
    const past = oldOnes(here, text)
    for (const read of here) {
      if (past === null) options.add(read)
      else options.delete(read)
      if (past?.includes(read)) old.add(read)
    }
  }
  return found.map((read) => {
    const [first, ...others] = timed.filter(({ pair }) => pair.day === read.pair.day)
    const isPoint = others.includes(read) && isAgenda([first ?? read, ...others], text)
    return { ...read.date, isOption: options.has(read), isOld: old.has(read), isPoint }
  })
}

type Instant = Extract<EventTime, { kind: 'instant' }>

/** Whether one instant lies less than a day behind another. */
function isInOneDay(one: EventTime | undefined, other: EventTime): [Instant, Instant] | null {
  if (one?.kind !== 'instant' || other.kind !== 'instant') return null
  const away = Date.parse(other.start) - Date.parse(one.start)
  return away > 0 && away < DAY_MS ? [one, other] : null
}

/** Two whole times with "to" between them are the begin and the end of one. */
function withEnds(found: readonly ReadDate[], text: string): ReadDate[] {
  const kept: ReadDate[] = []
  for (const read of found) {
    const begun = kept.at(-1)
    const [from, to] = [begun?.date, read.date]
    const gap = from ? text.slice(from.index + from.text.length, to.index) : ''
    const span = isInOneDay(from?.time, to.time)
    const isEnd = /^\)?[^\S\n]*(?:to|until|till|bis|au|à|al?|hasta|[-–—/])[^\S\n]*$/u.test(gap)
    if (begun && from && isEnd && !from.hasEnd && !MOVED.test(from.sentence) && span) {
      const time = { ...span[0], end: span[1].start }
      kept[kept.length - 1] = { ...begun, date: { ...from, hasEnd: true, time } }
    } else kept.push(read)
  }
  return kept
}

/** Whether two times of one day are connected by "or", and only one of them has its own zone. */
function isInDoubt(one: ReadDate | undefined, two: ReadDate | undefined, text: string): boolean {
  const [first, second] = [one?.pair.clock, two?.pair.clock]
  if (!first || !second || !one || !two || one.pair.day !== two.pair.day) return false
  if (one.date.time.kind === 'unclear' || one.zone.isOwn === two.zone.isOwn) return false
  const gap = text.slice(first.end, second.index)
  return gap.length <= GAP_MAX && OR.test(gap)
}

/** "10:00 PT or at 14:00": whether both are meant in that zone, or one is the other, nobody knows. */
function withoutDoubt(found: readonly ReadDate[], text: string): ReadDate[] {
  return found
    .filter((read, at) => !isInDoubt(found[at - 1], read, text))
    .map((read) => {
      const other = found[found.indexOf(read) + 1]
      if (!other || !isInDoubt(read, other, text)) return read
      const whole = other.date.text.length > read.date.text.length ? other.date : read.date
      const time = { kind: 'unclear', text: whole.text, reason: SEVERAL_TIMES } as const
      return { ...read, date: { ...whole, time } }
    })
}

/** What dates of one text say about each other; each time is left once. */
function relateDates(found: readonly ReadDate[], text: string): FoundDate[] {
  const read = withEnds(withoutDoubt(withoutTorn(found, text), text), text)
  return withMarks(onlyOnce(read), text)
}

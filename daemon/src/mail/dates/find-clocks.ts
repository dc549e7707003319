/** A time of day; `hour` may be 24 or more where it lies on the next day. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
}

/** A time of day in a text, with its end where one is named. */
export interface ClockHit {
  readonly index: number
  readonly end: number
  readonly from: ClockTime
  readonly to: ClockTime | null
  /** Nothing says whether it is meant in the morning or in the afternoon. */
  readonly isHalfDay: boolean
}

/** A time of day as it is written. */
interface WrittenClock extends ClockTime {
  readonly end: number
  readonly meridiem: 'am' | 'pm' | null
  /** "10:00" or "14h30", "9.30", "14 Uhr" or "3 pm", or a bare "10". */
  readonly form: 'minutes' | 'dotted' | 'unit' | 'bare'
  /** Written with a zero in front, as only clocks of 24 hours are. */
  readonly hasZero: boolean
  /** As "half past two" is. */
  readonly isSpoken?: boolean
}

/** What stands for each character of a day: days are found before times of day. */
export const DAY_MARK = '¤'
/** A mail that names more times is none to read. */
const HITS_MAX = 150

/** Hours in words; of French ones those before "heures" count, of Spanish ones those behind "las". */
const SPOKEN = new Map(
  [
    'eins|una|one',
    'two|zwei|deux|dos',
    'three|drei|trois|tres',
    'four|vier|quatre|cuatro',
    'five|fünf|cinq|cinco',
    'six|sechs|seis',
    'seven|sieben|sept|siete',
    'eight|acht|huit|ocho',
    'nine|neun|neuf|nueve',
    'ten|zehn|dix|diez',
    'eleven|elf|onze|once',
    'twelve|zwölf|douze|doce|noon|midday|midi|mediodía',
  ].flatMap((words, at) => words.split('|').map((word): [string, number] => [word, at + 1])),
)
const NOON = /^(?:noon|midday|midi|mediodía)$/
/** "One" is mostly no hour. */
const hourWords = [...SPOKEN.keys()].join('|').replace(/\bone\b/, "one(?=\\s?o['’]clock)")
const CLOCK = new RegExp(
  `(?:12\\s(?=noon|midday))?(?<hours>\\d{1,2}|(?:${hourWords})(?![\\p{L}-]))` +
    '(?:(?<sign>:|\\.|,(?=\\d\\d ?h)|\\s?h\\s?|\\s?heures?\\s|\\s?uhr\\s)(?<minutes>\\d{2})(?!\\.?\\d))?(?::\\d{2}(?!\\d))?' +
    "(?:\\s?(?<unit>a\\.\\s?m\\.|p\\.\\s?m\\.|am|pm|(?<=:\\d\\d)[ap]|(?<=\\d)p|noon|uhr|heures|horas|uur|hrs?|hs|h|o['’]clock)(?![\\p{L}\\d]))?" +
    '(?<quarters>\\s(?:(?:moins|menos) (?:le )?(?:quart|cuarto)|(?:et|y) (?:quart|cuarto|demie?|media))(?!\\p{L}))?',
  'iuy',
)
/** What stands before an hour and how many minutes it adds: "half past two", "halb drei". */
const FRACTIONS: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})(?:halb|(?:om|rond|tegen) half)\s$/iu, -30],
  [/(?<!\p{L})half(?: past)?\s$/iu, 30],
  [/(?<!\p{L})(?:quarter past|viertel nach)\s$/iu, 15],
  [/(?<!\p{L})(?:quarter to|viertel vor|dreiviertel)\s$/iu, -15],
]
const FRACTION_AHEAD =
  /(?:half(?: past)?|halb|quarter (?:past|to)|viertel (?:nach|vor)|dreiviertel)\s(?=\d|\p{L})/iuy
/** What makes a number part of something else: "10%", "5.1.2", "3k". */
const NO_CLOCK_BEHIND = /^(?:[\p{L}\d%€$/]|[.,:]\d)/u

const BEGIN = new RegExp(`(?<![\\p{L}\\d:.,/+_$€£-]|del )(?:\\d|(?:${hourWords})(?!\\p{L}))`, 'giu')
const ABOUT =
  '(?:(?:ca|approx|aprox)\\.|approximately|about|roughly|around|etwa|längstens|spätestens|environ|sobre)?\\s?'
const SEPARATOR = new RegExp(
  `\\s?(?:[-–—‑]|(?:to|until|till|bis(?: um)?|à|a(?: las)?|às|hasta(?: las)?|tot|alle|and|und|et|y(?: las)?)(?!\\p{L}))\\s?${ABOUT}`,
  'iuy',
)
/** What stands before an end or a deadline: "Ende 15:00", "done by 12:30", "avant jeudi midi". */
const ENDS =
  /(?<!\p{L})(?:until|till|ends?|ending|finish(?:es|ing)?|by|before|shuts?|closes|closing date|due|deadline|no later than|an|bis|ende|endet|spätestens|vor|frist|jusqu['’](?:à|au)|fin|clôture|termine|avant|date limite|hasta|termina|acaba|vence|plazo|antes d[eo]l?|até|prazo|fine|término)(?:[\s:,¤]|at|um|gegen|à|a las?|al?|las|le|el|am|zum|jeweils|about|by|ca\.|around|roughly|approx\p{L}*\.?|etwa|environ)*$/iu
const AT = /(?:^|[\s(¤])(?:at|um|gegen|à|vers|a las?|a les|sobre las|om|alle|ore|às)\s+$/iu
/** A time of day and nothing else. */
const SURELY_AT = new RegExp(
  `(?:(?<!\\p{L})(?:a las?|a les|às)|${DAY_MARK}[\\s,]*(?:at|um|à))\\s+$`,
  'iu',
)
const DAY = new RegExp(`${DAY_MARK}[\\s,|–-]*$`, 'u')
const FROM =
  /(?:^|[\s(])(?:from|between|von|ab|zwischen|de|dès|entre|desde|das|come for)\s+(?:las\s+)?$/iu
const PAIR = /(?:^|[\s(])(?:between|zwischen|entre)\s+(?:las\s+)?$/iu
/** What may stand behind a bare number that is a time. */
const AFTER_BARE =
  /^\s*(?:$|[\n,;.!?()–—¤-]|(?:on|in the|this|next|for|with|via|or|oder|ou|am|le|el|tomorrow|sharp|UTC|GMT|[A-Z]{1,3}[ES]?T|MEZ|MESZ|(?:mon|tues|wednes|thurs|fri)day|\p{L}+ time)(?!\p{L}))/iu
const NO_TIME_BEHIND =
  /^\s?(?:min|tage?n?|days?|jours|días|weeks?|wochen|people|persons?|personen|personas|stunden|hours|heures|%|€)/iu
const HOURS = /(?:\dh|\sh|hrs?|heures?|horas?)$/i
/** What makes hours a length of time: "10 h par semaine", "un entretien de 1h30". */
const LENGTH_AFTER = /^\s?(?:par|de|d['’]|pro|per|of|a la|\/)(?!\p{L})/iu
const LENGTH_BEFORE =
  /(?:^|\s)(?:de|environ|pendant|durée|dauert|ca\.|etwa|rund|about|takes|for|für|dura|durante|unas?|hace|of)\s+$/iu
const EVENING =
  'afternoon|evening|nachmittags?|abends?|après-midi|soir|tarde|noche|mediodía|pomeriggio|sera|middag|avond'
const AFTERNOON = new RegExp(
  `^\\s?(?:(?:in the|am|de l['’]|du|de la|por la|da|del|dell['’]) ?)?(?:this )?(?:${EVENING})(?!\\p{L})`,
  'iu',
)
const AFTERNOON_BEFORE = new RegExp(
  `(?:${EVENING}|tonight|esta noche|ce soir|stasera|vanavond)[\\s,]*(?:at|um|gegen|à|a las?|om|alle)?\\s*$`,
  'iu',
)
const MORNING =
  /^\s?(?:(?:in the|am|du|de la|por la|da|del) )?(?:morning|morgens?|vormittags?|früh|matin|mañana|manhã|mattino|mattina)(?!\p{L})/iu

const minutesOf = ({ hour, minute }: ClockTime) => hour * 60 + minute

function later({ hour, minute }: ClockTime, hours: number): ClockTime {
  return { hour: hour + hours, minute }
}

function formOf(unit: string, minutes: string | undefined, sign: string): WrittenClock['form'] {
  if (unit !== '') return 'unit'
  if (minutes === undefined) return 'bare'
  return sign === '.' ? 'dotted' : 'minutes'
}

/** Adds minutes, around the clock of twelve hours where that is what is spoken of. */
function shifted(hour: number, minutes: number): ClockTime {
  const time = (hour * 60 + minutes + 1440) % 1440
  return { hour: Math.floor(time / 60), minute: time % 60 }
}

function quartersIn(words: string): number {
  const minutes = /quart|cuarto/i.test(words) ? 15 : 30
  return /mo?in|menos/i.test(words) ? -minutes : minutes
}

function meridiemOf(unit: string): WrittenClock['meridiem'] {
  const letter = unit.charAt(0).toLowerCase()
  return letter === 'a' ? 'am' : letter === 'p' || letter === 'n' ? 'pm' : null
}

/** The hour of a day; null where no clock shows it so. */
function hourOf(hour: number, minute: number, meridiem: WrittenClock['meridiem']): number | null {
  if (meridiem === null) return minute <= 59 && hour * 60 + minute <= 24 * 60 ? hour : null
  if (hour < 1 || hour > 12 || minute > 59) return null
  return (hour % 12) + (meridiem === 'pm' ? 12 : 0)
}

/** Reads the time of day that begins at an index of a text; null where none does. */
function readClock(text: string, index: number): WrittenClock | null {
  CLOCK.lastIndex = index
  const match = CLOCK.exec(text)
  if (!match?.groups) return null
  const { hours = '', sign = '', minutes, unit: written = '', quarters } = match.groups
  // "um 10 am 24. November": a German "am" is a preposition
  const isGerman =
    /^am$/i.test(written) &&
    /(?:um|gegen|nach|vor|halb)\s$/i.test(text.slice(Math.max(0, index - 7), index))
  const word = hours.toLowerCase()
  const unit = NOON.test(word) ? 'noon' : isGerman ? '' : written
  const meridiem = meridiemOf(unit)
  const end = index + match[0].length - (isGerman ? 3 : 0)
  const minute = Number(minutes ?? 0)
  const hour = hourOf(SPOKEN.get(word) ?? Number(hours), minute, meridiem)
  if (hour === null || NO_CLOCK_BEHIND.test(text.slice(end, end + 2))) return null
  const time = quarters ? shifted(hour, quartersIn(quarters)) : { hour, minute }
  const form = formOf(unit, minutes, sign)
  const isSpoken = SPOKEN.has(word) && /clock$/i.test(written)
  return { ...time, end, meridiem, form, hasZero: hours.startsWith('0'), isSpoken }
}

/** The same with the words before it, "half past two"; null where they name no exact time. */
function readSpoken(
  text: string,
  index: number,
): (WrittenClock & { readonly index: number }) | null {
  const clock = readClock(text, index)
  const lead = text.slice(Math.max(0, index - 16), index)
  if (!clock) return null
  for (const [words, minutes] of FRACTIONS) {
    const said = words.exec(lead)?.[0]
    if (said && clock.hour <= 12 && clock.minute === 0)
      return {
        ...clock,
        ...shifted(clock.hour, minutes),
        form: 'unit',
        isSpoken: true,
        index: index - said.length,
      }
  }
  return /(?:past|kurz (?:vor|nach)|viertel)\s$/i.test(lead) ? null : { ...clock, index }
}

/** The end of a range, "half past two" or "14:30". */
function readEnd(text: string, index: number): WrittenClock | null {
  FRACTION_AHEAD.lastIndex = index
  const said = FRACTION_AHEAD.exec(text)
  return said ? readSpoken(text, index + said[0].length) : readClock(text, index)
}

function rangeEnd(text: string, from: WrittenClock, isPair: boolean): WrittenClock | null {
  SEPARATOR.lastIndex = from.end
  const separator =
    SEPARATOR.exec(text)?.[0] ?? /^[ \t|]+(?=\d\d?[:h.]\d\d)/.exec(text.slice(from.end))?.[0]
  if (
    separator === undefined ||
    (/(?<!\p{L})(?:and|und|et|y)(?!\p{L})/iu.test(separator) && !isPair)
  )
    return null
  const to = readEnd(text, from.end + separator.length)
  if (!to || minutesOf(to) === minutesOf(from)) return null
  // two columns of a table
  if (separator.trim() === '' && (to.form !== from.form || minutesOf(to) < minutesOf(from)))
    return null
  const isClear = to.form !== 'bare' || AFTER_BARE.test(text.slice(to.end, to.end + 30))
  return isClear ? to : null
}

/** What stands around a time. */
interface Around {
  readonly before: string
  readonly after: string
}

/** Whether something written like this is a time at all, with what stands around it. */
function isTime(from: WrittenClock, to: WrittenClock | null, { before, after }: Around): boolean {
  const forms = [from.form, to?.form]
  if (forms.includes('minutes') || forms.includes('unit')) return true
  if (SURELY_AT.test(before) && !NO_TIME_BEHIND.test(after)) return true
  const isLed = AT.test(before) || (to !== null && (FROM.test(before) || DAY.test(before)))
  if (forms.every((form) => form === 'dotted')) return true
  if (forms.includes('dotted')) return isLed || DAY.test(before) || /^\s?¤/.test(after)
  return isLed && AFTER_BARE.test(after)
}

/** Whether hours are a length of time and no time of day. */
function isLength(clock: WrittenClock, words: string, { before, after }: Around): boolean {
  if (!HOURS.test(words) && !/\dh\d/i.test(words)) return false
  if (AFTERNOON.test(after) || MORNING.test(after)) return false
  if (/\d horas$/i.test(words) && clock.minute === 0) return !AT.test(before)
  return (
    (clock.minute === 0 && LENGTH_AFTER.test(after)) ||
    (clock.hour < 7 && LENGTH_BEFORE.test(before))
  )
}

/** Fills in the half of the day that only one end of a range names: "3 to 4 pm", "11 to 1 pm". */
function settle(from: WrittenClock, to: WrittenClock): readonly [ClockTime, ClockTime] {
  const isLate =
    !from.meridiem && to.meridiem && from.hour < 12 && minutesOf(from) + 720 < minutesOf(to)
  const begin = isLate ? later(from, 12) : from
  if (minutesOf(to) > minutesOf(begin)) return [begin, to]
  const isAfternoon = !to.meridiem && to.hour < 12 && minutesOf(to) + 720 > minutesOf(begin)
  return [begin, later(to, isAfternoon ? 12 : 24)]
}

/** Nobody meets at these hours of the night: "at 3", "um halb fünf" are said of the afternoon. */
const AFTERNOON_ONLY = 6
/** At 23:59 something ends. */
const LAST_MINUTE = 23 * 60 + 59

/** By how many hours a time is meant later than it is written; null where nobody can tell. */
function laterBy(
  from: WrittenClock,
  [start, finish]: readonly [ClockTime, ClockTime | null],
  { before, after }: Around,
): number | null {
  if (from.meridiem || MORNING.test(after)) return 0
  if (AFTERNOON.test(after) || AFTERNOON_BEFORE.test(before)) return start.hour < 12 ? 12 : 0
  if (from.hasZero || (finish?.hour ?? 0) > 12 || start.hour > 7) return 0
  const isSaid = from.form === 'bare' || from.isSpoken === true
  if (isSaid && start.hour < AFTERNOON_ONLY) return 12
  return start.hour === 0 || (start.hour === 7 && !isSaid) ? 0 : null
}

/** What stands before an index, each day in it as one mark. */
function leadOf(marked: string, index: number): string {
  return marked
    .slice(Math.max(0, index - 80), index)
    .replace(/¤+/g, DAY_MARK)
    .slice(-40)
}

function hitAt(text: string, marked: string, begin: number): ClockHit | null {
  const from = readSpoken(marked, begin)
  if (!from) return null
  const { index } = from
  const before = leadOf(marked, index)
  const to = rangeEnd(marked, from, PAIR.test(before))
  const { end } = to ?? from
  const around = { before, after: marked.slice(end, end + 30) }
  if (!isTime(from, to, around)) return null
  if (!to && isLength(from, marked.slice(index, end), around)) return null
  const ends = to ? settle(from, to) : ([from, null] as const)
  const [start, finish] = ends
  const lead = text.slice(Math.max(0, index - 24), index)
  const shift = to?.meridiem ? 0 : laterBy(from, ends, { ...around, before: lead })
  const isLate = (shift ?? 0) > 0 && finish !== null && finish.hour < 12
  return {
    index,
    end,
    from: later(start, shift ?? 0),
    to: isLate ? later(finish, 12) : finish,
    isHalfDay: shift === null,
  }
}

/** An end that is named apart, "Beginn 14:00 / Ende 15:00", belongs to the time before it. */
function withEnd(begun: ClockHit | undefined, ending: ClockHit, gap: string): ClockHit | null {
  if (!begun || begun.to || gap.length > 60 || /\n\s*\n/.test(gap) || ending.to) return null
  const { from: to } = ending
  return minutesOf(to) > minutesOf(begun.from) ? { ...begun, to } : null
}

/**
 * Times of day of a text, in order, without overlaps, as English, German, French and Spanish write
 * them. `marked` is the text with `DAY_MARK` for each character of its days. A time until which
 * something lasts is no time of its own.
 */
export function findClocks(text: string, marked: string): ClockHit[] {
  const hits: ClockHit[] = []
  for (const { index } of marked.matchAll(BEGIN)) {
    const last = hits.at(-1)
    const hit =
      index < (last?.end ?? 0) || hits.length >= HITS_MAX ? null : hitAt(text, marked, index)
    if (!hit) continue
    const isEnd = ENDS.test(leadOf(marked, hit.index)) || minutesOf(hit.from) >= LAST_MINUTE
    const whole = isEnd ? withEnd(last, hit, marked.slice(last?.end ?? 0, index)) : null
    if (whole) hits[hits.length - 1] = whole
    else if (!isEnd) hits.push(hit)
  }
  return hits
}

const MINUTE_MS = 60_000
/** What no appointment is shorter or longer than, in minutes. */
const SHORTEST = 10
const LONGEST = 480

const HOUR_WORDS = '(?:hours?|std\\.?|stunden?|heures|horas)'
/** Lengths of time, longest expression first, with the minutes of each or of what it counts. */
const expressions: readonly (readonly [says: string, minutes: number])[] = [
  [
    '(?:an|one|1)[ -]hour and a half|one and a half hours|(?:anderthalb|eineinhalb) stunden|(?:une|1) heure et demie|(?:una )?hora y media|1 ?h ?30(?= |$|[.,;!?)])',
    90,
  ],
  ['three[ -]quarters of an hour|(?:eine )?dreiviertelstunde|trois quarts d.heure', 45],
  [
    'half an hour|half[ -]hour|(?:eine )?halbe stunde|halbstündig\\p{L}*|(?:une )?demi[ -]heure|media hora',
    30,
  ],
  ['quarter of an hour|(?:eine )?viertelstunde|(?:un )?quart d.heure|(?:un )?cuarto de hora', 15],
  ['(\\d{2,3})[\\s-]?(?:min(?:ute[ns]?|uten|utos)?|minütig\\p{L}*)', 1],
  [`([1-4](?:[.,]5)?)[\\s-]?(?:hours?|std\\.?|stunden?|stündig\\p{L}*)`, 60],
  [`(?:two|zwei|deux|dos)[\\s-]${HOUR_WORDS}`, 120],
  [`(?:three|drei|trois|tres)[\\s-]${HOUR_WORDS}`, 180],
  ['(?:an|one)[ -]hour|einstündig\\p{L}*|eine(?:r)? stunde|(?:une heure|una hora)(?! ?\\d)', 60],
]
const LENGTH = new RegExp(
  `(?<![\\p{L}\\d.,:])(?:${expressions.map(([says]) => `(?:${says})`).join('|')})(?!\\p{L})`,
  'giu',
)

/** How far off, how early or how often something is: no length of an appointment. */
const OTHER_AFTER =
  /^\s?(?:early|earlier|before|beforehand|ahead|in advance|prior|ago|late[r]?|away|drive|walk|ride|from|per|vorher|früher|vor|zu fuß|fußweg|entfernt|später|avant|plus tôt|à pied|plus tard|de marche|antes|después|a pie)(?!\p{L})/iu
const OTHER_BEFORE =
  /(?:^|\s)(?:within|every|after|in|before|dentro de|antes de|cada|(?:€|\$|eur|usd|euros?|dollars?)|binnen|innerhalb(?: von)?|alle|vor|nach|après|dans(?: les)?|toutes les)(?: the (?:next|last))?\s$/iu

function minutesIn(words: string): number {
  for (const [says, minutes] of expressions) {
    const found = new RegExp(`^(?:${says})$`, 'iu').exec(words)
    if (found) return minutes * Number((found[1] ?? '1').replace(',', '.'))
  }
  return 0
}

/**
 * How long a text says that something takes, in milliseconds: "about 45 minutes", "une heure et
 * demie", "eine halbe Stunde". Null unless it names exactly one length, of 10 minutes to 8 hours.
 */
export function lengthIn(text: string): number | null {
  const lengths = [...text.matchAll(LENGTH)]
    .filter(({ 0: words, index }) => {
      const before = text.slice(Math.max(0, index - 30), index)
      return !OTHER_AFTER.test(text.slice(index + words.length)) && !OTHER_BEFORE.test(before)
    })
    .map(([words]) => minutesIn(words))
  const [only = 0] = lengths
  return lengths.length === 1 && only >= SHORTEST && only <= LONGEST ? only * MINUTE_MS : null
}

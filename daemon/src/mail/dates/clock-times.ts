import type { Language } from './detect-language.ts'
import { type ClockTime, readClock, type WrittenClock } from './read-clock.ts'

/** A time of day in a text, with its end where one is named. */
export interface ClockHit {
  readonly index: number
  readonly end: number
  readonly from: ClockTime
  readonly to: ClockTime | null
  /** Nothing says whether it is meant in the morning or in the afternoon. */
  readonly isHalfDay: boolean
}

/** What stands around a time. */
interface Around {
  readonly before: string
  readonly after: string
}

/** What stands for each character of a day: days are found before times of day. */
export const DAY_MARK = '¤'

const BEGIN = /(?<![\p{L}\d:.,/+_-])(?:\d|noon|midday|midi)/giu
const SEPARATOR = /\s?(?:[-–—‑]|to|until|till|bis(?: um)?|à|and|und|et)\s?/iuy
const AT = /(?:^|[\s(])(?:at|um|gegen|à|vers)\s+$/iu
const DAY = new RegExp(`${DAY_MARK}[\\s,|–-]*$`, 'u')
const FROM = /(?:^|[\s(])(?:from|between|von|ab|zwischen|de|dès|entre)\s+$/iu
const PAIR = /(?:^|[\s(])(?:between|zwischen|entre)\s+$/iu
const FRACTION =
  /(?:half|quarter|past|halb|viertel|dreiviertel|kurz)\s+(?:past\s+|to\s+|nach\s+|vor\s+)?$/iu
/** What may stand behind a bare number that is a time. */
const AFTER_BARE =
  /^\s*(?:$|[\n,;.!?()–—-]|(?:on|in the|this|next|for|with|via|or|oder|ou|am|le|tomorrow|sharp|UTC|GMT|[A-Z]{1,3}[ES]?T|MEZ|MESZ|(?:mon|tues|wednes|thurs|fri)day|\p{L}+ time)(?!\p{L}))/iu
const HOURS = /(?:\dh|\sh|hrs?|heures)$/i
/** What makes hours a length of time: "10 h par semaine", "un entretien de 1h30". */
const LENGTH_AFTER = /^\s?(?:par|de|d['’]|pro|per|of|\/)(?!\p{L})/iu
const LENGTH_BEFORE =
  /(?:^|\s)(?:de|environ|pendant|durée|dauert|ca\.|etwa|rund|about|takes|for|für)\s+$/iu
const AFTERNOON =
  /^\s?(?:in the (?:afternoon|evening)|(?:am )?(?:nachmittag|abend)s?|de l['’]après-midi|du soir)/iu
const MORNING = /^\s?(?:in the morning|(?:am )?(?:morgens?|vormittags?|früh)|du matin)/iu

const minutesOf = ({ hour, minute }: ClockTime) => hour * 60 + minute

function later({ hour, minute }: ClockTime, hours: number): ClockTime {
  return { hour: hour + hours, minute }
}

function rangeEnd(
  text: string,
  from: WrittenClock,
  isPair: boolean,
  language: Language,
): WrittenClock | null {
  SEPARATOR.lastIndex = from.end
  const separator = SEPARATOR.exec(text)?.[0]
  if (separator === undefined || (/and|und|et/i.test(separator) && !isPair)) return null
  const to = readClock(text, from.end + separator.length, language)
  if (!to || minutesOf(to) === minutesOf(from)) return null
  const isClear = to.form !== 'bare' || AFTER_BARE.test(text.slice(to.end, to.end + 30))
  return isClear ? to : null
}

/** Whether something written like this is a time at all, with what stands around it. */
function isTime(from: WrittenClock, to: WrittenClock | null, { before, after }: Around): boolean {
  const forms = [from.form, to?.form]
  if (forms.includes('minutes') || forms.includes('unit')) return true
  const isLed = AT.test(before) || (to !== null && FROM.test(before))
  if (forms.includes('dotted')) return isLed || DAY.test(before)
  return isLed && AFTER_BARE.test(after)
}

/** Whether hours are a length of time and no time of day. */
function isLength(clock: WrittenClock, words: string, { before, after }: Around): boolean {
  if (!HOURS.test(words) && !/\dh\d/i.test(words)) return false
  if (AFTERNOON.test(after) || MORNING.test(after)) return false
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

function hitAt(text: string, index: number, language: Language): ClockHit | null {
  const from = readClock(text, index, language)
  const before = text.slice(Math.max(0, index - 24), index)
  if (!from || FRACTION.test(before)) return null
  const to = rangeEnd(text, from, PAIR.test(before), language)
  const { end } = to ?? from
  const around = { before, after: text.slice(end, end + 30) }
  if (!isTime(from, to, around)) return null
  if (!to && isLength(from, text.slice(index, end), around)) return null
  const [begin, finish] = to ? settle(from, to) : [from, null]
  const isAfternoon = AFTERNOON.test(around.after) && begin.hour < 12
  const shift = isAfternoon ? 12 : 0
  const isMarked = [from.meridiem, to?.meridiem].some(Boolean) || from.hasZero || isAfternoon
  const isEarly = begin.hour > 0 && begin.hour < 7 && (finish?.hour ?? 0) < 13
  return {
    index,
    end,
    from: later(begin, shift),
    to: finish && later(finish, shift),
    isHalfDay: isEarly && !isMarked && !MORNING.test(around.after),
  }
}

/** Times of day of an English, German or French text, in order, without overlaps. */
export function findClockTimes(text: string, language: Language): ClockHit[] {
  const hits: ClockHit[] = []
  for (const { index } of text.matchAll(BEGIN)) {
    if (index < (hits.at(-1)?.end ?? 0)) continue
    const hit = hitAt(text, index, language)
    if (hit) hits.push(hit)
  }
  return hits
}

import type { Language } from './detect-language.ts'

/** A time of day; `hour` may be 24 or more where an end lies on the next day. */
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

interface Clock extends ClockTime {
  readonly end: number
  readonly meridiem: 'am' | 'pm' | null
  /** How it is written: "10:00" or "14h30", "9.30", "14 Uhr", or a bare "10". */
  readonly form: 'minutes' | 'dotted' | 'unit' | 'bare'
  readonly hasZero: boolean
}

const CLOCK =
  /(\d{1,2})(?:(?::|\.|\s?h\s?|\s?heures?\s|\s?uhr\s)(\d{2})(?!\.?\d|\.?\s?(?:jan|feb|fév|m[aäe]r|apr|avr|ma[iy]|ju|aug|ao|sep|o[kc]t|nov|de[cz]|déc)))?(?::\d{2}(?!\d))?(?:\s?(a\.m\.|p\.m\.|am|pm|uhr|heures|hrs?|h|o['’]clock)(?![\p{L}\d]))?/iuy
const NOON = /(?:12\s)?(?:noon|midday)(?!\p{L})|midi(?![\p{L}-])/iuy
const SEPARATOR = /\s?(?:[-–—‑]|to|until|till|bis(?: um)?|à|and|und|et)\s?(?:ca\.\s)?/iuy
const BEGIN = /(?<![\p{L}\d:.,/+_-])(?:\d|noon|midday|midi)/giu
const AT = /(?:^|[\s(])(?:at|um|gegen|à|vers)\s+$/iu
const FROM = /(?:^|[\s(])(?:from|between|von|ab|zwischen|de|dès|entre)\s+$/iu
const PAIR = /(?:^|[\s(])(?:between|zwischen|entre)\s+$/iu
const FRACTION =
  /(?:half|quarter|past|halb|viertel|dreiviertel|kurz)\s+(?:past\s+|to\s+|nach\s+|vor\s+)?$/iu
const AFTER_BARE =
  /^\s*(?:$|[\n,;.!?()–—-]|(?:on|in the|this|next|for|with|via|or|oder|ou|am|le|tomorrow|sharp|UTC|GMT|[A-Z]{1,3}[ES]?T|MEZ|MESZ|(?:mon|tues|wednes|thurs|fri)day|\p{L}+ time)(?!\p{L}))/iu
/** What makes hours a length of time: "10 h par semaine", "un entretien de 1h30". */
const LENGTH_AFTER = /^\s?(?:par|de|d['’]|pro|per|of|\/)(?!\p{L})/iu
const LENGTH_BEFORE =
  /(?:^|\s)(?:de|environ|pendant|durée|dauert|ca\.|etwa|rund|about|takes|for|für)\s+$/iu
const AFTERNOON = /^\s?(?:in the|this) (?:afternoon|evening)/i

function clockAt(text: string, index: number, language: Language): Clock | null {
  NOON.lastIndex = index
  if (NOON.test(text))
    return {
      hour: 12,
      minute: 0,
      end: NOON.lastIndex,
      meridiem: 'pm',
      form: 'unit',
      hasZero: false,
    }
  CLOCK.lastIndex = index
  const match = CLOCK.exec(text)
  if (!match) return null
  const [words, digits = '', minutes, suffix = ''] = match
  // "um 10 am 24. November": a German "am" is a preposition.
  if (language === 'de' && suffix.toLowerCase() === 'am')
    return clockAt(text.slice(0, index + words.length - 2).trimEnd(), index, language)
  const meridiem = /^[ap]/i.test(suffix) ? (/^a/i.test(suffix) ? 'am' : 'pm') : null
  const [hour, minute] = [Number(digits), Number(minutes ?? 0)]
  const end = index + words.length
  if (hour > (meridiem ? 12 : 24) || minute > 59 || (meridiem && hour === 0)) return null
  if (/^[\p{L}\d%€$/]|^[.,:]\d/u.test(text.slice(end, end + 2))) return null
  const dotted = words[digits.length] === '.'
  return {
    hour: meridiem === 'pm' ? (hour % 12) + 12 : meridiem === 'am' ? hour % 12 : hour,
    minute,
    end,
    meridiem,
    form: suffix !== '' ? 'unit' : minutes === undefined ? 'bare' : dotted ? 'dotted' : 'minutes',
    hasZero: digits.startsWith('0'),
  }
}

function rangeEnd(text: string, from: Clock, isPair: boolean, language: Language): Clock | null {
  SEPARATOR.lastIndex = from.end
  const match = SEPARATOR.exec(text)
  if (!match || (/^\s?(?:and|und|et)/i.test(match[0]) && !isPair)) return null
  return clockAt(text, from.end + match[0].length, language)
}

/** Whether something written like this is a time at all, with what stands around it. */
function isTime(from: Clock, to: Clock | null, before: string, after: string): boolean {
  const forms = [from.form, to?.form]
  if (forms.includes('minutes') || forms.includes('unit')) return true
  if (forms.includes('dotted')) return AT.test(before) || (to !== null && FROM.test(before))
  return (AT.test(before) || (to !== null && FROM.test(before))) && AFTER_BARE.test(after)
}

const minutesOf = ({ hour, minute }: ClockTime) => hour * 60 + minute

function later({ hour, minute }: ClockTime, hours: number): ClockTime {
  return { hour: hour + hours, minute }
}

/** Fills in the half of the day that only one end of a range names: "3 to 4 pm", "11 to 1 pm". */
function settle(from: Clock, to: Clock): [ClockTime, ClockTime] {
  let [begin, end]: ClockTime[] = [from, to] as [ClockTime, ClockTime]
  if (!from.meridiem && to.meridiem && from.hour < 12 && minutesOf(from) + 720 < minutesOf(to))
    begin = later(from, 12)
  if (!to.meridiem && minutesOf(end as ClockTime) <= minutesOf(begin as ClockTime)) {
    const pm = later(to, 12)
    end = to.hour < 12 && minutesOf(pm) > minutesOf(begin as ClockTime) ? pm : later(to, 24)
  } else if (minutesOf(end as ClockTime) <= minutesOf(begin as ClockTime)) end = later(to, 24)
  return [begin as ClockTime, end as ClockTime]
}

function hitAt(text: string, index: number, language: Language): ClockHit | null {
  const before = text.slice(Math.max(0, index - 24), index)
  const from = clockAt(text, index, language)
  if (!from || FRACTION.test(before)) return null
  const second = rangeEnd(text, from, PAIR.test(before), language)
  const to = second && minutesOf(second) !== minutesOf(from) ? second : null
  const end = (to ?? from).end
  const after = text.slice(end, end + 30)
  if (!isTime(from, to, before, after)) return null
  const [begin, finish] = to ? settle(from, to) : [from, null]
  const isAfternoon = AFTERNOON.test(after) && begin.hour < 12
  const isWhole = from.form === 'unit' && from.minute === 0 && !from.meridiem
  const isHours = !to && /\dh|\sh(?:\s|$)|hrs?$|heures$/i.test(text.slice(index, end))
  if (isHours && isWhole && LENGTH_AFTER.test(after)) return null
  if (isHours && begin.hour < 7 && LENGTH_BEFORE.test(before)) return null
  const isMarked = from.meridiem !== null || to?.meridiem || from.hasZero || isAfternoon
  return {
    index,
    end,
    from: isAfternoon ? later(begin, 12) : { hour: begin.hour, minute: begin.minute },
    to: finish && (isAfternoon ? later(finish, 12) : { hour: finish.hour, minute: finish.minute }),
    isHalfDay: !isMarked && begin.hour < 7 && begin.hour > 0 && (finish?.hour ?? 0) < 13,
  }
}

/** Times of day of an English, German or French text, in order, without overlaps. */
export function findClockTimes(text: string, language: Language): ClockHit[] {
  const hits: ClockHit[] = []
  let end = 0
  for (const { index } of text.matchAll(BEGIN)) {
    if (index < end) continue
    const hit = hitAt(text, index, language)
    if (!hit) continue
    hits.push(hit)
    end = hit.end
  }
  return hits
}

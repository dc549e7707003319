import type { Language } from './detect-language.ts'

/** A time of day; `hour` may be 24 or more where it lies on the next day. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
}

/** A time of day as it is written. */
export interface WrittenClock extends ClockTime {
  readonly end: number
  readonly meridiem: 'am' | 'pm' | null
  /** "10:00" or "14h30", "9.30", "14 Uhr" or "3 pm", or a bare "10". */
  readonly form: 'minutes' | 'dotted' | 'unit' | 'bare'
  /** Written with a zero in front, as only clocks of 24 hours are. */
  readonly hasZero: boolean
}

const MONTH = 'jan|feb|fév|m[aäe]r|apr|avr|ma[iy]|ju|aug|ao|sep|o[kc]t|nov|de[cz]|déc'
const CLOCK = new RegExp(
  '(?<hours>\\d{1,2})' +
    `(?:(?<sign>:|\\.|\\s?h\\s?|\\s?heures?\\s|\\s?uhr\\s)(?<minutes>\\d{2})(?!\\.?\\d|\\.?\\s?(?:${MONTH})))?` +
    '(?::\\d{2}(?!\\d))?' +
    "(?:\\s?(?<unit>a\\.m\\.|p\\.m\\.|am|pm|uhr|heures|hrs?|h|o['’]clock)(?![\\p{L}\\d]))?",
  'iuy',
)
const NOON = /(?:12\s)?(?:noon|midday)(?!\p{L})|midi(?![\p{L}-])/iuy
/** What makes a number part of something else: "10%", "5.1.2", "3k". */
const NO_CLOCK_BEHIND = /^(?:[\p{L}\d%€$/]|[.,:]\d)/u

function meridiemOf(unit: string): 'am' | 'pm' | null {
  const letter = unit[0]?.toLowerCase()
  return letter === 'a' ? 'am' : letter === 'p' ? 'pm' : null
}

function formOf(unit: string, minutes: string | undefined, sign: string): WrittenClock['form'] {
  if (unit !== '') return 'unit'
  if (minutes === undefined) return 'bare'
  return sign === '.' ? 'dotted' : 'minutes'
}

function hourOf(hours: number, meridiem: 'am' | 'pm' | null): number {
  return meridiem === null ? hours : (hours % 12) + (meridiem === 'pm' ? 12 : 0)
}

/** Reads the time of day that begins at an index of a text; null where none does. */
export function readClock(text: string, index: number, language: Language): WrittenClock | null {
  NOON.lastIndex = index
  if (NOON.test(text)) {
    const end = NOON.lastIndex
    return { hour: 12, minute: 0, end, meridiem: 'pm', form: 'unit', hasZero: false }
  }
  CLOCK.lastIndex = index
  const match = CLOCK.exec(text)
  if (!match?.groups) return null
  const { hours = '', sign = '', minutes, unit: written = '' } = match.groups
  // "um 10 am 24. November": a German "am" is a preposition.
  const unit = language === 'de' && written.toLowerCase() === 'am' ? '' : written
  const meridiem = meridiemOf(unit)
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (minute > 59 || hour * 60 + minute > (meridiem ? 12 * 60 + 59 : 24 * 60)) return null
  const length = unit === written ? match[0].length : match[0].length - written.length - 1
  const end = index + length
  if ((meridiem && hour === 0) || NO_CLOCK_BEHIND.test(text.slice(end, end + 2))) return null
  const form = formOf(unit, minutes, sign)
  return { hour: hourOf(hour, meridiem), minute, end, meridiem, form, hasZero: /^0/.test(hours) }
}

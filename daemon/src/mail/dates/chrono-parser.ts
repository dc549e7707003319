import type { Chrono, Parser, ParsingContext } from 'chrono-node'
import type { Language } from './detect-language.ts'

const MONTHS =
  'jan|fe[bv]|fév|mar|mär|mrz|apr|avr|ma[iy]|jun|jul|jui|aug|aoû|aou|sep|okt|oct|nov|de[cz]|déc'

type Extracted = { year?: number; month: number; day: number; weekday?: number } | null

/** A parser for a pattern of which nothing may stand directly before it. */
function parser(
  pattern: RegExp,
  extract: (match: RegExpMatchArray, context: ParsingContext) => Extracted,
): Parser {
  return {
    pattern: () => pattern,
    extract: (context, match) =>
      /[\p{L}\d.,/:+-]/u.test(context.text[(match.index ?? 0) - 1] ?? ' ')
        ? null
        : extract(match, context),
  }
}

function dayAndMonth(match: RegExpMatchArray): Extracted {
  const [day, month] = [Number(match[1]), Number(match[2])]
  if (day < 1 || day > 31 || month < 1 || month > 12) return null
  return match[3] === undefined ? { day, month } : { day, month, year: Number(match[3]) }
}

/** "12.03.2026" is day first in every language. */
const dotted = parser(/(\d{1,2})\.\s?(\d{1,2})\.\s?(20\d{2})(?![\d.]*\d)/, dayAndMonth)
/** "am 24.11. um 10 Uhr"; "um 9.10." is a time. */
const dottedNoYear = parser(
  /(\d{1,2})\.\s?(\d{1,2})\.(?!\d|\s\d{2,4}(?![\d:.h]| ?uhr))/i,
  (match, { text }) =>
    /(?:um|gegen|at|à|vers) $/iu.test(text.slice(Math.max(0, (match.index ?? 0) - 7), match.index))
      ? null
      : dayAndMonth(match),
)
const dayAfterTomorrow = parser(/après-demain(?!\p{L})/iu, (_match, { refDate }) => {
  const day = new Date(refDate)
  day.setDate(day.getDate() + 2)
  return { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() }
})

const WEEKDAYS: Record<Language, string> = {
  en: 'sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?',
  de: 'so(?:nntag)?|mo(?:ntag)?|di(?:enstag)?|mi(?:ttwoch)?|do(?:nnerstag)?|fr(?:eitag)?|sa(?:mstag)?',
  fr: 'dim(?:anche)?|lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?',
}

const WEEKDAY_AND_NUMBER: Record<Language, RegExp> = {
  en: new RegExp(
    `(${WEEKDAYS.en})\\.?,? (?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:of )?(?:${MONTHS}))`,
    'i',
  ),
  de: new RegExp(
    `(${WEEKDAYS.de})\\.?,? (?:den |dem )?(\\d{1,2})\\.(?!\\s?(?:\\d|${MONTHS}))`,
    'i',
  ),
  fr: new RegExp(
    `(${WEEKDAYS.fr})\\.?,? (?:le )?(\\d{1,2})(?![\\d:.h/]| ?(?:h(?!\\p{L})|heures|${MONTHS}))`,
    'iu',
  ),
}

/** "Monday the 30th": the next month in which they meet, from a week ago on. */
function weekdayAndNumber(language: Language): Parser {
  const names = WEEKDAYS[language]
    .split('|')
    .map((name) => name.slice(0, language === 'fr' ? 3 : 2))
  return parser(WEEKDAY_AND_NUMBER[language], (match, { refDate }) => {
    const weekday = names.findIndex((name) => match[1]?.toLowerCase().startsWith(name))
    const day = new Date(refDate)
    for (let ahead = -7; ahead < 150; ahead++) {
      day.setTime(refDate.getTime())
      day.setDate(refDate.getDate() + ahead)
      if (day.getDate() === Number(match[2]) && day.getDay() === weekday)
        return { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate(), weekday }
    }
    return null
  })
}

const OWN: Record<Language, readonly Parser[]> = {
  en: [dotted, weekdayAndNumber('en')],
  de: [dottedNoYear, weekdayAndNumber('de')],
  fr: [dotted, dottedNoYear, dayAfterTomorrow, weekdayAndNumber('fr')],
}

const parsers = new Map<Language, Chrono>()

/**
 * chrono-node for the days of a language. What it says about times, zones and lengths of time is
 * left out: it takes "14h et" for Eastern Time, "10 h 30" for ten o'clock, and knows half of
 * "3 to 4 pm".
 */
export async function openChrono(language: Language): Promise<Chrono> {
  const known = parsers.get(language)
  if (known) return known
  const { casual } = await (language === 'de'
    ? import('chrono-node/de')
    : language === 'fr'
      ? import('chrono-node/fr')
      : import('chrono-node/en'))
  const chrono = casual.clone()
  const isKept = (left: RegExp) => (part: object) => !left.test(part.constructor.name)
  chrono.parsers = [
    ...OWN[language],
    ...chrono.parsers.filter(isKept(/TimeExpression|CasualTime|TimeUnit|RelativeDate/)),
  ]
  chrono.refiners = chrono.refiners.filter(isKept(/^ExtractTimezone|MergeDateTime|MergeRelative/))
  parsers.set(language, chrono)
  return chrono
}

import type { TimeContext } from '../ports.ts'
import { ianaZone, offsetZone, resolveWallClock, type WallClock, type Zone } from './wall-clock.ts'
import { ianaName } from './zone-name.ts'
import { ABBREVIATIONS, type NamedZone, PLACES, TITLES } from './zone-table.ts'

/** Words about a zone. `zoneOf` answers with the zone of a time, or with why there is none. */
export interface ZoneWords {
  /** Where in the text that was read the words begin and end. */
  readonly index: number
  readonly end: number
  readonly zoneOf: (wall: WallClock) => Zone | string
}

type Meaning = ZoneWords['zoneOf']

const START = '(?<![\\p{L}\\p{N}_/])'
const END = '(?![\\p{L}\\p{N}_/])'

function anyOf(words: readonly string[]): string {
  return [...words].sort((a, b) => b.length - a.length).join('|')
}

const places = anyOf(Object.keys(PLACES))
const anyCase = places.replace(
  /(?<=^|\|| )\p{Ll}/gu,
  (letter) => `[${letter}${letter.toUpperCase()}]`,
)
const IANA =
  /(?<![\p{L}\p{N}_/:.])[A-Z][A-Za-z]{1,20}\/[A-Z][A-Za-z_-]{2,25}(?:\/[A-Z][A-Za-z_]{2,20})?(?![\p{L}\p{N}_/])/u
const OFFSET = /(?<![\p{L}\p{N}])(?:UTC|GMT)\s?([+\-−–])\s?(\d{1,2})(?::?(00|15|30|45))?(?!\d)/u
const BARE_OFFSET = /^\s?\(?([+\-−])(0\d|1[0-4](?=:))(?::?(00|15|30|45))\)?(?![\d:])/u
const SHORT = new RegExp(`${START}(?:${anyOf(Object.keys(ABBREVIATIONS))})${END}(?![+−-])`, 'u')
const TITLE = new RegExp(`${START}(?:${anyOf(Object.keys(TITLES))})${END}`, 'iu')
const OF_PLACE = new RegExp(
  `${START}(?:(${places})[ -](?:local )?(?:time|zeit)|(?:heure (?:de |d')|time in |zeit in |ortszeit )(${places}))${END}`,
  'iu',
)
/** "22:00 Berlin" and "22:00 (Berlin)", in capitals as places are. */
const PLACE_ALONE = new RegExp(`^[\\s,]*\\(?(?=\\p{Lu})(${anyCase})${END}`, 'u')
const COAST_ALONE =
  /^[\s,(]*(?:US )?(Eastern|Central|Mountain|Pacific)(?! (?:European|American|Standard|Daylight|Summer|Time))\b/
const NOBODYS =
  /(?<!\p{L})(?:local time|(?:your|my|our) (?:local )?time(?! ?zone)|ortszeit|lokalzeit|heure locale)(?!\p{L})/iu
/** Short names that are also words of a language count only right behind the time. */
const ALSO_WORDS = /^(?:..|EST|IST|WEST)$/

/** A name of summer or winter time holds only while clocks show it: "PST" in July says nothing. */
function meaningOf(words: string, { name, offset }: NamedZone): Meaning {
  const zone = ianaZone(name)
  return (wall) =>
    offset === undefined || zone.offsetAt(resolveWallClock(wall, zone)) === offset
      ? zone
      : `"${words}" does not fit the season of that day.`
}

function shortMeaning(words: string, context: TimeContext): Meaning {
  const candidates = ABBREVIATIONS[words] ?? []
  const london = ianaZone('Europe/London').offsetAt(Date.parse(context.sentAt))
  // Many British say GMT in summer, too, and mean what their clocks show.
  if (words === 'GMT' && london === 60 && context.dateOffset === london)
    return meaningOf(words, { name: 'Europe/London', offset: 0 })
  const atSender = candidates.filter(
    ({ name }) => ianaZone(name).offsetAt(Date.parse(context.sentAt)) === context.dateOffset,
  )
  const zone =
    candidates.length === 1
      ? candidates[0]
      : atSender.length === 1
        ? atSender[0]
        : candidates.find(({ isUsual }) => isUsual)
  return zone ? meaningOf(words, zone) : () => `"${words}" names more than one time zone.`
}

function offsetMeaning(match: RegExpExecArray, { userZone }: TimeContext): Meaning {
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  if (minutes > 14 * 60) return () => 'The mail names a time zone that does not exist.'
  return () => offsetZone(match[1] === '+' ? minutes : -minutes, userZone)
}

function placeMeaning(match: RegExpExecArray): Meaning | null {
  const name = PLACES[(match[1] ?? match[2] ?? '').toLowerCase()]
  return name === undefined ? null : meaningOf(match[0], { name })
}

function ianaMeaning(match: RegExpExecArray): Meaning | null {
  const name = ianaName(match[0])
  return name === null ? null : meaningOf(match[0], { name })
}

function titleMeaning(match: RegExpExecArray): Meaning | null {
  const zone = TITLES[match[0].toLowerCase()]
  return zone ? meaningOf(match[0], zone) : null
}

/** First words about a zone in a short text that begins right behind (or before) a time. */
export function readZoneWords(near: string, context: TimeContext): ZoneWords | null {
  const text = near.replaceAll('’', "'")
  const found: ZoneWords[] = []
  const look = (pattern: RegExp, meaning: (match: RegExpExecArray) => Meaning | null) => {
    const match = pattern.exec(text)
    const zoneOf = match && meaning(match)
    if (!match || !zoneOf) return
    const lead = match[0].search(/[^\s,(]/)
    found.push({ index: match.index + lead, end: match.index + match[0].length, zoneOf })
  }
  look(IANA, ianaMeaning)
  look(OFFSET, (match) => offsetMeaning(match, context))
  look(BARE_OFFSET, (match) => offsetMeaning(match, context))
  look(TITLE, titleMeaning)
  look(OF_PLACE, placeMeaning)
  look(PLACE_ALONE, placeMeaning)
  look(COAST_ALONE, (match) => {
    const zone = TITLES[`${match[1]?.toLowerCase()} time`]
    return zone ? meaningOf(match[0].trim(), zone) : null
  })
  look(NOBODYS, (match) => () => `"${match[0]}" does not say where.`)
  look(SHORT, (match) =>
    ALSO_WORDS.test(match[0]) &&
    (/[^\s,(]/.test(text.slice(0, match.index)) ||
      /^\s+\d/.test(text.slice(match.index + match[0].length)))
      ? null
      : shortMeaning(match[0], context),
  )
  found.sort((a, b) => a.index - b.index || b.end - a.end)
  return found[0] ?? null
}

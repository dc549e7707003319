import { DateTime, IANAZone } from 'luxon'
import { foldText, type Span } from '../mail-text.ts'
import type { TimeContext } from '../ports.ts'
import { readTable } from '../read-table.ts'

/** A time as a clock on the wall shows it, in no zone yet: what it says in UTC. */
export type WallClock = DateTime

/** A rule that turns wall clocks into instants. */
export interface Zone {
  /** IANA name, for people and for calendars. */
  nameAt(instant: number): string
  /** Minutes east of UTC at an instant in epoch milliseconds. */
  offsetAt(instant: number): number
}

/** In milliseconds. */
export const MINUTE_MS = 60_000
/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000

const IANA_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

/** A valid IANA name in its usual letters, or null. */
export function ianaName(name: string): string | null {
  if (!IANA_SHAPE.test(name) || !IANAZone.isValidZone(name)) return null
  const usual = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return usual.toLowerCase() === name.toLowerCase() ? usual : name
}

/** The zone of an IANA name, which must be a valid one. */
export function ianaZone(name: string): Zone {
  const zone = IANAZone.create(name)
  return { nameAt: () => name, offsetAt: (instant) => zone.offset(instant) }
}

/**
 * A fixed distance from UTC in minutes. It is named after the user's zone where that has the same
 * distance at the time in question, else after the IANA zone of that distance.
 */
export function offsetZone(minutes: number, userZone: string): Zone {
  const user = IANAZone.create(userZone)
  const hours = minutes / 60
  const name =
    minutes === 0 || !Number.isInteger(hours) || hours < -12 || hours > 14
      ? 'UTC'
      : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  return {
    nameAt: (instant) => (user.offset(instant) === minutes ? userZone : name),
    offsetAt: () => minutes,
  }
}

/** The wall clock of an instant at a distance from UTC in minutes. */
export function wallClockAt(instant: number, offset = 0): WallClock {
  return DateTime.fromMillis(instant + offset * MINUTE_MS, { zone: 'utc' })
}

/** Null where there is no such day or no such time; years up to 2200. */
export function wallClock(
  ...[year, month, day, hour = 0, minute = 0, second = 0]: readonly number[]
): WallClock | null {
  const wall = DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: 'utc' })
  return wall.isValid && hour < 24 && wall.year >= 1 && wall.year <= 2200 ? wall : null
}

/**
 * The instant of a wall clock in epoch milliseconds. A time that the clocks skip counts by the
 * offset before the change; of a time that comes twice the first one counts (RFC 5545, 3.3.5).
 */
export function resolveWallClock(wall: WallClock, zone: Zone): number {
  const utc = wall.toMillis()
  const before = utc - zone.offsetAt(utc - DAY_MS) * MINUTE_MS
  const after = utc - zone.offsetAt(utc + DAY_MS) * MINUTE_MS
  const real = [before, after].filter((at) => at + zone.offsetAt(at) * MINUTE_MS === utc)
  return real.length === 0 ? before : Math.min(...real)
}

/** ISO 8601, the day alone. */
export function isoDay(wall: WallClock): string {
  return wall.toFormat('yyyy-MM-dd')
}

/** A zone that words may stand for; `offset` in minutes east of UTC, where they fix it. */
interface NamedZone {
  readonly name: string
  readonly offset: number | null
}

type ZoneTable = ReadonlyMap<string, readonly NamedZone[]>

/** A section of zones.txt: lines of a zone, maybe with its offset, and its words. */
function table(lines: readonly string[] = []): ZoneTable {
  const zones = new Map<string, NamedZone[]>()
  for (const line of lines) {
    const [zone = '', words = ''] = line.split(': ')
    const [name = '', offset] = zone.split(' ')
    const named = { name, offset: offset === undefined ? null : Number(offset) }
    for (const word of words.split(', ')) zones.set(word, [...(zones.get(word) ?? []), named])
  }
  return zones
}

const sections = [...readTable(new URL('./zones.txt', import.meta.url)).values()]

/** Short names, in capitals as they are written: "CET". */
const ABBREVIATIONS = table(sections[0])

/** Zones by their full names, folded: "central european time". */
const TITLES = table(sections[1])

/** Places and their people, folded: "paris" of "heure de Paris", "swedish" of "Swedish time". */
const PLACES = table(sections[2])

/** The zone of a place or by its full name, folded; undefined where it is unknown. */
export function zoneCalled(words: string): NamedZone | undefined {
  return (TITLES.get(words) ?? PLACES.get(words))?.[0]
}

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

function anyOf(words: Iterable<string>): string {
  return [...words].sort((a, b) => b.length - a.length).join('|')
}

const places = anyOf(PLACES.keys())

const IANA =
  /(?<![\p{L}\p{N}_/:.])[A-Z][A-Za-z]{1,20}\/[A-Z][A-Za-z_-]{2,25}(?:\/[A-Z][A-Za-z_]{2,20})?(?![\p{L}\p{N}_/])/gu
const OFFSET = /(?<![\p{L}\p{N}])(?:UTC|GMT)\s?([+\-−–])\s?(\d{1,2})(?::?(00|15|30|45))?(?!\d)/gu
const BARE_OFFSET = /^\s?\(?([+\-−])(0\d|1[0-4](?=:))(?::?(00|15|30|45))\)?(?![\d:])/gu
const SHORT = new RegExp(`${START}(?:${anyOf(ABBREVIATIONS.keys())})${END}(?![+−-])`, 'gu')
const TITLE = new RegExp(`${START}(?:${anyOf(TITLES.keys())})${END}`, 'gu')
const OF_PLACE = new RegExp(
  `${START}(?:(${places})[ -](?:local )?(?:time|zeit)|(?:heure (?:de |d'|a )|hora (?:local )?(?:de |del |do |en )?|horario (?:de |do )|time in |zeit in |ortszeit )(${places}))${END}`,
  'gu',
)
/** "22:00 Berlin", "22:00 (Berlin)", "10:00 in Berlin": a time at a place is one of its clocks. */
const PLACE_ALONE = new RegExp(`^[\\s,]*\\(?(?:(?:in|en|de|a) )?(${places})${END}`, 'gu')
/** Anywhere in a mail they are a hint that its times may not be the reader's. */
const ANYWHERE = new RegExp(`${START}(${places})${END}`, 'gu')
const COAST_ANYWHERE = /(?<!\p{L})(?:eastern|mountain|pacific)(?!\p{L})/gu
const COAST_ALONE =
  /^[\s,(]*(?:US )?(Eastern|Central|Mountain|Pacific|eastern|central|pacific)(?! (?:European|American|Standard|Daylight|Summer|Time))(?!\p{L})/gu
/** Somebody's time, but nobody knows whose. */
const NOBODYS =
  /(?<!\p{L})(?:local time|(?:your|my|our|their) (?:local )?time(?! ?zone)|ortszeit|lokalzeit|heure locale|hora local|\p{L}+ hours? (?:less|more|ahead|behind) for you|(?:h|horas?|hs)? ?tuyas)(?!\p{L})|^[\s,]*\(?(?:mine|yours|my end|for (?:you|me|us)|de (?:aca|alla|aqui)|aqui)(?!\p{L})/gu
/** "hora Colombia" of a place that is not in the table. */
const OF_UNKNOWN = /(?<!\p{L})(?:hora|horário) (?:de |del |do )?(?:la )?\p{Lu}\p{L}+/gu
/** "4pm pt" */
const SHORT_BEHIND = /^\s?(?:p[sd]?t|[cm][sd]t|edt|cet|gmt|utc)(?!\p{L})/gu
/** Short names that are also words of a language count only right behind the time. */
const ALSO_WORDS = /^(?:..|EST|IST|ART|WEST)$/

/** A name of summer or winter time holds only while clocks show it: "PST" in July says nothing. */
function meaningOf(words: string, { name, offset }: NamedZone): Meaning {
  const zone = ianaZone(name)
  return (wall) =>
    offset === null || zone.offsetAt(resolveWallClock(wall, zone)) === offset
      ? zone
      : `"${words}" does not fit the season of that day.`
}

/** Of a name for several zones that one counts which the sender, else the user keeps. */
function shortMeaning(words: string, { dateOffset, sentAt, userZone }: TimeContext): Meaning {
  const candidates = ABBREVIATIONS.get(words) ?? []
  const at = Date.parse(sentAt)
  const london = ianaZone('Europe/London').offsetAt(at)
  // Many British say GMT in summer, too, and mean what their clocks show.
  if (words === 'GMT' && london === 60 && dateOffset === london)
    return meaningOf(words, { name: 'Europe/London', offset: 0 })
  const [only, ...others] = candidates
  if (only && others.length === 0) return meaningOf(words, only)
  return (wall) => {
    const fitting = candidates.flatMap((zone) => {
      const found = meaningOf(words, zone)(wall)
      return typeof found === 'string' ? [] : [found]
    })
    for (const kept of [dateOffset || null, ianaZone(userZone).offsetAt(at)]) {
      const [zone, ...more] = fitting.filter((each) => each.offsetAt(at) === kept)
      if (zone && more.length === 0) return zone
    }
    return `"${words}" names more than one time zone.`
  }
}

function offsetMeaning(match: RegExpExecArray, { userZone }: TimeContext): Meaning {
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  if (minutes > 14 * 60) return () => 'The mail names a time zone that does not exist.'
  return () => offsetZone(match[1] === '+' ? minutes : -minutes, userZone)
}

function meaningOfName(words: string, name = words): Meaning | null {
  const zone = zoneCalled(name)
  return zone ? meaningOf(words, zone) : null
}

/**
 * All words about zones in a text that begins right behind a time, first and longest first; with
 * `isWhole` in a whole mail, with every place that it names.
 */
export function findZoneWords(text: string, context: TimeContext, isWhole = false): ZoneWords[] {
  const folded = foldText(text)
  const found: ZoneWords[] = []
  const look = (
    read: string,
    pattern: RegExp,
    meaning: (match: RegExpExecArray) => Meaning | null,
  ) => {
    for (const match of read.matchAll(pattern)) {
      const zoneOf = meaning(match)
      const lead = match[0].search(/[^\s,(]/)
      if (zoneOf)
        found.push({ index: match.index + lead, end: match.index + match[0].length, zoneOf })
    }
  }
  const meaningOfPlace = ({ 0: words, 1: place = '', index }: RegExpExecArray) =>
    /\p{Lu}/u.test(text.charAt(index + words.length - place.length))
      ? meaningOfName(words, place)
      : null
  look(text, IANA, ([words]) => {
    const name = ianaName(words)
    return name === null ? null : meaningOf(words, { name, offset: null })
  })
  look(text, OFFSET, (match) => offsetMeaning(match, context))
  look(text, BARE_OFFSET, (match) => offsetMeaning(match, context))
  look(folded, TITLE, ([words]) => meaningOfName(words))
  look(folded, OF_PLACE, ([words, before, behind]) => meaningOfName(words, before ?? behind))
  look(folded, PLACE_ALONE, meaningOfPlace)
  look(text, COAST_ALONE, ([, coast = '']) => meaningOfName(`${coast.toLowerCase()} time`))
  look(text, SHORT_BEHIND, (match) => shortMeaning(match[0].trim().toUpperCase(), context))
  look(text, OF_UNKNOWN, (match) => () => `"${match[0]}" does not say where.`)
  look(folded, NOBODYS, (match) => () => `"${match[0].trim()}" does not say where.`)
  look(text, SHORT, (match) =>
    ALSO_WORDS.test(match[0]) &&
    (/[^\s,(]/.test(text.slice(0, match.index)) ||
      /^\s+\d/.test(text.slice(match.index + match[0].length)))
      ? null
      : shortMeaning(match[0], context),
  )
  if (isWhole) {
    look(folded, COAST_ANYWHERE, ([coast]) => meaningOfName(`${coast} time`))
    look(folded, ANYWHERE, meaningOfPlace)
  }
  return found.sort((a, b) => a.index - b.index || b.end - a.end)
}

/** What is known of the zone of a time. `end` is where its words end, null where they are elsewhere. */
export interface NearZone {
  readonly zoneOf: ZoneWords['zoneOf']
  readonly end: number | null
  /** The words stand at this very time. */
  readonly isOwn: boolean
}

const NEAR = 40
const NO_ZONE = 'The mail names no time zone.'
const MANY = 'The mail names several time zones.'
const ELSEWHERE = 'The mail speaks of another time zone elsewhere.'
const STATEMENT =
  /(?:all times|all hours (?=\p{L})|all (?=eastern|central|mountain|pacific)|(?:time|uhrzeit|heure|hora)\s?(?=\()|times (?=in|are|shown|given|below)|time ?zone|zeitzone|alle zeiten|zeitangaben|fuseau horaire|toutes les heures|todas las horas|zona horaria|huso horario|fuso horário)(?:[\s:]|are|is|in|shown|given|below|están|en|son|stehen|sind)*([^\n]{0,60})/giu

/** What clocks show by some words: minutes east of UTC, or why that is unknown. */
function shownBy({ zoneOf }: ZoneWords, wall: WallClock): number | string {
  const zone = zoneOf(wall)
  return typeof zone === 'string' ? zone : zone.offsetAt(wall.toMillis())
}

/** The zone of the first words, where clocks show the same by all of them; null for no words. */
function agreed(words: readonly ZoneWords[]): ZoneWords['zoneOf'] | null {
  const [first] = words
  if (!first) return null
  return (wall) =>
    new Set(words.map((each) => shownBy(each, wall))).size === 1 ? first.zoneOf(wall) : MANY
}

/** Where in a text a day or a time stands. */
type Hit = Omit<ZoneWords, 'zoneOf'>

/** A text whose days and times are known. */
type TimedText = { readonly text: string } & Readonly<Record<'days' | 'clocks', readonly Hit[]>>

/** A day with a time of it, or one of the two alone; `span` covers the sentences they stand in. */
type Timed = { readonly span: Span } & Readonly<Record<'day' | 'clock', Hit | null>>

/** Finds the zone of the times of one text. */
export function openZones(read: TimedText, context: TimeContext): (timed: Timed) => NearZone {
  const { text, days, clocks } = read
  const hits = [...days, ...clocks].sort((a, b) => a.index - b.index)
  const behind = (end: number): { words: ZoneWords; end: number } | null => {
    const next = hits.find(({ index }) => index >= end)?.index ?? text.length
    const near = text.slice(end, Math.min(next, end + NEAR * 2)).split(/\n\s*\n/)[0] ?? ''
    const [words] = findZoneWords(near, context)
    return words && words.index <= NEAR ? { words, end: end + words.end } : null
  }
  const before = (index: number, start: number): ZoneWords | null => {
    const last = hits.findLast(({ end }) => end <= index)?.end ?? 0
    // Words behind the hit before are its own.
    const free = behind(last)?.end ?? last
    return findZoneWords(text.slice(Math.max(free, index - NEAR, start), index), context)[0] ?? null
  }
  const stated = agreed(
    [...text.matchAll(STATEMENT)].flatMap(([, statement = '']) =>
      findZoneWords(statement, context).slice(0, 1),
    ),
  )
  const user = ianaZone(context.userZone)
  const { dateOffset, sentAt } = context
  // servers write "+0000" wherever the sender sits
  const isAbroad = Boolean(dateOffset) && dateOffset !== user.offsetAt(Date.parse(sentAt))
  let anywhere: readonly ZoneWords[] | undefined
  const assumed = (wall: WallClock): Zone | string => {
    if (isAbroad) return NO_ZONE
    anywhere ??= findZoneWords(text, context, true)
    const offset = user.offsetAt(wall.toMillis())
    return anywhere.some((words) => shownBy(words, wall) !== offset) ? ELSEWHERE : user
  }
  return ({ day, clock, span }) => {
    const ends = [clock?.end, day?.end].filter((end) => end !== undefined)
    for (const end of ends) {
      const found = behind(end)
      if (found) return { zoneOf: found.words.zoneOf, end: found.end, isOwn: true }
    }
    const lead = before((clock ?? day)?.index ?? 0, span.start)
    if (lead) return { zoneOf: lead.zoneOf, end: null, isOwn: true }
    const others = clocks
      .filter(
        ({ index }) =>
          index >= span.start && index < span.end && !/[(=]\s*$/.test(text.slice(0, index)),
      )
      .flatMap(({ end }) => behind(end)?.words ?? [])
    return { zoneOf: agreed(others) ?? stated ?? assumed, end: null, isOwn: false }
  }
}

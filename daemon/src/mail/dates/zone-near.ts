import type { TimeContext } from '../ports.ts'
import type { Pair, ReadText } from './find-days.ts'
import { asUtc, ianaZone, type WallClock, type Zone } from './wall-clock.ts'
import { findZoneWords, type ZoneWords } from './zone-words.ts'

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
  return typeof zone === 'string' ? zone : zone.offsetAt(asUtc(wall))
}

/** The zone of the first words, where clocks show the same by all of them; null for no words. */
function agreed(words: readonly ZoneWords[]): ZoneWords['zoneOf'] | null {
  const [first] = words
  if (!first) return null
  return (wall) =>
    new Set(words.map((each) => shownBy(each, wall))).size === 1 ? first.zoneOf(wall) : MANY
}

/** Finds the zone of the times of one text. */
export function openZones(read: ReadText, context: TimeContext): (pair: Pair) => NearZone {
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
    const offset = user.offsetAt(asUtc(wall))
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

import type { FoundDate } from './found-date.ts'
import type { Pair } from './pair-days.ts'
import type { NearZone } from './zone-near.ts'

export interface ZonedPair {
  readonly pair: Pair
  readonly zone: NearZone
}

/** A date with what it was read from. */
export interface ReadDate extends ZonedPair {
  readonly date: FoundDate
}

/** How far apart, in characters, two dates may lie that "or" connects. */
const OR_MAX = 400
const GAP_MAX = 60

const TWO_TIMES = 'The times that the mail names for it in several zones differ.'
const SEVERAL_TIMES = 'The mail names more than one time for it.'
const OR = /(?<!\p{L})(?:or|oder|ou|either|entweder|soit|alternativ\p{L}*)(?!\p{L})/iu
const MOVED =
  /(?<!\p{L})(?:mov(?:e|ed|ing)|re-?schedul\p{L}*|postpon\p{L}*|shift\p{L}*|chang(?:e|ed)|instead|verschoben|verschieben|verleg\p{L}*|(?<!(?<!\p{L})find\p{L}+ .{0,200})statt|reporté\p{L}*|reporter|déplac\p{L}*|au lieu)(?!\p{L})/iu
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

/** Whether a time says another one again, in a zone that it does not name: "10:00 CET (4 am)". */
function isAside(one: ReadDate | undefined, two: ReadDate, text: string): boolean {
  if (!one?.zone.isOwn || (two.zone.isOwn && two.date.time.kind !== 'unclear')) return false
  return /[(=]/.test(gapOf(one, two, text) ?? '')
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

/** Marks dates that the user has to look at: those to choose from, and old ones beside new ones. */
function withOptions(found: readonly ReadDate[], text: string): FoundDate[] {
  const timed = found.filter(({ date }) => date.hasTime && date.hasDay)
  const isChoice = timed.length > 1 && CHOICE.test(text)
  const isMoved = ({ date: { sentence } }: ReadDate) =>
    MOVED.test(sentence) && found.filter(({ date }) => date.sentence === sentence).length > 1
  const options = timed.filter(
    (read, at) =>
      isChoice ||
      isMoved(read) ||
      isOr(timed[at - 1], read, text) ||
      isOr(read, timed[at + 1], text),
  )
  return found.map((read) => ({ ...read.date, isOption: options.includes(read) }))
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
export function relateDates(found: readonly ReadDate[], text: string): FoundDate[] {
  return withOptions(onlyOnce(withoutDoubt(withoutTorn(found, text), text)), text)
}

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
const OR = /(?<!\p{L})(?:or|oder|ou|either|entweder|soit|alternativ\p{L}*)(?!\p{L})/iu
const CHOICE =
  /(?<!\p{L})(?:slots?|options?|availabilit\p{L}+|which (?:one|of|time|day|date)|whichever|pick one|choose|proposed times|terminvorschläge|zur auswahl|welcher|folgende termine|créneaux?|disponibilités|au choix)(?!\p{L})/iu

/** Whether two times are one time in two zones, "10:00 EST / 16:00 CET", that does not come out. */
function isTornApart(one: ReadDate, two: ReadDate, text: string): boolean {
  const [first, second] = [one.pair.clock, two.pair.clock]
  if (!first || !second || one.pair.day !== two.pair.day) return false
  const gap = text.slice(first.end, second.index)
  const isPair = gap.length <= GAP_MAX && /[/(=|]/.test(gap) && !OR.test(gap)
  const [a, b] = [one.date.time, two.date.time]
  const areInstants = a.kind === 'instant' && b.kind === 'instant' && a.start !== b.start
  return isPair && one.zone.isOwn && two.zone.isOwn && areInstants
}

/** If the two differ, nobody knows which one is meant. */
function withoutTorn(found: readonly ReadDate[], text: string): FoundDate[] {
  return found.map((read, at) => {
    const [before, after] = [found[at - 1], found[at + 1]]
    const isTorn =
      (before && isTornApart(before, read, text)) || (after && isTornApart(read, after, text))
    const { date } = read
    return isTorn
      ? { ...date, time: { kind: 'unclear', text: date.text, reason: TWO_TIMES } }
      : date
  })
}

/** The same time twice is one: the first mention, or the first that names an end. */
function onlyOnce(dates: readonly FoundDate[]): FoundDate[] {
  const keyOf = ({ time }: FoundDate) => (time.kind === 'unclear' ? null : time.start)
  return dates.filter((date, at) => {
    const key = keyOf(date)
    if (key === null) return true
    const same = dates.filter((other) => keyOf(other) === key)
    return dates[at] === (same.find(({ hasEnd }) => hasEnd) ?? same[0])
  })
}

function isOr(one: FoundDate | undefined, two: FoundDate | undefined, text: string): boolean {
  if (!one || !two || two.index - one.index > OR_MAX) return false
  return OR.test(text.slice(one.index + one.text.length, two.index))
}

/** Marks dates to choose from: "Tuesday or Wednesday", "which of these slots". */
function withOptions(dates: readonly FoundDate[], text: string): FoundDate[] {
  const timed = dates.filter(({ hasTime, hasDay }) => hasTime && hasDay)
  const isChoice = timed.length > 1 && CHOICE.test(text)
  const options = timed.filter(
    (date, at) => isChoice || isOr(timed[at - 1], date, text) || isOr(date, timed[at + 1], text),
  )
  return dates.map((date) => ({ ...date, isOption: options.includes(date) }))
}

/** What dates of one text say about each other; each time is left once. */
export function relateDates(found: readonly ReadDate[], text: string): FoundDate[] {
  return withOptions(onlyOnce(withoutTorn(found, text)), text)
}

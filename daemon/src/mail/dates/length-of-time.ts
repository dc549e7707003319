import { MINUTE_MS } from './wall-clock.ts'

/** What no appointment is shorter or longer than, in minutes. */
const SHORTEST = 10
const LONGEST = 480

/** Lengths of time in words or figures, longest expression first, with their minutes. */
const expressions: readonly (readonly [
  says: string,
  minutes: number | ((count: string) => number),
])[] = [
  [
    '(?:an|one|1)[ -]hour and a half|one and a half hours|(?:anderthalb|eineinhalb) stunden|(?:une|1) heure et demie|1 ?h ?30(?= |$|[.,;!?)])',
    90,
  ],
  ['(?:three[ -]quarters of an hour|(?:eine )?dreiviertelstunde|trois quarts d.heure)', 45],
  [
    'half an hour|half[ -]hour|(?:eine )?halbe stunde|halbstündig\\p{L}*|(?:une )?demi[ -]heure',
    30,
  ],
  ['quarter of an hour|(?:eine )?viertelstunde|(?:un )?quart d.heure', 15],
  [String.raw`(\d{2,3})[\s-]?(?:min(?:ute[ns]?|uten)?|minütig\p{L}*)`, Number],
  [String.raw`([1-4](?:[.,]5)?)[\s-]?(?:hours?|std\.?|stunden?|stündig\p{L}*)`, hours],
  [String.raw`(two|three|zwei|drei|deux|trois)[\s-](?:hours?|stunden|heures)`, hours],
  [String.raw`(?:an|one)[ -]hour|einstündig\p{L}*|eine(?:r)? stunde|une heure(?! ?\d)`, 60],
]
const LENGTH = new RegExp(
  `(?<![\\p{L}\\d.,:])(?:${expressions.map(([says]) => `(?:${says})`).join('|')})(?!\\p{L})`,
  'giu',
)

/** How far off, how early or how often something is: no length of an appointment. */
const OTHER_AFTER =
  /^\s?(?:early|earlier|before|beforehand|ahead|in advance|prior|ago|late[r]?|away|drive|walk|ride|from|per|vorher|früher|vor|zu fuß|fußweg|entfernt|später|avant|plus tôt|à pied|plus tard|de marche)(?!\p{L})/iu
const OTHER_BEFORE =
  /(?:^|\s)(?:within|every|after|in|before|(?:€|\$|eur|usd|euros?|dollars?)|binnen|innerhalb(?: von)?|alle|vor|nach|après|dans(?: les)?|toutes les)(?: the (?:next|last))?\s$/iu

const counts: Readonly<Record<string, number>> = {
  two: 2,
  zwei: 2,
  deux: 2,
  three: 3,
  drei: 3,
  trois: 3,
}

function hours(count: string): number {
  return 60 * (counts[count.toLowerCase()] ?? Number(count.replace(',', '.')))
}

function minutesOf(words: string): number {
  for (const [says, minutes] of expressions) {
    const found = new RegExp(`^(?:${says})$`, 'iu').exec(words)
    if (found) return typeof minutes === 'number' ? minutes : minutes(found[1] ?? '')
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
    .map(([words]) => minutesOf(words))
  const [only = 0] = lengths
  return lengths.length === 1 && only >= SHORTEST && only <= LONGEST ? only * MINUTE_MS : null
}

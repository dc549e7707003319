import { MINUTE_MS } from './wall-clock.ts'

/** What no appointment is shorter or longer than, in minutes. */
const SHORTEST = 10
const LONGEST = 480

const HOURS = '(?:hours?|std\\.?|stunden?|heures|horas)'
/** Lengths of time, longest expression first, with the minutes of each or of what it counts. */
const expressions: readonly (readonly [says: string, minutes: number])[] = [
  [
    '(?:an|one|1)[ -]hour and a half|one and a half hours|(?:anderthalb|eineinhalb) stunden|(?:une|1) heure et demie|(?:una )?hora y media|1 ?h ?30(?= |$|[.,;!?)])',
    90,
  ],
  ['three[ -]quarters of an hour|(?:eine )?dreiviertelstunde|trois quarts d.heure', 45],
  [
    'half an hour|half[ -]hour|(?:eine )?halbe stunde|halbstündig\\p{L}*|(?:une )?demi[ -]heure|media hora',
    30,
  ],
  ['quarter of an hour|(?:eine )?viertelstunde|(?:un )?quart d.heure|(?:un )?cuarto de hora', 15],
  ['(\\d{2,3})[\\s-]?(?:min(?:ute[ns]?|uten|utos)?|minütig\\p{L}*)', 1],
  [`([1-4](?:[.,]5)?)[\\s-]?(?:hours?|std\\.?|stunden?|stündig\\p{L}*)`, 60],
  [`(?:two|zwei|deux|dos)[\\s-]${HOURS}`, 120],
  [`(?:three|drei|trois|tres)[\\s-]${HOURS}`, 180],
  ['(?:an|one)[ -]hour|einstündig\\p{L}*|eine(?:r)? stunde|(?:une heure|una hora)(?! ?\\d)', 60],
]
const LENGTH = new RegExp(
  `(?<![\\p{L}\\d.,:])(?:${expressions.map(([says]) => `(?:${says})`).join('|')})(?!\\p{L})`,
  'giu',
)

/** How far off, how early or how often something is: no length of an appointment. */
const OTHER_AFTER =
  /^\s?(?:early|earlier|before|beforehand|ahead|in advance|prior|ago|late[r]?|away|drive|walk|ride|from|per|vorher|früher|vor|zu fuß|fußweg|entfernt|später|avant|plus tôt|à pied|plus tard|de marche|antes|después|a pie)(?!\p{L})/iu
const OTHER_BEFORE =
  /(?:^|\s)(?:within|every|after|in|before|dentro de|antes de|cada|(?:€|\$|eur|usd|euros?|dollars?)|binnen|innerhalb(?: von)?|alle|vor|nach|après|dans(?: les)?|toutes les)(?: the (?:next|last))?\s$/iu

function minutesOf(words: string): number {
  for (const [says, minutes] of expressions) {
    const found = new RegExp(`^(?:${says})$`, 'iu').exec(words)
    if (found) return minutes * Number((found[1] ?? '1').replace(',', '.'))
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

import { foldText } from './fold-text.ts'

/** Something that the reader has to do by a day. */
export interface Deadline {
  readonly sentence: string
  /** The words of the mail for the day, verbatim; empty where the sentence only speaks of one. */
  readonly day: string
  /** `day` is how much time there is, such as "48 hours". */
  readonly isSpan: boolean
}

const weekday =
  '(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)'
const month =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|fevrier|mar(?:ch|s)|marz|apr(?:il)?|avril|may|mai|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|aout|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember|embre)?)'
const dayOfMonth = `(?:\\d{1,2}(?:st|nd|rd|th|er)?\\.?(?: of)? ${month}\\.?|${month}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b)(?:,? \\d{4})?`
const numeric = '\\d{1,2}[./-]\\d{1,2}[./-](?:\\d{4}|\\d{2})?|\\d{4}-\\d{2}-\\d{2}'
const relative =
  '(?:tomorrow|tonight|today|noon|midnight|the end of (?:the |this |next )?(?:day|week|month)|end of (?:the |this |next )?(?:day|business|week)|morgen|heute|ende der woche|demain|ce soir|la fin de la semaine|next week)'
const day = `(?:(?:${weekday}\\b,?(?: den| the| le)? ?)?(?:${dayOfMonth}|${numeric})|${weekday}\\b|${relative})`
const span =
  '(?:\\d{1,2}|two|three|five|seven|ten|zwei|drei|deux|trois) (?:business |working |calendar )?(?:hours?|days?|weeks?|stunden|tagen?|wochen?|jours|heures|semaines?)'

const until =
  "(?:by|before|until|till|no later than|not later than|due(?: on| by)?|valid until|expires?(?: on)?|deadline(?: is|:)?|closes? on|open until|bis(?: zum| spatestens)?(?: zum| am)?|spatestens(?: bis)?(?: zum| am)?|vor dem|avant(?: le)?|jusqu'au|d'ici(?: au| le)?|au plus tard(?: le)?|a expiration le)"

const byDay = new RegExp(`\\b${until} (?:the |end of |close of business (?:on )?)?(${day})`)
const withinDays = new RegExp(
  `\\b(?:within|in the next|expires? in|ends in|innerhalb von|binnen|sous|dans les) (${span})`,
)

const thatDay = /\b(?:by|before|until) (?:that|this|the above) (?:date|day)\b|\bavant cette date\b/

/** The reader is meant: something is asked of them, or something of theirs runs out. */
const asked =
  /\b(?:please|kindly|you (?:must|need to|have to|will need)|must be|we (?:would )?need|could you|can you|would be great|make sure|submit|complete|confirm|sign (?:and|the)|sign-up|return|upload|send (?:us|me|it)|let (?:us|me) know|reply|respond|register|accept|choose|create a new|update|migrate|renew|expires?|valid until|due|deadline|open until|closes|take the|fill|bitte|schick\w*|senden sie|reichen sie|geben sie|gib |merci de|veuillez|pourriez-vous|a (?:nous )?re(?:tourner|nvoyer)|renvoyer|retourner|renouvelez|expiration)\b/

/** Somebody else has to do it, or it is no deadline at all. */
const others =
  /\b(?:you will (?:hear|receive|get)|you'll (?:hear|receive|get)|we(?:'ll| will) (?:get back|contact|reply|be in touch|let you know|review)|should reach|will be delivered|wird geliefert|melden uns|sera livre|usually respond|renews on|extend your contract|extend|24 hours ahead)\b/

/** What the reader has to do by a day. */
export function findDeadlines(sentences: readonly string[]): Deadline[] {
  return sentences.flatMap((sentence) => {
    const folded = foldText(sentence)
    if (others.test(folded) || !asked.test(folded)) return []
    const onDay = byDay.exec(folded)
    const match = onDay ?? withinDays.exec(folded)
    const found = match?.[1]
    if (!match || found === undefined) {
      return thatDay.test(folded) ? [{ sentence, day: '', isSpan: false }] : []
    }
    const start = match.index + match[0].length - found.length
    const day = sentence.slice(start, start + found.length).replace(/[,.]$/, '')
    return [{ sentence, day, isSpan: onDay === null }]
  })
}

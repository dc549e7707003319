import type { SpeechAct } from '@shortlist/contracts/calendar'
import { foldText } from '../../mail-text.ts'
import { readTable } from '../../read-table.ts'

/**
 * Words of English, German, French and Spanish, folded, as patterns; "~" stands for up to eight words
 * between two that belong together. Beside the acts: what turns a sentence's own words around
 * ("stands": "has not been cancelled"), what names an old time beside the new one ("swaps"), what is
 * over, and a time that somebody else has taken.
 */
type Words = SpeechAct | 'stands' | 'swaps' | 'over' | 'taken'

const patterns = new Map(
  [...readTable(new URL('./speech-acts.txt', import.meta.url))].map(([name, lines]) => {
    const between = '(?:\\s+[^\\s!?]+){0,8}?\\s*\\b'
    const all = lines.map((line) => `(?:${line.replace(/ ?~/g, between)})`).join('|')
    return [name, new RegExp(all)]
  }),
)

function says(text: string, words: Words): boolean {
  return patterns.get(words)?.test(text) ?? false
}

/** Advice below a booking says how it could be cancelled; that cancels nothing. */
const advice =
  /\b(?:if (?:anything|you (?:can't|cannot|need|have|must|want|wish))|(?<!\b(?:have|has|had|need|sorry) )to (?:cancel|reschedule)|cancel or reschedule|umplanen \?|sollten sie|falls sie|wenn sie (?:verhindert|absagen)|mochten sie etwas andern|stornieren oder verschieben|en cas d'empechement|si vous (?:ne|deviez|souhaitez|devez)|besoin d'un changement|annulez ou reprogrammez|si no pudiera|si no puede|si necesita|si (?:le|te) surge|necesitas cambiar|cancela o reprograma|en caso de|para cancelar|pour annuler)\b|\b(?:need to (?:make changes|cancel|reschedule|change)[^.!?]*|umplanen|reschedule|reprogrammer|reprogramar) ?\?/

/** Who fixes a time may want to hear that it was read, or that it does not do at all. */
const answer =
  /\b(?:shout|yell|say|speak up|object|scream)\b[^.!?]*\bif\b[^.!?]*\b(?:collides?|clash(?:es)?|breaks?|conflicts?|not|no|can't|cannot|problem)\b|\botherwise (?:leave it|you're|it's|we're|it stands|see you|no need)|\b(?:can|could|would) you (?:just |please |quickly |both )?(?:reply|answer|shoot|drop|send|give|text)\b[^.!?]{0,30}["“”«']|\b(?:can't|cannot|can not) (?:come|make it|attend)(?: any ?more)? ?\?|\b(?:kannst du|konnen sie|konntest du|konnten sie) (?:mir |uns )?(?:bitte |kurz |noch )*(?:mit )?["“”„«'][^.!?]*\?|\b(?:accuser? reception|un (?:simple |petit )?["“”«' ]*ok["“”»' ]* (?:suffit|me suffit)|kurzes ok (?:genugt|reicht)|con un ["“”«' ]*ok["“”»' ]* (?:basta|me basta|vale))/

/** That they go on with the reader decides nothing about the time in the same sentence. */
const goesOn =
  /\b(?:decided to (?:move|go) forward with you|entschieden, mit ihnen weiterzumachen|decide de poursuivre avec vous|decidido seguir adelante contigo)\b/g

/** Who takes a question back in the next breath waits for no answer to it. */
const takesBack = /^ (?:actually|in fact|ach was|en fait|en realidad),? (?:no|nein|non|pas)\b/

/**
 * What folded sentences around a time do to it, by their words alone. What calls an appointment into
 * question counts more than what fixes it: a mistake may cost a look, never a wrong acceptance.
 */
export function speechAct(sentences: string): SpeechAct {
  const text = sentences
    .split(/(?<=[.!?])/)
    .map((sentence, at, all) => {
      const isTakenBack = sentence.endsWith('?') && takesBack.test(all[at + 1] ?? '')
      return isTakenBack || advice.test(sentence) || answer.test(sentence) ? ' ' : sentence
    })
    .join('')
    .replace(goesOn, ' ')
  const change = says(text, 'stands') ? null : changeIn(text)
  if (change) return change
  if (says(text, 'over')) return 'mentions'
  if (says(text, 'wants-times')) return 'wants-times'
  if (says(text, 'taken') && !/\b(?:il reste|still|quedan|noch)\b/.test(text)) return 'mentions'
  return later.find((act) => says(text, act)) ?? 'mentions'
}

/** What becomes of a time that was agreed, where it does not stay. */
function changeIn(text: string): SpeechAct | null {
  const isOff = says(text, 'cancels')
  const isAsked = says(text, 'asks')
  if (says(text, 'swaps') && !isAsked) return 'moves'
  if (says(text, 'moves') && !isOff && !isAsked && namesTwo(text)) return 'moves'
  if (says(text, 'postpones')) return 'postpones'
  return isOff ? 'cancels' : null
}

/** The first whose words are found counts. */
const later = ['offers', 'asks', 'mentions', 'reminds', 'confirms', 'invites'] as const

const anyClock = /\b\d{1,2}(?:[:.]\d{2}\b| ?h ?\d{0,2}\b| ?[ap]\.?m\b| uhr\b)|\bnoon\b/g
const anyDay =
  /\b\d{1,2}(?:\.|st|nd|rd|th|er)? (?:de )?(?!uhr|min|hours?)\p{L}{3,10}|\b\d{1,2}[./]\d{1,2}\b/gu

/** Whether a text names an old time and a new one: where it names one alone, the new one is to come. */
function namesTwo(text: string): boolean {
  return [anyClock, anyDay].some((pattern) => new Set(text.match(pattern)).size > 1)
}

/** Whether a time that a sentence does this to is fixed for the reader. */
export function isFixed(act: SpeechAct): boolean {
  return act === 'confirms' || act === 'invites' || act === 'reminds' || act === 'moves'
}

/** Something that the reader has to do by a day. */
export interface Deadline {
  readonly sentence: string
  /** The words of the mail for the day, verbatim; empty where the sentence only speaks of one. */
  readonly day: string
  /** `day` is how much time there is, such as "48 hours". */
  readonly isSpan: boolean
}

const weekday =
  '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?s?|(?:mon|diens|donners|frei|sams|sonn)tag(?:mittag|abend)?s?|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:lune|marte|mercole|giove|vener)di|domenica|dilluns|dimarts|dimecres|dijous|divendres)'
const month =
  '(?:jan|gen|ene|feb|fev|mar|maart|apr|avr|abr|may|mai|mag|mei|jun|juin|giu|jul|juil|lug|aug|aou|ago|sep|set|oct|okt|out|ott|nov|dec|dez|dic)[a-z]{0,7}\\b'
const dayOfMonth = `(?:\\d{1,2}(?:st|nd|rd|th|er)?\\.?(?: of| de)?[ -]${month}|${month}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b)(?:,? (?:de )?\\d{4})?`
const numeric = '\\d{1,2}[./-]\\d{1,2}(?:[./-](?:\\d{4}|\\d{2})?)?|\\d{4}-\\d{2}-\\d{2}'
const ordinal =
  '(?:the|el|le|al|dia|il|o) \\d{1,2}(?:st|nd|rd|th)?\\b|\\d{1,2}(?:st|nd|rd|th|\\.)(?= |$)'
const relative =
  '(?:tomorrow|tonight|today|noon|midday|midnight|christmas|(?:the |this |next )?(?:end|middle|start) of (?:the |this |next )?\\w+|(?:the )?new year|(?:next|this) (?:week|month)|cob|eod|eow|morgen|heute|mittag|mitternacht|(?:ende|mitte|anfang) \\w+|nachste[nr]? woche|weihnachten|demain|ce soir|midi|minuit|(?:la )?fin (?:de |du )\\w+|noel|la semaine prochaine|manana|hoy|(?:mediados|finales?|fin) de \\w+|navidad|reyes|amanha|hoje|domani|oggi|vandaag|eind \\w+)'
const clock = '\\d{1,2}(?:[:.h]\\d{2}| ?[ap]\\.?m\\b| ?uhr\\b| ?h\\b)'
const day = `(?:(?:${weekday}\\b\\.?,?(?: den| the| le| dem)? ?)?(?:${dayOfMonth}|${numeric})|${weekday}\\b|${ordinal}|${relative}|${clock})`
const span =
  '(?:\\d{1,2}|an?|one|two|three|five|seven|ten|eine[rmn]?|zwei|drei|une?|deux|trois|una?|dos|tres|ocho|due|tre|twee|drie|uma?|duas) ?(?:business |working |calendar )?(?:h\\b|hours?|hrs|days?|weeks?|stunden|tagen?|wochen?|jours|heures|semaines?|horas|dias|semanas?|ore|giorni|settiman[ae]|uur|dagen|weken)'

const until =
  "(?:by|before|until|till|til|no later than|not later than|on or before|due(?: on| by| at| date)?|(?:valid|active) (?:until|through)|expir(?:es|e|ing)(?: on| at)?|lapses?(?: on| at)?|deadline(?: is)?|clos(?:es|ing)(?: on| at)?|ends(?: on)?|open until|through|latest|bis|spatestens|vor|lauft(?: am)?|ablauf|gultig bis|endet(?: am)?|frist|stichtag|einsendeschluss|avant|jusqu'(?:a|au|en)|d'ici|au plus tard|date limite|echeance|expire|limite|antes d[eo]l?|hasta|a mas tardar|como tarde|plazo|caduca|vence|expira|prazo|ate|uiterlijk|voor|tot(?: en met)?|verloopt|entro|scade|scadenza|non oltre|prima d[ei]l?|abans d[ei]l?)"
/** What may stand between those and the day: "by the end of", "bis spätestens zum", "antes del día". */
const between =
  '\\b(?: ?[:-])?(?: (?:the|on|of|end|close|business|einschliesslich|spatestens|zum|am|dem|den|der|le|la|el|au|a|ao|o|al|il|dia|del?|proximo|kommenden|next|this|en|ist|is))*(?: \\d{1,2}(?::\\d{2})? ?(?:[ap]m|uhr|h)?,?)?(?: (?:on|am|de|du|del|le|el))? '

const byDay = new RegExp(`\\b${until}${between}(${day})`)
const dayLatest = new RegExp(
  `(${day})[^.!?]{0,20} (?:latest|spatestens|au plus tard|a mas tardar|como tarde|uiterlijk)\\b`,
)
const withinDays = new RegExp(
  `\\b(?:within|in the next|expires? in|ends in|you have|innerhalb von|innert|binnen|sous|dans les|en|dentro de|plazo de|entro|(?:tienes|tenes|tiene)|vous avez|tu as) (?:les |max\\.? )?(${span})`,
)

const thatDay =
  /\b(?:by|before|until) (?:that|this|the above|then) ?(?:date|day)?\b|\bavant cette date\b|\bantes de esa fecha\b|\bbis dahin\b/

/** The reader is meant: something is asked of them, or something of theirs runs out. */
const asked =
  /\b(?:please|pls|kindly|you (?:must|need to|have to|will need)|must be|(?:we|i) (?:would |will |'ll )?need|need (?:your|yours)|could you|can you|would be great|make sure|submit|complete|confirm|sign (?:and|the|it)|sign-up|return|upload|send (?:us|me|it|back)|let (?:us|me) know|tell (?:us|me)|reply|respond|register|accept|choose|create a new|update|migrate|renew|expires?|lapses?|valid (?:until|through)|due|deadline|open (?:until|a)|closes|can be (?:taken|used|booked)|take the|fill|push|bitte|schick\w*|senden sie|reichen sie|geben sie|gib|gern|benotigen|brauche\w*|gultig|verfugbar|lauft|sag(?:en|t|s)? (?:mir|uns)|merci de|veuillez|pourriez-vous|dites-moi|il (?:me|nous) faut|il nous faudrait|a (?:completer|terminer|transmettre|(?:nous )?re(?:tourner|nvoyer))|renvoyer|retourner|renouvelez|valable|expir\w+|por favor|porfa|rogamos|envi\w+|mand\w+|debe\w*|necesit\w+|confirm\w+|disponible|caduca|vence|validez|vigente|tienes|tenes|pasanos|dinos)\b/

/** Somebody else has to do it, or it is no deadline at all. */
const others =
  /\b(?:you will (?:hear|receive|get)|you'll (?:hear|receive|get)|(?:we|i)(?:'ll| will) (?:get back|contact|reply|be in touch|let you know|review|write|call)|should reach|will be delivered|wird geliefert|melden uns|melde mich|sera livre|usually respond|renews on|extend your contract|extend|24 hours ahead|free of charge until|recontact\w+|nos pondremos|te (?:escribo|llamo))\b/

/** What names a day by which something has to be done, whoever has to do it, in a folded sentence. */
export function namesLimit(folded: string): boolean {
  return byDay.test(folded) || withinDays.test(folded) || dayLatest.test(folded)
}

/** What the reader has to do by a day. */
export function findDeadlines(sentences: readonly string[]): Deadline[] {
  return sentences.flatMap((sentence) => {
    const folded = foldText(sentence)
    if (others.test(folded) || !asked.test(folded)) return []
    const onDay = byDay.exec(folded) ?? dayLatest.exec(folded)
    const match = onDay ?? withinDays.exec(folded)
    const found = match?.[1]
    if (!match || found === undefined) {
      return thatDay.test(folded) ? [{ sentence, day: '', isSpan: false }] : []
    }
    const start = match.index + match[0].lastIndexOf(found)
    const day = sentence.slice(start, start + found.length).replace(/[,.]$/, '')
    return [{ sentence, day, isSpan: onDay === null }]
  })
}

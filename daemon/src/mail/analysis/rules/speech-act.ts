import type { SpeechAct } from '@shortlist/contracts/calendar'
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

const clock = /\b\d{1,2}(?:[:.]\d{2}\b| ?h ?\d{0,2}\b| ?[ap]\.?m\b| uhr\b)|\bnoon\b/g
const day =
  /\b\d{1,2}(?:\.|st|nd|rd|th|er)? (?:de )?(?!uhr|min|hours?)\p{L}{3,10}|\b\d{1,2}[./]\d{1,2}\b/gu

/** Whether a text names an old time and a new one: where it names one alone, the new one is to come. */
function namesTwo(text: string): boolean {
  return [clock, day].some((pattern) => new Set(text.match(pattern)).size > 1)
}

/** Whether a time that a sentence does this to is fixed for the reader. */
export function isFixed(act: SpeechAct): boolean {
  return act === 'confirms' || act === 'invites' || act === 'reminds' || act === 'moves'
}

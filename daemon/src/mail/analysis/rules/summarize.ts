import type { Category } from '@shortlist/contracts/mail'
import { foldText } from './fold-text.ts'
import type { MailView } from './mail-view.ts'
import { allSigns } from './signs/all-signs.ts'

/** A summary has at most this many sentences. */
const SENTENCES = 2

/** A longer one is a wall of text that nobody reads in a card, in characters. */
const LONGEST_SENTENCE = 320

const courtesy =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte|bonjour|cher|chere|madame|best|kind|warm|many thanks|thanks|cheers|regards|yours|sincerely|see you|love|viele|liebe|beste|mit (?:freundlichen|besten)|grus|bis dann|cordialement|bien cordialement|a bientot|belle journee|merci d'avance)\b.{0,45}$/
const small =
  /\b(?:unsubscribe|abmelden|because you (?:subscribed|signed up)|you are (?:receiving|reading)|view in browser|do not reply|privacy policy|all rights reserved|automatisch erstellt|abbestellen|se desabonner|view (?:job|message|profile|results))\b/
const telling =
  /\d|\?|\b(?:please|would|invite|offer|decided|confirm|deadline|bitte|mochten|leider|laden|merci de|souhait\w+|propos\w+)\b/

/** The two sentences of a mail that say most about what it is, in their order; else its subject. */
export function summarize(category: Category, { sentences, mail }: MailView): string {
  const signs = allSigns[category]
  const weighed = sentences.map((sentence, index) => {
    const folded = foldText(sentence)
    const found = signs.filter(({ place, says }) => place !== 'sender' && says.test(folded))
    const weight = found.reduce((sum, sign) => sum + sign.weight, 0)
    return { sentence, index, weight: weight + (telling.test(folded) ? 2 : 0) - index / 20 }
  })
  const chosen = weighed
    .filter(({ sentence }) => isInformative(sentence))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, SENTENCES)
    .toSorted((a, b) => a.index - b.index)
  return chosen.map(({ sentence }) => capitalized(sentence)).join(' ') || mail.message.subject
}

function isInformative(sentence: string): boolean {
  if (sentence.length > LONGEST_SENTENCE || sentence.split(' ').length < 4) return false
  const folded = foldText(sentence)
  return !courtesy.test(folded) && !small.test(folded)
}

function capitalized(sentence: string): string {
  const plain = sentence.replace(/^(?:[-*•–]|\d{1,2}[.)]) +/, '')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

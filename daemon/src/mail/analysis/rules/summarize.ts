import type { Category } from '@shortlist/contracts/mail'
import { foldText } from '../../fold-text.ts'
import { likelihoodOf } from '../learned/judge-mail.ts'
import type { MailView } from './mail-view.ts'

/** A summary has at most this many sentences. */
const SENTENCES = 2

/** A longer one is a wall of text that nobody reads in a card, in characters. */
const LONGEST_SENTENCE = 320

/** What words that are sure of the category count for, beside a date or a request. */
const WORDS_WEIGHT = 6

const courtesy =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte|bonjour|cher|chere|madame|best|kind|warm|many thanks|thanks|cheers|regards|yours|sincerely|see you|love|viele|liebe|beste|mit (?:freundlichen|besten)|grus|bis dann|cordialement|bien cordialement|a bientot|belle journee|merci d'avance)\b.{0,45}$/
const small =
  /\b(?:unsubscribe|abmelden|because you (?:subscribed|signed up)|you are (?:receiving|reading)|view in browser|do not reply|privacy policy|all rights reserved|automatisch erstellt|abbestellen|se desabonner|view (?:job|message|profile|results))\b/
const telling =
  /\d|\?|\b(?:please|would|invite|offer|decided|confirm|deadline|bitte|mochten|leider|laden|merci de|souhait\w+|propos\w+)\b/

/** The address of somebody at the beginning of a sentence, folded: "Hello Ada, the parcel ...". */
const address =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rs]?|bonjour|chere?|madame|monsieur)\b[^,!:.?\d]{0,40}[,!:]\s+/

/** A line that mailing lists and their hosts draw above what they add. */
const footerLine = /^(?:[_=*~-] ?){8,}/
const footer =
  /\b(?:mailing[- ]list|mailman|listinfo|list ?maintainer|list archives?|yahoo! groups|users? group: \S+@)|\(un\)?subscri\w+|\bto (?:un)?subscribe\b/

/** The two sentences of a mail that say most about what it is, in their order; else its subject. */
export function summarize(category: Category, { sentences, mail }: MailView): string {
  const weighed = ownSentences(sentences)
    .filter(isInformative)
    .map((sentence, index) => {
      const folded = foldText(sentence)
      const says = WORDS_WEIGHT * likelihoodOf(category, folded)
      return { sentence, index, weight: says + (telling.test(folded) ? 2 : 0) - index / 20 }
    })
  const chosen = weighed
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, SENTENCES)
    .toSorted((a, b) => a.index - b.index)
  const shown = chosen.map(({ sentence }) => capitalized(sentence))
  return (
    shown.map((words, at) => (at < shown.length - 1 ? ended(words) : words)).join(' ') ||
    mail.message.subject
  )
}

/** What stands above a mailing list's own words, without addresses of the reader. */
function ownSentences(sentences: readonly string[]): string[] {
  const footerAt = sentences.findIndex((sentence, at) => at > 0 && footerLine.test(sentence))
  return sentences.slice(0, footerAt < 0 ? sentences.length : footerAt).map(withoutAddress)
}

function withoutAddress(sentence: string): string {
  const found = address.exec(foldText(sentence))
  return found ? sentence.slice(found[0].length) : sentence
}

/** A heading has no full stop; what follows it would run into it. */
function ended(words: string): string {
  return /[.!?…:;,]["'”’»)]*$/.test(words) ? words : `${words}.`
}

function isInformative(sentence: string): boolean {
  if (sentence.length > LONGEST_SENTENCE || sentence.split(' ').length < 4) return false
  const folded = foldText(sentence)
  return !courtesy.test(folded) && !small.test(folded) && !footer.test(folded)
}

function capitalized(sentence: string): string {
  const plain = sentence.replace(/^(?:[-*•–]|\d{1,2}[.)]) +/, '')
  if (/^(?:[a-z]+:\/\/|www\.|\S+@)/i.test(plain)) return plain
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

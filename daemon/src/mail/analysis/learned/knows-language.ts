import { frequentShare } from '../../dates/detect-language.ts'
import type { ReadMessage } from '../../ports.ts'
import { foldText, ownTextOf } from '../rules/fold-text.ts'
import type { LinearJudge } from './linear-model.ts'

/** What is looked at of a text, in characters. */
const READ_CHARACTERS = 3000

/** Letters of none of the languages that were learned; a name may have some. */
const FOREIGN = /[^a-zàâäáãçéèêëíìîïñóòôöõœúùûüßÿºª\P{L}]/gu
const ANOTHER_SCRIPT = 0.2
const ANOTHER_ALPHABET = 0.004

/** Frequent words of Swedish, Danish and Norwegian, which have few letters of their own. */
const NORDIC = /(?<!\p{L})(?:att|av|af|det|för|ikke|inte|jag|jeg|och|og|på|som|til|är)(?!\p{L})/gu

/** Too few words to tell a language by. */
const FEW = 10

/**
 * Whether a mail is in one of the languages that the weights were learned from: English, German,
 * French, Spanish, Portuguese, Dutch, Italian. What they say of others is chance.
 */
export function knowsLanguage(judge: LinearJudge, message: ReadMessage): boolean {
  const own = ownTextOf(message).slice(0, READ_CHARACTERS)
  const text = `${message.subject}\n${own}`.toLowerCase()
  const words = text.match(/\p{L}+/gu) ?? []
  const foreign = (text.match(FOREIGN)?.length ?? 0) / (words.join('').length || 1)
  if (foreign >= ANOTHER_SCRIPT) return false
  if (words.length < FEW) return true
  const distinct = [...new Set(words)]
  const known = distinct.filter((word) => judge.knows(`w:${foldText(word)}`))
  const learned = known.length / distinct.length
  const isNordic = (text.match(NORDIC)?.length ?? 0) > 1
  if ((foreign >= ANOTHER_ALPHABET || isNordic) && learned < 0.45) return false
  return learned >= 0.4 || frequentShare(text) >= 0.05
}

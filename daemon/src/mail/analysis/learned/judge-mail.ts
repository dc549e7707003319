import { Category, Priority } from '@shortlist/contracts/mail'
import { frequentShare } from '../../dates/detect-language.ts'
import type { ReadMessage } from '../../ports.ts'
import { foldText, ownTextOf } from '../rules/fold-text.ts'
import { featuresOf, wordFeatures } from './features.ts'
import { type LinearJudge, readJudge } from './linear-model.ts'

/** What the learned weights say about a mail; each figure is how likely it is, from 0 to 1. */
export interface MailJudgement {
  /** Where it is not, nothing is likely. */
  readonly isLanguageKnown: boolean
  /** All of them, the likeliest first. */
  readonly categories: readonly Category[]
  /** How likely the first of them is. */
  readonly sureness: number
  readonly priority: Priority
  /** Of the meeting that it is about and of its category together, from 0 to 2. */
  readonly interview: number
  readonly deadline: number
  readonly scam: number
  /** That its sender waits for a reply. */
  readonly reply: number
  /** That it fixes a time of its reader. */
  readonly fixed: number
  /** What was weighed. */
  readonly features: ReadonlySet<string>
}

let builtIn: LinearJudge | undefined

/** The weights that come with Shortlist; they are read when the first mail is judged. */
export function builtInJudge(): LinearJudge {
  builtIn ??= readJudge('./weights.json')
  return builtIn
}

/** Several parts of an analysis ask about the same mail. */
let judgements = new WeakMap<ReadMessage, MailJudgement>()

/** Judges mails by other weights from now on; `undefined` brings those of Shortlist back. */
export function judgeBy(judge: LinearJudge | undefined): void {
  builtIn = judge
  judgements = new WeakMap()
}

/** What kind of mail this is, as weights say that were learned from other people's mail. */
export function judgeMail(message: ReadMessage): MailJudgement {
  const known = judgements.get(message)
  if (known) return known
  const judge = builtInJudge()
  const features = featuresOf(message)
  const judged = judge.judge(features)
  const isLanguageKnown = knowsLanguage(judge, message)
  const likely = (answer: string, question = 'category') =>
    isLanguageKnown ? (judged[question]?.likelihoods[answer] ?? 0) : 0
  const categories = Category.options.toSorted((one, other) => likely(other) - likely(one))
  const judgement = {
    isLanguageKnown,
    categories,
    sureness: likely(categories[0] ?? 'other'),
    priority: Priority.catch('medium').parse(judged.priority?.answer),
    interview: likely('interview', 'meeting') + likely('job_interview'),
    deadline: likely('yes', 'deadline'),
    scam: likely('yes', 'scam'),
    reply: likely('yes', 'reply'),
    fixed: likely('yes', 'fixed'),
    features,
  }
  judgements.set(message, judgement)
  return judgement
}

/** How likely a mail of nothing but these folded words is of a category, from 0 to 1. */
export function likelihoodOf(category: Category, words: string): number {
  return builtInJudge().judge(wordFeatures(words)).category?.likelihoods[category] ?? 0
}

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
function knowsLanguage(judge: LinearJudge, message: ReadMessage): boolean {
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

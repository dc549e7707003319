import { readFileSync } from 'node:fs'
import type { SpeechAct } from '@shortlist/contracts/calendar'
import { Category, Priority } from '@shortlist/contracts/mail'
import { foldText, frequentShare, READ_CHARACTERS } from '../../mail-text.ts'
import type { ReadMessage } from '../../ports.ts'
import { readTable } from '../../read-table.ts'
import { ordersPrograms } from '../find-orders.ts'
import {
  type FoldedMail,
  foldMail,
  isFromService,
  isMassMail,
  isUnattended,
  ownTextOf,
} from '../rules/mail-view.ts'
import { namesLimit, speechAct } from '../rules/speech-act.ts'

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
  /** That it wants something of its reader. */
  readonly asks: number
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
    asks: likely('yes', 'asks'),
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
  const own = ownTextOf(message).slice(0, WEIGHED_CHARACTERS)
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

/** What is looked at of a text, in characters: mails say early what they are about. */
const WEIGHED_CHARACTERS = 3000

/** The first words of a text, which count once more by themselves. */
const OPENING_WORDS = 40

/** Two concepts belong together within so many words. */
const NEAR = 5

const MANY = 2

/** Of so many sentences with a time it is asked what they do to it. */
const ACTS_MAX = 6

/** What a word of a text stands for where its letters do not matter: any time, year, other number. */
function token(word: string): string {
  if (!/^\d/.test(word)) return word
  if (word.includes(':')) return '0:00'
  return /^(?:19|20)\d\d$/.test(word) ? '2000' : '0'
}

function wordsOf(folded: string): string[] {
  const words = folded.match(/[a-z]+(?:'[a-z]+)?|\d+(?:[:.,]\d+)*|[?€$%@]/g) ?? []
  return words.map(token)
}

/**
 * What a linear model weighs of a mail, each once: words ("w:offer"), pairs of them ("b:your_offer"),
 * their beginnings, concepts ("k:offer") and pairs of those, words of the subject ("s:") and of the
 * opening ("h:"), what is done to times ("a:", "L:"), and facts of the header ("H:").
 */
export function featuresOf(message: ReadMessage): Set<string> {
  const folded = foldMail(message)
  const subject = wordsOf(folded.subject)
  const text = wordsOf(folded.text.slice(0, WEIGHED_CHARACTERS))
  const invited = wordsOf(folded.invited)
  const features = new Set<string>([...headerFeatures(message, folded), ...timeFeatures(folded)])
  for (const word of subject) features.add(`s:${word}`)
  for (const word of invited) features.add(`i:${word}`)
  for (const word of text.slice(0, OPENING_WORDS)) features.add(`h:${word}`)
  for (const words of [subject, invited, text]) addWords(features, words)
  for (const word of subject) for (const concept of conceptsOf(word)) features.add(`ks:${concept}`)
  addConcepts(features, [...wordsOf(folded.sender), '.', ...subject, '.', ...text])
  const questions = Math.min(3, text.filter((word) => word === '?').length)
  features.add(`H:questions_${questions}`)
  features.add(`H:length_${Math.min(6, Math.floor(Math.log2(1 + text.length / 20)))}`)
  if (message.invitations.length + message.jsonLd.length > 0) features.add('H:appointment')
  return features
}

/** What a linear model weighs of a sentence alone, which is folded. */
export function wordFeatures(sentence: string): Set<string> {
  const features = new Set<string>()
  const words = wordsOf(sentence)
  addWords(features, words)
  addConcepts(features, words)
  return features
}

function addWords(features: Set<string>, words: readonly string[]): void {
  let last: string | undefined
  for (const word of words) {
    features.add(`w:${word}`)
    if (word.length > 5) features.add(`p:${word.slice(0, 5)}`)
    if (last !== undefined) features.add(`b:${last}_${word}`)
    last = word
  }
}

function addConcepts(features: Set<string>, words: readonly string[]): void {
  const counts = new Map<string, number>()
  let last: { readonly at: number; readonly concepts: readonly string[] } | undefined
  for (const [at, word] of words.entries()) {
    const concepts = conceptsOf(word)
    if (concepts.length === 0) continue
    for (const concept of concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1)
    if (last && at - last.at <= NEAR) addPairs(features, last.concepts, concepts)
    last = { at, concepts }
  }
  for (const [concept, count] of counts) {
    features.add(`k:${concept}`)
    if (count > MANY) features.add(`k2:${concept}`)
  }
}

function addPairs(features: Set<string>, some: readonly string[], others: readonly string[]): void {
  for (const one of some)
    for (const other of others)
      if (one !== other) features.add(`kb:${[one, other].sort().join('+')}`)
}

const timed =
  /\b(?:\d{1,2}(?:[:.]\d{2}| ?h\b| ?[ap]\.?m\b| uhr)|\d{1,2}\.? (?:de )?[a-z]{3,9}|(?:mon|tues|wednes|thurs|fri)day|(?:mon|diens|donners|frei)tag|mittwoch|(?:lun|mar|mercre|jeu|vendre)di|lunes|martes|miercoles|jueves|viernes)\b/

/** What is said of times: what is done to them ("a:asks"), and what has to be done by a day ("L:send"). */
function timeFeatures({ subject, text }: FoldedMail): string[] {
  const sentences = text.slice(0, WEIGHED_CHARACTERS).split(/(?<=[.!?]) /)
  const acts = sentences
    .filter((sentence) => timed.test(sentence))
    .slice(0, ACTS_MAX)
    .map(speechAct)
  const limits = [subject, ...sentences].filter(namesLimit)
  const around = limits.flatMap(wordsOf)
  return [
    `as:${speechAct(subject)}`,
    ...acts.map((act) => `a:${act}`),
    `H:limits_${Math.min(2, limits.length)}`,
    ...around.map((word) => `L:${word}`),
    ...around.flatMap(conceptsOf).map((concept) => `kL:${concept}`),
  ]
}

/** Facts of the header, and the words of the sender's name and address. */
function headerFeatures(message: ReadMessage, folded: FoldedMail): string[] {
  const address = message.from.address.toLowerCase()
  const [local = '', domain = ''] = address.split('@')
  const labels = domain.split('.')
  const facts: Record<string, string | boolean> = {
    bulk: message.isBulk,
    orders: ordersPrograms(message),
    mass: isMassMail(message),
    hiring: isFromService(message, 'hiring'),
    scheduler: isFromService(message, 'scheduling'),
    signing: isFromService(message, 'signing'),
    unattended: isUnattended(address),
    proven: message.authentication,
    reply: message.references.length > 0,
    re: /^(?:re|aw|antw|rv|tr)\s?:/.test(folded.subject),
    invitation: /METHOD:(\w+)/.exec(message.invitations[0] ?? '')?.[1] ?? 'none',
  }
  return [
    'H:every',
    ...Object.entries(facts).map(([name, fact]) => `H:${name}_${fact}`),
    `d:${labels.slice(-2).join('.')}`,
    ...labels.slice(0, -1).flatMap((label) => label.split('-').map((word) => `D:${word}`)),
    ...local
      .split(/[^a-z]+/)
      .filter((word) => word !== '')
      .map((word) => `l:${word}`),
    ...wordsOf(folded.sender.replace(/<.*/, '')).map((word) => `n:${word}`),
  ]
}

/**
 * What words of several languages have in common, so that what one language teaches holds for the
 * others: a name, then words of English, German, French, Spanish, Portuguese, Dutch and Italian,
 * folded (see `foldText`); "*" stands for any ending. A word may stand for several things.
 */
const table = readTable(new URL('./concepts.txt', import.meta.url))

const named = new Map<string, string[]>()
for (const [name, lines] of table)
  for (const word of lines.join(' ').split(' ')) named.set(word, [...(named.get(word) ?? []), name])

const known = new Map<string, readonly string[]>()
const KNOWN_MAX = 20_000

/** What a folded word may stand for; empty for most. */
export function conceptsOf(word: string): readonly string[] {
  const found = known.get(word)
  if (found) return found
  const beginnings = Array.from(word, (_, index) => `${word.slice(0, index + 1)}*`)
  const concepts = [...new Set([word, ...beginnings].flatMap((each) => named.get(each) ?? []))]
  // words come from strangers: what is remembered of them has to end
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(word, concepts)
  return concepts
}

/** A time that a mail names, and the words around it, folded and on one line. */
export interface TimeInWords {
  readonly sentence: string
  readonly before: string
  readonly after: string
  readonly subject: string
  /** What is done to a time by the sentence, by it and those beside it, by the subject, by the mail. */
  readonly acts: Readonly<Record<'sentence' | 'beside' | 'subject' | 'mail', SpeechAct>>
  /** What else is known of it and of its mail, by name. */
  readonly facts: Readonly<Record<string, boolean | number>>
}

let ofTimes: LinearJudge | undefined

/** Judges times by other weights from now on; `undefined` brings those of Shortlist back. */
export function judgeTimesBy(judge: LinearJudge | undefined): void {
  ofTimes = judge
}

/** How likely a time is fixed for the reader of the mail, from 0 to 1, as people's mails have it. */
export function likelihoodFixed(words: TimeInWords): number {
  ofTimes ??= readJudge('./time-weights.json')
  return ofTimes.judge(featuresOfTime(words)).fixed?.likelihoods.yes ?? 0
}

/** Letters of a word that tell it from others, whatever its ending. */
const STEM = 5

/** What the weights are learned for: stems by where they stand, what is done to the time, and facts. */
export function featuresOfTime({ acts, facts, ...texts }: TimeInWords): Set<string> {
  return new Set([
    ...stems('o', texts.sentence),
    ...stems('b', texts.before),
    ...stems('a', texts.after),
    ...stems('s', texts.subject),
    ...Object.entries(acts).map(([where, act]) => `act:${where}_${act}`),
    ...Object.entries(facts).map(([name, fact]) => `is:${name}_${fact}`),
  ])
}

function stems(where: string, text: string): string[] {
  const found = text.match(/[a-z']+|\d[\d:.]*|[?:]/g) ?? []
  return found.map((word) => `${where}:${/^\d/.test(word) ? '0' : word.slice(0, STEM)}`)
}

/** What a scam adds up to; no single sign is enough. */
const ENOUGH = 4

/** So likely a scam, by what was learned of them, is one. */
const LIKELY = 0.12

/** A shorter text says too little to call anybody a crook by likelihood, in characters. */
const TELLING = 200

const job =
  /\b(?:job|jobs|position|role|employment|hired?|hiring|recruit\w*|interview|application|applicant|salary|career|work(?:ers?|ing)?|stelle|bewerb\w*|nebenjob|heimarbeit|emploi|poste|recrut\w*)\b/

/**
 * Signs of fraud with a job as its bait, folded, by what they weigh: money to be sent on, fees, chats
 * with a false HR.
 */
const signs = [...readTable(new URL('../rules/scam-signs.txt', import.meta.url))].flatMap(
  ([weight, lines]) => lines.map((line) => [Number(weight), new RegExp(line, 's')] as const),
)

/**
 * Whether a mail looks like a scam that uses a job as its bait. Its card warns; such a mail is never
 * of high priority, and neither a reply nor an event is made of it.
 */
export function isSuspicious(message: ReadMessage): boolean {
  const verdict = verdicts.get(message) ?? looksLikeScam(message)
  verdicts.set(message, verdict)
  return verdict
}

/** An analysis asks several times, and the text is long. */
const verdicts = new WeakMap<ReadMessage, boolean>()

function looksLikeScam(message: ReadMessage): boolean {
  const { subject, text, authentication } = message
  if (text.length >= TELLING && judgeMail(message).scam > LIKELY) return true
  const folded = foldText(`${subject}\n${text.slice(0, READ_CHARACTERS)}`)
  const found = signs.filter(([, says]) => says.test(folded))
  if (found.length === 0 || !job.test(folded)) return false
  const forged = authentication === 'fail' ? 2 : 0
  return found.reduce((total, [weight]) => total + weight, forged) >= ENOUGH
}

/** Weights of a linear model for several questions, as `eval/train.ts` writes them. */
export interface LinearModel {
  /** The answers to each question. The last one has no weights: it is what the others are compared with. */
  readonly answers: Readonly<Record<string, readonly string[]>>
  /** What one step of a weight is worth, and one of a feature's scale. */
  readonly steps: { readonly weight: number; readonly scale: number }
  /**
   * By kind ("w" for "w:offer"), names and letters by turns, with a space between them. The first
   * letter is the feature's scale, then one for each answer that has weights, in their order.
   */
  readonly features: Readonly<Record<string, string>>
}

/** Letters for the numbers from -32 to 31. */
export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
export const ZERO = 32

/** What the features of a mail count together, however many they are. */
export const LENGTH = 3

/** Features that are less together, as of a mail of two words, count less: little is known of it. */
const LITTLE = 4

const numbers = new Map([...LETTERS].map((letter, at) => [letter.charCodeAt(0), at - ZERO]))

/** What is most likely the answer to a question, and how likely each is. */
interface Judgement {
  readonly answer: string
  readonly likelihoods: Readonly<Record<string, number>>
}

interface Weighed {
  readonly scale: number
  readonly letters: string
}

/** Where the letters of its first answer stand. */
interface Question {
  readonly answers: readonly string[]
  readonly from: number
}

/** The judge of the weights in a file beside this one. */
function readJudge(name: string): LinearJudge {
  return new LinearJudge(JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')))
}

/** Answers the questions of a linear model (multinomial logistic regression) about some features. */
export class LinearJudge {
  readonly #weightStep: number
  readonly #questions = new Map<string, Question>()
  readonly #features = new Map<string, Weighed>()

  constructor({ answers: all, steps, features }: LinearModel) {
    this.#weightStep = steps.weight
    let from = 1
    for (const [question, answers] of Object.entries(all)) {
      this.#questions.set(question, { answers, from })
      from += answers.length - 1
    }
    for (const [kind, text] of Object.entries(features))
      for (const [, word = '', letters = ''] of text.matchAll(/(\S+) (\S+)/g)) {
        const scale = (numberAt(letters, 0) + ZERO) * steps.scale
        this.#features.set(`${kind}:${word}`, { scale, letters })
      }
  }

  judge(features: Iterable<string>): Record<string, Judgement> {
    const known = [...features].flatMap((name) => this.#features.get(name) ?? [])
    const norm = Math.max(LITTLE, Math.hypot(...known.map(({ scale }) => scale)))
    const unit = (LENGTH / norm) * this.#weightStep
    return Object.fromEntries(
      [...this.#questions].map(([name, question]) => [name, judgeOne(known, question, unit)]),
    )
  }

  /** Whether a feature was learned about. */
  knows(feature: string): boolean {
    return this.#features.has(feature)
  }

  /**
   * How far a feature speaks for an answer rather than for the mean of all answers to its question,
   * beside the other features of the same mail; 0 where nothing is known of it.
   */
  weight(feature: string, question: string, answer: string): number {
    const known = this.#features.get(feature)
    const asked = this.#questions.get(question)
    if (!known || !asked) return 0
    const all = asked.answers.map((_, at) => weightAt(known, asked, at))
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length
    return known.scale * ((all[asked.answers.indexOf(answer)] ?? mean) - mean)
  }
}

function judgeOne(known: readonly Weighed[], question: Question, unit: number): Judgement {
  const { answers } = question
  const sums = answers.map((_, at) => {
    return unit * known.reduce((sum, each) => sum + each.scale * weightAt(each, question, at), 0)
  })
  const likely = softmax(sums)
  return {
    answer: answers[likely.indexOf(Math.max(...likely))] ?? '',
    likelihoods: Object.fromEntries(answers.map((answer, at) => [answer, likely[at] ?? 0])),
  }
}

/** The last answer to a question has no weights. */
function weightAt({ letters }: Weighed, { answers, from }: Question, at: number): number {
  return at < answers.length - 1 ? numberAt(letters, from + at) : 0
}

function numberAt(letters: string, at: number): number {
  return numbers.get(letters.charCodeAt(at)) ?? 0
}

/** The powers of e, so that they are 1 together. */
export function softmax(sums: readonly number[]): number[] {
  const highest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

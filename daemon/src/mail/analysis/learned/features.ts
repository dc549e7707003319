import type { ReadMessage } from '../../ports.ts'
import { ordersPrograms } from '../find-orders.ts'
import { isMassMail } from '../is-mass-mail.ts'
import { namesLimit } from '../rules/deadlines.ts'
import { type FoldedMail, foldMail } from '../rules/fold-text.ts'
import { isFromService, isUnattended } from '../rules/senders.ts'
import { speechAct } from '../rules/speech-act.ts'
import { conceptsOf } from './concepts.ts'

/** What is looked at of a text, in characters: mails say early what they are about. */
const READ_CHARACTERS = 3000

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
  const text = wordsOf(folded.text.slice(0, READ_CHARACTERS))
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
  const sentences = text.slice(0, READ_CHARACTERS).split(/(?<=[.!?]) /)
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

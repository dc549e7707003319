import { EXPLAINING_WORD_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import type { Category, Explanation, Finding, MailFact } from '@shortlist/contracts/mail'
import { foldText } from '../../fold-text.ts'
import type { ReadMessage } from '../../message-ports.ts'
import { isSuspicious } from '../is-suspicious.ts'
import { builtInJudge, conceptsOf, judgeMail, ownTextOf } from './judge-mail.ts'

/** From here on a category is right in 95 of 100 mails of strangers, and in 75 of 100 (`eval:mail`). */
const SURE = 0.8
const LIKELY = 0.5

const CATEGORIES = 3
const FACTS = 2
const WORDS = 3

/** A word that weighs less than this share of the weightiest one explains nothing. */
const TELLING = 0.3

/** Features of a header that are facts a reader understands. */
const facts: readonly (readonly [MailFact, RegExp])[] = [
  ['calendar-entry', /^H:(?:appointment|invitation_(?!none))/],
  ['hiring-system', /^H:hiring_true/],
  ['scheduler', /^H:scheduler_true/],
  ['signing-service', /^H:signing_true/],
  ['program', /^H:bulk_true/],
]

/**
 * How sure the learned weights are of the category that was chosen, and why: facts that spoke for it,
 * then the words of the mail that weighed most, each with all features that it gave. What a model
 * chose it cannot explain, but for a scam, which no analysis decides.
 */
export function explainCategory(
  message: ReadMessage,
  chosen: Category,
  analyzer: Finding['analyzer'],
): Explanation {
  const { categories: likeliest, sureness, isLanguageKnown } = judgeMail(message)
  const categories = [...new Set([chosen, ...likeliest])].slice(0, CATEGORIES)
  if (isSuspicious(message)) {
    return { facts: ['scam'], words: reasonsFor(message, 'scam', 'yes').words, categories }
  }
  if (analyzer === 'model') return { facts: [], words: [], categories }
  if (!isLanguageKnown) {
    return { sureness: 'unsure', facts: ['unknown-language'], words: [], categories }
  }
  if (chosen !== likeliest[0]) return { sureness: 'unsure', facts: [], words: [], categories }
  const isLikely = sureness >= LIKELY ? 'likely' : 'unsure'
  const reasons = reasonsFor(message, 'category', chosen)
  return { sureness: sureness >= SURE ? 'sure' : isLikely, ...reasons, categories }
}

/** What spoke for an answer to one of the questions that the weights were learned for. */
function reasonsFor(message: ReadMessage, question: string, answer: string) {
  const judge = builtInJudge()
  const { features } = judgeMail(message)
  const weigh = (names: readonly string[]) =>
    names
      .filter((name) => features.has(name))
      .reduce((sum, name) => sum + judge.weight(name, question, answer), 0)
  const headers = [...features].filter((name) => name.startsWith('H:'))
  const found = facts.filter(([, says]) => weigh(headers.filter((name) => says.test(name))) > 0)
  return {
    facts: found.slice(0, FACTS).map(([fact]) => fact),
    words: weightiestWords(`${message.subject}\n${ownTextOf(message)}`, weigh),
  }
}

/** Words that mean something of their own, each of a stem once, as the mail writes them. */
function weightiestWords(text: string, weigh: (names: readonly string[]) => number): string[] {
  const byStem = new Map<string, { readonly word: string; readonly weight: number }>()
  for (const { 0: folded, index } of foldText(text).matchAll(/[a-z]{4,}/g)) {
    const stem = folded.slice(0, 5)
    const concepts = conceptsOf(folded)
    if (concepts.length === 0 || folded.length > EXPLAINING_WORD_MAX_CHARACTERS) continue
    if (byStem.has(stem)) continue
    const kinds = ['w', 's', 'h', 'i'].map((kind) => `${kind}:${folded}`)
    const shared = concepts.flatMap((concept) => [`k:${concept}`, `ks:${concept}`])
    const weight = weigh([...kinds, `p:${stem}`, ...shared])
    byStem.set(stem, { word: text.slice(index, index + folded.length), weight })
  }
  const sorted = [...byStem.values()].toSorted((one, other) => other.weight - one.weight)
  const least = Math.max(0, (sorted[0]?.weight ?? 0) * TELLING)
  return sorted
    .filter(({ weight }) => weight > least)
    .slice(0, WORDS)
    .map(({ word }) => word)
}

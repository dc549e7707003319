import { readFileSync } from 'node:fs'
import { Category, Priority } from '@shortlist/contracts/mail'
import type { ReadMessage } from '../../ports.ts'
import { featuresOf, wordFeatures } from './features.ts'
import { knowsLanguage } from './knows-language.ts'
import { LinearJudge } from './linear-model.ts'

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
  builtIn ??= new LinearJudge(
    JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')),
  )
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

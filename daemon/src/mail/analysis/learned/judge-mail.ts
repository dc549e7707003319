import { readFileSync } from 'node:fs'
import { Category, Priority } from '@shortlist/contracts/mail'
import type { ReadMessage } from '../../ports.ts'
import { featuresOf } from './features.ts'
import { type Judgement, LinearJudge } from './linear-model.ts'

/** What the learned weights say about a mail; each figure is how likely it is, from 0 to 1. */
export interface MailJudgement {
  readonly category: Category
  /** How likely that category is. */
  readonly sureness: number
  readonly priority: Priority
  /** Of the mail's own question and of its category together, from 0 to 2. */
  readonly interview: number
  readonly deadline: number
  readonly scam: number
}

let builtIn: LinearJudge | undefined

/** The weights that come with Shortlist; they are read when the first mail is judged. */
function builtInJudge(): LinearJudge {
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
  const judged = builtInJudge().judge(featuresOf(message))
  const { category, priority } = judged
  const judgement = {
    category: Category.catch('other').parse(category?.answer),
    sureness: category?.likelihoods[category.answer] ?? 0,
    priority: Priority.catch('medium').parse(priority?.answer),
    interview: likelihood(judged.interview) + (category?.likelihoods.job_interview ?? 0),
    deadline: likelihood(judged.deadline),
    scam: likelihood(judged.scam),
  }
  judgements.set(message, judgement)
  return judgement
}

function likelihood(judgement: Judgement | undefined): number {
  return judgement?.likelihoods.yes ?? 0
}

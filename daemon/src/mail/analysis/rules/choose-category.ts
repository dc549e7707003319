import type { Category } from '@shortlist/contracts/mail'
import type { MailView } from './mail-view.ts'
import type { Sign } from './sign.ts'
import { allSigns } from './signs/all-signs.ts'

export type Scores = Readonly<Record<Category, number>>

/** A category that less than this speaks for is not chosen. */
const ENOUGH = 3

/** What a mail of an employer's system, and one to many, say by themselves. */
const HIRING_SYSTEM = 3
const MASS_MAIL = 2.5

/** A mail to many speaks of interviews and offers, but seldom of the reader's own. */
const MASS_SHARE = 0.4

const ofOneReader: readonly Category[] = [
  'job_application',
  'job_rejection',
  'job_acceptance',
  'job_interview',
  'job_offer',
]

/** How much speaks for each category. */
export function scoreCategories(view: MailView): Scores {
  const sums = Object.entries(allSigns).map(([category, signs]) => [category, sum(signs, view)])
  const scores: Record<Category, number> = Object.fromEntries(sums)
  if (view.isFromHiringSystem) scores.job_application += HIRING_SYSTEM
  if (view.isMass) {
    scores.newsletter += MASS_MAIL
    for (const category of ofOneReader) scores[category] *= MASS_SHARE
  }
  return scores
}

/** The category that most speaks for; `other` where nothing does, or where the mail is a scam. */
export function chooseCategory(view: MailView, scores: Scores): Category {
  if (view.isSuspicious) return 'other'
  const [category, score] = strongest(scores)
  if (score >= ENOUGH) return category
  return view.isMass ? 'newsletter' : 'other'
}

function strongest(scores: Scores): [Category, number] {
  const entries = Object.entries(scores) as [Category, number][]
  return entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best))
}

function sum(signs: readonly Sign[], { folded }: MailView): number {
  return signs.reduce(
    (total, { place, weight, says }) => (says.test(folded[place]) ? total + weight : total),
    0,
  )
}

import type { Category } from '@shortlist/contracts/mail'
import { isPromotion } from './is-promotion.ts'
import { countJobWords } from './job-words.ts'
import type { MailView } from './mail-view.ts'
import type { Sign } from './read-signs.ts'
import { allSigns } from './signs/all-signs.ts'

export type Scores = Readonly<Record<Category, number>>

/** A category that less than this speaks for is not chosen. */
const ENOUGH = 3

/** What a mail of an employer's system, and one to many, say by themselves. */
const HIRING_SYSTEM = 3
const MASS_MAIL = 2.5

/** A mail to many with a date that programs can read announces a gathering. */
const MASS_EVENT = 3

/** A mail to many speaks of interviews and offers, but seldom of the reader's own. */
const MASS_SHARE = 0.4

/** Words of hiring make it likelier that a mail is about an application, up to this many of them. */
const JOB_WORDS = 4
const JOB_WORD = 0.75

/** A day and a time of day, in a mail that speaks of hiring and that a person wrote. */
const TIME_SET = 2

/** Shops and mailing lists say no as well: without a word of hiring it counts for less. */
const OTHER_NO = 0.6

/** Magazines interview artists, and shops make offers: so do those. */
const OTHER_TALK = 0.75

const ofOneReader: readonly Category[] = [
  'job_application',
  'job_rejection',
  'job_acceptance',
  'job_interview',
  'job_offer',
]

/** The end of an application speaks of the application too: where one is plain, that counts for it. */
const outcomes: readonly Category[] = ['job_rejection', 'job_offer', 'job_acceptance']
const PLAIN = 5
const OUTCOME_SHARE = 0.5

const day =
  /\b(?:mon|tues|wednes|thurs|fri)day\b|\bnext week\b|\bafternoon\b|\b(?:mo|diens|donners|frei)n?tag\b|\bmittwoch\b|\bnachste woche\b|\b(?:lun|mar|mercre|jeu|vendre)di\b|\bsemaine prochaine\b/
const clock = /\b\d{1,2}(?:[:.]\d{2}| ?h ?\d{0,2}| ?[ap]\.?m\b| uhr\b)|\bat \d{1,2}\b/

const addressesReader =
  /\b(?:you|your|du|dich|dir|dein\w*|sie|ihnen|ihr\w*|vous|votre|vos|te|toi|ton|ta)\b/

const arrangements: readonly RegExp[] = [
  /\b(?:calls?|chat|talk|conversation|meet(?:ing)?|coffee|visit|round|gesprach|telefon\w*|treffen|echang\w+|rencontr\w+|appel|visio)\b/,
  day,
  /\b(?:suits?|works? for you|free|available|availability|times?|slots?|minutes|passt|termin\w*|uhr|disponib\w+|creneau\w*)\b/,
  /\b(?:invit(?:e|ation|ing)|calendar|schedul\w+|einlad\w+|laden)\b/,
]

/** How much speaks for each category. */
export function scoreCategories(view: MailView): Scores {
  const sums = Object.entries(allSigns).map(([category, signs]) => [category, sum(signs, view)])
  const scores: Record<Category, number> = Object.fromEntries(sums)
  const jobWords = Math.min(JOB_WORDS, countJobWords(view.folded.anywhere))
  return isSentToMany(view) ? ofMany(scores, view, jobWords) : ofOne(scores, view, jobWords)
}

/** The scores of a mail that a program or a seller has sent to many. */
function ofMany(scores: Scores, view: MailView, jobWords: number): Scores {
  const all = { ...scores, newsletter: scores.newsletter + MASS_MAIL }
  const isAd = isPromotion(view.folded.anywhere)
  const isOther = isAd || scores.newsletter > 0 || jobWords === 0
  for (const category of ofOneReader) all[category] *= isOther ? MASS_SHARE : 1
  if (isAd) all.freelance *= MASS_SHARE
  if (view.mail.appointments.length > 0) all.event += MASS_EVENT
  return all
}

/** The scores of a mail that was written to its reader. */
function ofOne(scores: Scores, view: MailView, jobWords: number): Scores {
  const all = { ...scores }
  if (!isAboutHiring(view, jobWords)) {
    all.job_interview *= OTHER_TALK
    all.job_offer *= OTHER_TALK
  }
  if (view.isFromHiringSystem) all.job_application += HIRING_SYSTEM
  all.job_application += jobWords * JOB_WORD
  all.job_interview += Math.min(jobWords, arrangementsOf(view))
  if (jobWords > 0 && setsTime(view)) all.job_interview += TIME_SET
  if (jobWords === 0 && all.job_rejection < PLAIN) all.job_rejection *= OTHER_NO
  for (const outcome of outcomes) {
    if (all[outcome] >= PLAIN) all[outcome] += all.job_application * OUTCOME_SHARE
  }
  return all
}

/** The category that most speaks for; `other` where nothing does, or where the mail is a scam. */
export function chooseCategory(view: MailView, scores: Scores): Category {
  if (view.isSuspicious) return 'other'
  const [category, score] = strongest(scores)
  if (score >= ENOUGH) return category
  return isSentToMany(view) ? 'newsletter' : 'other'
}

/**
 * Whether headers or words say that a mail went to many. A seller's words count for nothing in the
 * mails of employers' systems, with an appointment, and in replies.
 */
function isSentToMany({ isMass, isFromHiringSystem, mail, folded }: MailView): boolean {
  if (isMass) return true
  if (isFromHiringSystem || mail.appointments.length > 0) return false
  return mail.message.references.length === 0 && isPromotion(folded.anywhere)
}

function isAboutHiring(view: MailView, jobWords: number): boolean {
  const { mail, isFromHiringSystem, folded } = view
  if (isFromHiringSystem || mail.appointments.length > 0 || setsTime(view)) return true
  return jobWords > 0 && addressesReader.test(folded.anywhere)
}

/** How much a mail sounds like a time that two people agree on. */
function arrangementsOf({ folded, mail }: MailView): number {
  const words = arrangements.filter((says) => says.test(folded.anywhere)).length
  return words + (mail.appointments.length > 0 ? 2 : 0)
}

function setsTime({ folded, mail }: MailView): boolean {
  return !mail.message.isBulk && clock.test(folded.text) && day.test(folded.text)
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

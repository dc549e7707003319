import type { Category, Priority } from '@shortlist/contracts/mail'
import { asks } from './asked-words.ts'
import type { MailView } from './mail-view.ts'
import { isUnattended } from './senders.ts'
import { takesPart } from './takes-part.ts'

/** Something of the reader's own that should be looked at. */
const needsAct =
  /\b(?:action required|payment (?:method|failed)|unable to charge|sign-?in (?:to your account|from)|change your password|end of life|expires on)\b/

const asked =
  /\b(?:could you|can you|would you|do you|what (?:is|are)|please|konnten sie|kannst du|bitte|pourriez-vous|merci de)\b/
const formality = /\b(?:wants to connect|vernetzen)\b/

interface Facts {
  readonly view: MailView
  /** Something is to be done by a day. */
  readonly isDue: boolean
}

const always = (priority: Priority) => () => priority
const whereDue = ({ isDue }: Facts): Priority => (isDue ? 'medium' : 'low')

const priorities: Readonly<Record<Category, (facts: Facts) => Priority>> = {
  job_interview: always('high'),
  job_offer: always('high'),
  job_acceptance: always('high'),
  job_application: (facts) => (facts.isDue || isAwaited(facts) ? 'high' : 'medium'),
  freelance: ({ isDue }) => (isDue ? 'high' : 'medium'),
  job_rejection: always('medium'),
  networking: (facts) => (says(facts, formality) ? 'low' : 'medium'),
  event: (facts) => (facts.isDue || takesPart(facts.view.folded.anywhere) ? 'medium' : 'low'),
  learning: (facts) => (facts.isDue || takesPart(facts.view.folded.anywhere) ? 'medium' : 'low'),
  tools: (facts) => (facts.isDue || says(facts, needsAct) ? 'medium' : 'low'),
  community: (facts) => (facts.isDue || isFromPerson(facts.view) ? 'medium' : 'low'),
  newsletter: always('low'),
  other: whereDue,
}

/** How urgent a mail is: what is due, and who waits for whom. */
export function judgePriority(category: Category, view: MailView, isDue: boolean): Priority {
  return priorities[category]({ view, isDue })
}

/** An application waits for the reader's answer. */
function isAwaited({ view }: Facts): boolean {
  const { anywhere } = view.folded
  if (/\baction required\b/.test(anywhere)) return true
  return !view.mail.message.isBulk && asks.test(anywhere) && asked.test(anywhere)
}

function says({ view }: Facts, words: RegExp): boolean {
  return words.test(view.folded.anywhere)
}

function isFromPerson({ mail }: MailView): boolean {
  const { isBulk, from } = mail.message
  return !isBulk && !isUnattended(from.address)
}

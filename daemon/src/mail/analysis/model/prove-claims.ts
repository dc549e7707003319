import type { EventProposal } from '@shortlist/contracts/calendar'
import { LOCATION_MAX, SUMMARY_MAX } from '../../dates/clean-line.ts'
import type { MailToAnalyze } from '../../ports.ts'
import { cleanText } from '../clean-text.ts'
import { removeForeignLinks, shownText } from '../remove-foreign-links.ts'
import { foldText } from '../rules/fold-text.ts'
import { isAnnounced } from '../rules/is-announced.ts'
import { offersChoice } from '../rules/offers-choice.ts'
import type { ModelAnswer } from './model-answer.ts'

type Claims = ModelAnswer['events']

/**
 * The appointments that a model claims, with what code could prove of them; each time once, and
 * none that had been when the mail was sent. Times to choose from are not proven: they wait.
 */
export async function proveClaims(
  claims: Claims,
  { message, time }: MailToAnalyze,
): Promise<EventProposal[]> {
  if (claims.length === 0) return []
  const [{ proveEvent }, { findDates }] = await Promise.all([
    import('../../dates/prove-event.ts'),
    import('../../dates/find-dates.ts'),
  ])
  const shown = shownText(message)
  const line = (text: string, max: number) =>
    cleanText(removeForeignLinks(cleanText(text, max), shown), max)
  const options = (await findDates(message.text, time)).filter(({ isOption }) => isOption)
  const proposals: EventProposal[] = []
  for (const claim of claims) {
    const named = {
      summary: line(claim.summary, SUMMARY_MAX) || message.subject.slice(0, SUMMARY_MAX),
      location: line(claim.location, LOCATION_MAX),
    }
    const proposal = await proveEvent({ ...claim, ...named }, message.text, time)
    const key = keyOf(proposal)
    if (isHistory(proposal, time.sentAt) || proposals.some((other) => keyOf(other) === key))
      continue
    const isOption = options.some((option) => keyOf(option) === key)
    proposals.push(isOption ? { ...proposal, isProven: false } : proposal)
  }
  const isChoice = proposals.length > 1 && offersChoice(foldText(message.text).replace(/\s+/g, ' '))
  return isChoice ? proposals.map((each) => ({ ...each, isProven: false })) : proposals
}

function keyOf({ time }: Pick<EventProposal, 'time'>): string {
  return time.kind === 'unclear' ? time.text : time.start
}

/** Whether it was over when the mail was sent, and no sentence announces it all the same. */
function isHistory({ time, evidence, isProven }: EventProposal, sentAt: string): boolean {
  if (time.kind === 'unclear' || time.end > sentAt) return false
  return !isProven || !isAnnounced(foldText(evidence).replace(/\s+/g, ' '))
}

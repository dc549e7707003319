import type { EventProposal } from '@shortlist/contracts/calendar'
import { LOCATION_MAX, SUMMARY_MAX } from '../../dates/clean-line.ts'
import type { MailToAnalyze } from '../../ports.ts'
import { cleanText } from '../clean-text.ts'
import { removeForeignLinks, shownText } from '../remove-foreign-links.ts'
import { foldText } from '../rules/fold-text.ts'
import { isAnnounced } from '../rules/propose-events.ts'
import type { ModelAnswer } from './model-answer.ts'

/**
 * The appointments of a mail: those of the rules, and beside them what a model claims of other times,
 * which always waits for the user. Of the claims none whose words the mail does not hold, each time
 * once, and none that had been when the mail was sent.
 */
export async function proveClaims(
  claims: ModelAnswer['events'],
  ruled: readonly EventProposal[],
  { message, time }: MailToAnalyze,
): Promise<EventProposal[]> {
  if (claims.length === 0) return [...ruled]
  const [{ proveEvent }, { findDates }] = await Promise.all([
    import('../../dates/prove-event.ts'),
    import('../../dates/find-dates.ts'),
  ])
  const shown = shownText(message)
  const line = (text: string, max: number) =>
    cleanText(removeForeignLinks(cleanText(text, max), shown), max)
  const proposals = [...ruled]
  const dates = findDates(message.text, time)
  for (const claim of claims) {
    const named = {
      summary: line(claim.summary, SUMMARY_MAX) || message.subject.slice(0, SUMMARY_MAX),
      location: line(claim.location, LOCATION_MAX),
    }
    const proposal = proveEvent({ ...claim, ...named }, message.text, time, dates)
    const isKnown = proposals.some((other) => keyOf(other) === keyOf(proposal))
    if (isKnown || proposal.evidence === '' || isHistory(proposal, time.sentAt)) continue
    proposals.push({ ...proposal, isProven: false })
  }
  return proposals
}

function keyOf({ time }: Pick<EventProposal, 'time'>): string {
  return time.kind === 'unclear' ? time.text : time.start
}

/** Whether it was over when the mail was sent, and no sentence announces it all the same. */
function isHistory({ time, evidence, isProven }: EventProposal, sentAt: string): boolean {
  if (time.kind === 'unclear' || time.end > sentAt) return false
  return !isProven || !isAnnounced(foldText(evidence).replace(/\s+/g, ' '))
}

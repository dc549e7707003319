import type { Finding } from '@shortlist/contracts/mail'
import type { AnalyzedMail, MailToAnalyze } from '../ports.ts'
import { cleanFinding } from './clean-finding.ts'
import { chooseCategory, scoreCategories } from './rules/choose-category.ts'
import { findDeadlines } from './rules/deadlines.ts'
import { draftReply, type ProposedTime } from './rules/draft-reply.ts'
import { isCalledOff } from './rules/is-called-off.ts'
import { isForMany } from './rules/is-for-many.ts'
import { judgePriority } from './rules/judge-priority.ts'
import { judgeSentiment } from './rules/judge-sentiment.ts'
import { listActionItems } from './rules/list-action-items.ts'
import { viewMail } from './rules/mail-view.ts'
import { type ProposedEvent, proposeEvents } from './rules/propose-events.ts'
import { summarize } from './rules/summarize.ts'

/** The analysis of a mail by patterns alone; needs no model and contacts nobody. */
export async function analyzeByRules(mail: MailToAnalyze): Promise<AnalyzedMail> {
  const view = viewMail(mail)
  const category = chooseCategory(view, scoreCategories(view))
  const events = await proposeEvents(category, view)
  const deadlines = isForMany(category, view) ? [] : findDeadlines(view.sentences)
  const isDue = deadlines.length > 0
  const finding: Omit<Finding, 'analyzer'> = {
    category,
    priority: judgePriority(category, view, isDue),
    sentiment: judgeSentiment(category, view),
    hasInterview: category === 'job_interview' && !isCalledOff(view),
    hasDeadline: isDue,
    summary: summarize(category, view),
    actionItems: listActionItems(category, view, deadlines),
    draftResponse: draftReply(category, view, timeOf(events)),
  }
  return {
    finding: { ...cleanFinding(finding, mail.message), analyzer: 'rules' },
    proposals: events.map(({ proposal }) => proposal),
  }
}

function timeOf(events: readonly ProposedEvent[]): ProposedTime {
  const [event] = events
  if (!event) return 'none'
  return events.length === 1 && event.proposal.isProven && !event.isPast
    ? { words: event.words }
    : 'unclear'
}

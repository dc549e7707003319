import {
  ACTION_ITEM_MAX_CHARACTERS,
  ACTION_ITEMS_MAX,
  DRAFT_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
} from '@shortlist/contracts/limits'
import type { Finding } from '@shortlist/contracts/mail'
import type { ReadMessage } from '../ports.ts'
import { cleanLines, cleanText } from './clean-text.ts'
import { isMassMail } from './is-mass-mail.ts'
import { isSuspicious } from './is-suspicious.ts'
import { removeForeignLinks, shownText } from './remove-foreign-links.ts'

export type Claimed = Omit<Finding, 'analyzer'>

/**
 * A finding as it may be stored, whoever made it (security design, 12.1): plain texts within their
 * lengths, no address or number that the mail does not show, no mass mail of high priority, and of a
 * scam neither urgency, good news nor a reply.
 */
export function cleanFinding(claimed: Claimed, message: ReadMessage): Claimed {
  const shown = shownText(message)
  const line = (text: string, max: number) =>
    cleanText(removeForeignLinks(cleanText(text, max), shown), max)
  const isScam = isSuspicious(message)
  const isQuiet = isScam || claimed.category === 'newsletter' || isMassMail(message)
  return {
    category: claimed.category,
    priority: quieted(claimed.priority, isScam, isQuiet),
    sentiment: isScam && claimed.sentiment === 'positive' ? 'neutral' : claimed.sentiment,
    hasInterview: claimed.hasInterview && !isScam && claimed.category !== 'newsletter',
    hasDeadline: claimed.hasDeadline && !isScam,
    summary: line(claimed.summary, SUMMARY_MAX_CHARACTERS),
    actionItems: claimed.actionItems
      .slice(0, ACTION_ITEMS_MAX)
      .map((item) => line(item, ACTION_ITEM_MAX_CHARACTERS))
      .filter((item) => item !== ''),
    draftResponse: isScam ? '' : draft(claimed.draftResponse, shown),
  }
}

function quieted(
  priority: Finding['priority'],
  isScam: boolean,
  isQuiet: boolean,
): Finding['priority'] {
  if (isScam) return 'low'
  return isQuiet && priority === 'high' ? 'medium' : priority
}

function draft(text: string, shown: ReturnType<typeof shownText>): string {
  const plain = cleanLines(text, DRAFT_MAX_CHARACTERS)
  return cleanLines(removeForeignLinks(plain, shown), DRAFT_MAX_CHARACTERS)
}

import type { EventProposal } from '@shortlist/contracts/calendar'
import {
  ACTION_ITEM_MAX_CHARACTERS,
  ACTION_ITEMS_MAX,
  DRAFT_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
} from '@shortlist/contracts/limits'
import type { Finding } from '@shortlist/contracts/mail'
import {
  LOCATION_MAX,
  placeLine,
  plainLine,
  plainLines,
  SUMMARY_MAX,
  withoutAddresses,
} from '../../platform/clean-text.ts'
import { splitSentences } from '../dates/split-sentences.ts'
import type { ReadMessage } from '../message-ports.ts'
import { ordersIn } from './find-orders.ts'
import { isSuspicious } from './is-suspicious.ts'
import { removeForeignLinks, removeLinks, shownText } from './remove-foreign-links.ts'
import { isFromService, isMassMail } from './rules/senders.ts'

type Claimed = Omit<Finding, 'analyzer'>

/**
 * A finding as it may be stored, whoever made it (security design, 12.1): plain texts within their
 * lengths, no address or number that the mail does not show, in summary and actions neither a link nor
 * what the mail orders, no mass mail of high priority, no interview in a mail to a list; of a scam
 * nothing but that it is one.
 */
export function cleanFinding(claimed: Claimed, message: ReadMessage): Claimed {
  const line = lineOf(message)
  const shown = {
    ...claimed,
    draftResponse: shownLines(claimed.draftResponse, DRAFT_MAX_CHARACTERS, message),
    summary: line(claimed.summary, SUMMARY_MAX_CHARACTERS) || line(message.subject, SUMMARY_MAX),
  }
  if (isSuspicious(message)) return { ...shown, ...ofScam }
  const isQuiet = claimed.category === 'newsletter' || isMassMail(message)
  const isToOne = !message.isBulk || message.isAutomatic || isFromService(message)
  return {
    ...shown,
    priority: isQuiet && claimed.priority === 'high' ? 'medium' : claimed.priority,
    hasInterview: claimed.hasInterview && claimed.category !== 'newsletter' && isToOne,
    actionItems: claimed.actionItems
      .slice(0, ACTION_ITEMS_MAX)
      .map((item) => line(item, ACTION_ITEM_MAX_CHARACTERS))
      .filter((item) => item !== ''),
  }
}

const ofScam = {
  category: 'other',
  priority: 'low',
  sentiment: 'neutral',
  hasInterview: false,
  hasDeadline: false,
  actionItems: [] as string[],
  draftResponse: '',
} as const

/**
 * Appointments as they may leave the analysis of a mail, wherever they were read: no title or place
 * repeats a link or what the mail orders, but for the address of a meeting; none of a scam.
 */
export function cleanProposals(
  proposals: readonly EventProposal[],
  message: ReadMessage,
): EventProposal[] {
  if (isSuspicious(message)) return []
  const [line, orders] = [lineOf(message), ordersIn(message)]
  return proposals.map((proposal) => {
    const summary = line(proposal.summary, SUMMARY_MAX) || line(message.subject, SUMMARY_MAX)
    const isOrdered = orders.isIn(withoutAddresses(proposal.location))
    const link = placeLine((proposal.location.match(/https:\S+/) ?? [''])[0], () => true)
    const location = isOrdered ? link : proposal.location.slice(0, LOCATION_MAX)
    return { ...proposal, summary: summary || 'Appointment', location }
  })
}

/** Makes a line of the card or of an appointment of a text: sentences that order something go. */
export function lineOf(message: ReadMessage): (text: string, max: number) => string {
  const [shown, orders] = [shownText(message), ordersIn(message)]
  return (text, max) => {
    const plain = plainLine(removeLinks(removeForeignLinks(plainLine(text, max), shown)), max)
    if (!orders.isIn(plain)) return plain
    const sentences = splitSentences(plain).map(({ start, end }) => plain.slice(start, end))
    const isOrder = sentences.map((sentence) => orders.isIn(sentence))
    // one may say to whom, and the next one what
    const isPair = (at: number) =>
      !isOrder[at] && !isOrder[at + 1] && orders.isIn(sentences.slice(at, at + 2).join(' '))
    const kept = sentences.filter((_, at) => !isOrder[at] && !isPair(at) && !isPair(at - 1))
    return kept.join(' ').trim()
  }
}

/** Plain lines of at most `max` characters, without an address or a number that the mail does not show. */
export function shownLines(text: string, max: number, message: ReadMessage): string {
  return plainLines(removeForeignLinks(plainLines(text, max), shownText(message)), max)
}

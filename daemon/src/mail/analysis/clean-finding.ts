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
import { splitSentences } from '../mail-text.ts'
import type { ReadMessage } from '../ports.ts'
import { ordersIn } from './find-orders.ts'
import { isSuspicious } from './learned/judge-mail.ts'
import { isFromService, isMassMail } from './rules/mail-view.ts'

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
    const plain = plainLine(
      removeForeignLinks(plainLine(text, max), shown).replace(whole, '…'),
      max,
    )
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

const schemes =
  'https?|hxxps?|ftp|wss?|file|data|javascript|vbscript|blob|mailto|tel|sms|tg|skype|intent|chrome|about'
const domains =
  'com|org|net|info|biz|io|dev|app|ai|co|me|tv|cc|eu|us|uk|de|fr|ch|at|nl|be|it|es|pt|pl|cz|dk|se|no|fi|ie|ru|ua|cn|jp|kr|in|au|nz|ca|br|mx|za|tr|gr|hu|ro|su|tk|ml|ga|cf|gq|xyz|top|site|online|shop|store|club|link|click|live|work|jobs|careers|cloud|tech|page|space|fun|icu|vip|win|example|test|local|onion|gl|ly|gg|sh|to'

/** Addresses with a scheme, of pages and of mails; and the name of a host. */
const addresses = [
  `\\b(?:${schemes}):[^\\s<>"']+`,
  `(?:\\bwww\\.|//)[^\\s<>"']{3,}`,
  `[^\\s<>"'(),;:@]{1,64}@[^\\s<>"'(),;:@]{1,190}\\.[^\\s<>"'(),;:@]{2,24}`,
]
const host = `(?<![\\p{L}\\p{N}.@-])(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}(?:${domains})`

/** What leads somewhere: addresses, and hosts by name and by number. */
const links = [
  ...addresses,
  `${host}(?![\\p{L}\\p{N}-])(?:[:/?#][^\\s<>"']*)?`,
  `(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.])(?:[:/][^\\s<>"']*)?`,
].map((link) => new RegExp(link, 'giu'))

/** What could be followed from where it stands, other than the name of a host alone. */
const whole = new RegExp([...addresses, `${host}[/?#][^\\s<>"']*`].join('|'), 'giu')

/** Eight to fifteen digits (ITU-T E.164) as people write them. */
const phone = /(?<![\p{L}\p{N}.,])[+(]{0,2}\d[\d\s()./-]{6,24}\d(?!\p{L}|\d)/gu
const date = /^\(?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/

export const REMOVED = '[removed]'

/**
 * A text with "[removed]" instead of every address and phone number that `mail` does not show
 * (security design, 12.1): what the model makes up leads nobody anywhere.
 */
export function removeForeignLinks(text: string, mail: ShownText): string {
  const withoutLinks = links.reduce(
    (rest, link) => rest.replace(link, (found) => (mail.hasLink(found) ? found : REMOVED)),
    text,
  )
  return withoutLinks.replace(phone, (found) => {
    const digits = digitsOf(found)
    const isPhone = digits.length >= 8 && digits.length <= 15 && !date.test(found)
    return isPhone && !mail.hasNumber(digits) ? REMOVED : found
  })
}

/** What the reader of a mail sees, to be asked for links and numbers. */
interface ShownText {
  hasLink(link: string): boolean
  hasNumber(digits: string): boolean
}

export function shownText({ subject, text, from, replyTo }: ReadMessage): ShownText {
  const shown = [subject, from.name, from.address, replyTo?.address ?? '', text].join('\n')
  let folded: string | undefined
  let digits: string | undefined
  return {
    hasLink(link) {
      folded ??= shown.toLowerCase()
      return folded.includes(link.toLowerCase().replace(/[.,;:!?)\]}>*_]+$/, ''))
    },
    hasNumber(number) {
      digits ??= numbersIn(shown)
      return digits.includes(number)
    },
  }
}

/** The digits of a text, those of one number together however it is written. */
function numbersIn(text: string): string {
  return digitsOf(text.replace(/\p{L}+/gu, ' ').replace(/(?<=\d)[\s()./-]+(?=\d)/g, ''))
}

function digitsOf(text: string): string {
  return text.replace(/[^\d\n]+/g, '')
}

import type { EventProposal } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import { LOCATION_MAX, placeLine, SUMMARY_MAX } from '../../../platform/clean-text.ts'
import { type FoundDate, findDates } from '../../dates/find-dates.ts'
import { foldText } from '../../fold-text.ts'
import type { MailToAnalyze } from '../../ports.ts'
import { lineOf, shownLines } from '../clean-finding.ts'
import { isAnnounced, keyOf, nameless } from '../rules/propose-events.ts'
import type { ModelAnswer } from './model-answer.ts'

type Claim = ModelAnswer['events'][number]

const UNREAD = 'The time could not be read in the words of the mail.'

/**
 * The appointments of a mail: those of the rules, and beside them what a model claims of other times,
 * which always waits for the user. A claim counts only where its quote stands in the mail; it has the
 * time that code reads there, and where that is not the claimed one it is unclear, with the model's
 * words. Each time once, and none that had been when the mail was sent.
 */
export function proveClaims(
  claims: readonly Claim[],
  ruled: readonly EventProposal[],
  { message, time: context }: MailToAnalyze,
): EventProposal[] {
  if (claims.length === 0) return [...ruled]
  const [text, line] = [oneLine(message.text), lineOf(message)]
  const dates = findDates(message.text, context)
  const proposals = [...ruled]
  for (const claim of claims) {
    const quote = oneLine(claim.quote)
    const read = dates.find((date) => isOf(date, quote) && isAt(date, claim))
    const isPast = read ? isOver(read) : claim.date < context.sentAt.slice(0, 10)
    if (quote === '' || !text.includes(quote) || isPast) continue
    const words = [claim.date, claim.start, line(claim.zoneWords, SUMMARY_MAX)].join(' ').trim()
    const time = read?.time ?? { kind: 'unclear', text: words, reason: UNREAD }
    if (proposals.some((other) => keyOf(other.time) === keyOf(time))) continue
    const place = shownLines(claim.location, LOCATION_MAX, message)
    proposals.push({
      source: 'model',
      method: 'request',
      ...nameless,
      summary: line(claim.summary, SUMMARY_MAX) || line(message.subject, SUMMARY_MAX),
      location: placeLine(place, (address) => message.text.includes(address)),
      time,
      evidence: read?.sentence ?? quote,
      isProven: false,
    })
  }
  return proposals
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Whether a quote is of the sentence of a date, or holds the date. */
function isOf({ sentence, text }: FoundDate, quote: string): boolean {
  return oneLine(sentence).includes(quote) || quote.includes(oneLine(text))
}

/** Whether a model claims what code has read: the same day, and the same time on the mail's clock. */
function isAt({ time }: FoundDate, { date, start }: Claim): boolean {
  if (time.kind !== 'instant') return time.kind === 'day' && time.start === date && start === ''
  const clock = DateTime.fromISO(time.start, { zone: time.timeZone })
  return clock.toFormat('yyyy-MM-dd HH:mm') === `${date} ${start}`
}

/** Whether it was over when the mail was sent, and no sentence announces it all the same. */
function isOver({ isPast, sentence }: FoundDate): boolean {
  return isPast && !isAnnounced(oneLine(foldText(sentence)))
}

import { DateTime } from 'luxon'
import { placeLine, plainLine, SUMMARY_MAX, withoutAddresses } from '../../platform/clean-text.ts'
import type { ExactTime } from '../ports.ts'
import type { Claim } from './claim.ts'

const SUBJECT_MAX = 200

/** Every look at a mail asks; a claim never changes. */
const described = new WeakMap<Claim, EventTexts>()

/** What an event says: texts of the mail, cleaned, and where it comes from. */
export interface EventTexts {
  readonly summary: string
  readonly location: string
  readonly description: string
}

/**
 * The texts of an event (security design, 12.3). A meeting link stays only where code has read it
 * out of an invitation or a reservation, or where it stands in proven words of the mail.
 */
export function describeEvent(claim: Claim): EventTexts {
  const known = described.get(claim)
  if (known) return known
  const texts = describe(claim)
  described.set(claim, texts)
  return texts
}

function describe({ proposal, subject, sender, date }: Claim): EventTexts {
  const { source, evidence, isProven } = proposal
  const isRead = source === 'invitation' || source === 'json-ld'
  const mail = title(subject, SUBJECT_MAX)
  const day = DateTime.fromISO(date, { zone: 'utc' }).setLocale('en').toFormat('d LLLL yyyy')
  return {
    summary: title(proposal.summary, SUMMARY_MAX) || title(subject, SUMMARY_MAX) || 'Event',
    location: placeLine(
      proposal.location,
      (address) => isRead || (isProven && evidence.includes(address)),
    ),
    description: `Created by Shortlist from the mail '${mail}' from ${title(sender, SUBJECT_MAX)} on ${day}.`,
  }
}

/** A line of an event: it carries no address of the web. */
function title(text: string, max: number): string {
  return plainLine(withoutAddresses(text), max)
}

/** "Tue 24 Nov, 10:00", in the user's zone; days without a time. */
export function shortTime(time: ExactTime, userZone: string): string {
  const isDay = time.kind === 'day'
  const start = DateTime.fromISO(time.start, { zone: isDay ? 'utc' : userZone }).setLocale('en')
  return start.toFormat(isDay ? 'ccc d LLL' : 'ccc d LLL, HH:mm')
}

import type { EventTime, MailEvent } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import { placeLine, plainLine, SUMMARY_MAX, withoutAddresses } from '../../platform/clean-text.ts'
import type { ExactTime } from '../ports.ts'
import {
  type Claim,
  compareClaims,
  compareText,
  implausible,
  isCallOff,
  isCancel,
  isLed,
  isSameTime,
  isSteering,
  startOf,
  uidKey,
  versionOf,
} from './claim.ts'
import type { Ledger, LedgerRow } from './ledger.ts'

/** All rows of UIDs, by UID, whoever has sent them. */
export type RowsByUid = ReadonlyMap<string, readonly LedgerRow[]>

/** All rows of the UIDs of these. */
export async function rowsByUid(ledger: Ledger, rows: readonly LedgerRow[]): Promise<RowsByUid> {
  const keys = new Set(rows.flatMap(({ lineage }) => (lineage ? uidKey(lineage) : [])))
  const found = keys.size > 0 ? await ledger.find(...keys) : []
  return Map.groupBy(found, ({ lineage }) => lineage?.uid ?? '')
}

/** The series of an appointment, itself included: all of one UID and sender. */
export function familyOf({ lineage }: LedgerRow, byUid: RowsByUid): readonly LedgerRow[] {
  if (lineage === null) return []
  const ofUid = byUid.get(lineage.uid) ?? []
  return ofUid.filter((other) => other.lineage?.sender === lineage.sender)
}

/** What counts for an appointment now. */
export interface Standing {
  readonly claim: Claim
  /** A later version whose time nobody can tell; until then `claim` holds. */
  readonly later: Claim | null
  /** `yes`: it takes place. `cancelled`: called off. `dropped`: its series has other dates now. */
  readonly takesPlace: 'yes' | 'cancelled' | 'dropped'
  /** What calls it off, or says so without the right to. */
  readonly callOff: Claim | null
}

/**
 * What counts, whatever the order in which mails were read: the latest version of the invitation and
 * of its series, else the most trusted of the texts, which all name one time. Null where nobody says
 * that there is an appointment.
 */
export function standingOf(row: LedgerRow, byUid: RowsByUid): Standing | null {
  const family = familyOf(row, byUid)
  // what the user has kept despite a mail is not taken out by it
  const despite = row.choice?.kind === 'added' ? row.choice.despite : undefined
  const isIgnored = (claim: Claim) => isCancel(claim) && claim.emailId === despite
  const claims = row.claims.filter((claim) => !isIgnored(claim))
  const counting = countingOf({ lineage: row.lineage, claims })
  if (counting === null) return null
  const latest = counting.later ?? counting.claim
  const over = family
    .filter(({ id }) => id !== row.id)
    .flatMap((other) => other.claims.filter((claim) => isSteering(claim) && !isIgnored(claim)))
    .filter((other) => compareClaims(other, latest) > 0 && endsOccurrence(other, row, family))
    .sort(compareClaims)
    .at(-1)
  if (over) {
    const takesPlace = isCancel(over) ? 'cancelled' : 'dropped'
    return { claim: over, later: null, takesPlace, callOff: isCancel(over) ? over : null }
  }
  if (isCancel(latest)) {
    return { claim: latest, later: null, takesPlace: 'cancelled', callOff: latest }
  }
  const callOff = claims.find((claim) => isCallOff(claim) && claim.emailId === row.callOff?.emailId)
  const isOff = row.callOff?.isActing === true && callOff !== undefined
  return { ...counting, takesPlace: isOff ? 'cancelled' : 'yes', callOff: callOff ?? null }
}

/** The version that counts among the claims of one appointment, without those of its series. */
export function countingOf({
  lineage,
  claims,
}: Pick<LedgerRow, 'lineage' | 'claims'>): Pick<Standing, 'claim' | 'later'> | null {
  const own = claims.filter((each) => isLed(each, lineage)).sort(compareClaims)
  const latest = own.at(-1)
  if (!latest) {
    const texts = lineage ? [] : claims.filter((each) => !isCancel(each) && !isSteering(each))
    const [claim] = texts.sort(compareTexts)
    return claim ? { claim, later: null } : null
  }
  if (isCancel(latest) || isClear(latest)) return { claim: latest, later: null }
  const held = own.findLast(isClear)
  return held ? { claim: held, later: latest } : { claim: latest, later: null }
}

function isClear(claim: Claim): boolean {
  return isCancel(claim) || implausible(claim.proposal.time) === null
}

const trust = ['invitation', 'json-ld', 'rules', 'model'] as const

/** The most trusted text first, whatever the order in which they came. */
export function compareTexts(one: Claim, other: Claim): number {
  const [a, b] = [one.proposal, other.proposal]
  return (
    Number(a.act === 'moves') - Number(b.act === 'moves') ||
    Number(one.isSenderDoubted) - Number(other.isSenderDoubted) ||
    Number(b.isProven) - Number(a.isProven) ||
    Number(other.isSenderProven) - Number(one.isSenderProven) ||
    trust.indexOf(a.source) - trust.indexOf(b.source) ||
    compareText(one.date, other.date) ||
    compareText(one.emailId, other.emailId) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  )
}

/** Whether a claim about the series says that this occurrence is over. */
function endsOccurrence(
  claim: Claim,
  { lineage, claims }: LedgerRow,
  family: readonly LedgerRow[],
): boolean {
  const occurrence = lineage?.occurrence ?? null
  const { method, recurrenceId } = claim.proposal
  if (method === 'cancel') return recurrenceId === null
  if (claim.lists === null || occurrence === null) return false
  const isWithin = claim.lists.from <= occurrence && occurrence <= claim.lists.to
  if (!isWithin || claims.some(({ emailId }) => emailId === claim.emailId)) return false
  const ofMail = family.flatMap((row) =>
    row.claims.filter((each) => each.emailId === claim.emailId),
  )
  return !ofMail.some(({ proposal }) => proposal.repeats?.includes(occurrence))
}

/**
 * Whether a text belongs to an appointment that has had its time once: one that has been moved or
 * called off is meant only by texts that are not newer.
 */
export function isMeant(text: Claim, { claim, later }: Pick<Standing, 'claim' | 'later'>): boolean {
  const latest = later ?? claim
  const isSameStart = startOf(text.proposal.time) === startOf(latest.proposal.time)
  return (isSameStart && !isCancel(latest)) || text.date <= latest.date
}

type Shown = Pick<MailEvent, 'state' | 'reason' | 'question'>

const QUOTE_MAX = 200
const SUBJECT_MAX = 200

const UNDONE = { card: null, calendar: 'You have deleted it in your calendar.' } as const
const CALLED_OFF = 'A later mail has called it off.'
const MOVES = 'A later mail moves it; it is not clear to when.'

/**
 * An appointment as the card of one of its mails shows it. Reasons name times in `userZone`; `link`
 * is the address of the event in its calendar, or empty.
 */
export function showEvent(
  row: LedgerRow,
  claim: Claim,
  standing: Standing | null,
  { userZone, link }: { readonly userZone: string; readonly link: string },
): MailEvent {
  const shown = shownState(row, claim, standing, userZone)
  const { source, evidence } = claim.proposal
  const placed = shown.state === 'created' ? row.placed : null
  const time = placed?.time ?? claim.proposal.time
  const texts = placed ?? describeEvent(claim)
  return {
    id: row.id,
    summary: texts.summary,
    location: texts.location,
    startTime: time.kind === 'unclear' ? '' : time.start,
    endTime: time.kind === 'unclear' ? '' : time.end,
    link: placed ? link : '',
    time,
    ...shown,
    source,
    evidence,
    hasIcs: time.kind !== 'unclear' && (shown.state === 'created' || shown.state === 'waiting'),
  }
}

function shownState(
  row: LedgerRow,
  claim: Claim,
  standing: Standing | null,
  userZone: string,
): Shown {
  const { choice, failure } = row
  if (failure !== null) return { state: 'failed', reason: failure }
  if (choice?.kind === 'undone') return { state: 'undone', reason: UNDONE[choice.where] }
  const isOfText = isCancel(claim) && !isSteering(claim)
  if (!standing || (isOfText && standing.callOff !== claim)) {
    return { state: 'cancelled', reason: 'The mail calls it off; your calendar was not changed.' }
  }
  if (standing.takesPlace !== 'yes') return off(standing, claim)
  if (standing.callOff && row.placed) {
    const reason = `They write that this is ${told(standing.callOff)}`
    return { state: 'created', reason, question: 'remove-or-keep' }
  }
  if (isCancel(claim)) return { state: 'superseded', reason: 'A later mail has set it anew.' }
  const { later, claim: counts } = standing
  const isLatest = versionOf(claim) === versionOf(later ?? counts) && !(later && row.placed)
  return isLatest ? counting(row, later ?? claim) : earlier(row, claim, standing, userZone)
}

/** What a sentence says of an appointment, with its words. */
function told({ proposal: { act, evidence } }: Claim): string {
  const word = act === 'moves' ? 'moved' : act === 'postpones' ? 'postponed' : 'cancelled'
  return `${word}: “${title(evidence, QUOTE_MAX)}”`
}

function off({ takesPlace, claim: last, callOff }: Standing, claim: Claim): Shown {
  if (takesPlace === 'dropped') {
    return { state: 'superseded', reason: 'A later mail has changed the dates of the series.' }
  }
  if (callOff && !isSteering(callOff)) {
    const reason = `A mail says that this is ${told(callOff)}`
    return { state: 'cancelled', reason, question: 'called-off' }
  }
  return { state: 'cancelled', reason: last.emailId === claim.emailId ? null : CALLED_OFF }
}

/** What counts: it is in the calendar, or says why not. */
function counting(row: LedgerRow, claim: Claim): Shown {
  const { choice, placed, verdict } = row
  const { time } = claim.proposal
  const isAdded = choice?.kind === 'added' && choice.version === versionOf(claim)
  if (placed && (time.kind !== 'unclear' || isAdded)) return { state: 'created', reason: null }
  if (row.intent === 'put') {
    return { state: 'waiting', reason: 'It is being added to your calendar.' }
  }
  if (time.kind === 'unclear') return { state: 'waiting', reason: time.reason }
  const waits = { state: 'waiting', reason: verdict?.reason ?? null } as const
  return verdict?.kind === 'left-over' ? { ...waits, question: 'left-over' } : waits
}

/** Another version, or a text beside the invitation: it may name the time that counts, or not. */
function earlier(row: LedgerRow, claim: Claim, standing: Standing, userZone: string): Shown {
  const time = row.placed?.time ?? standing.claim.proposal.time
  const isOpen = standing.later !== null && row.choice === null
  if (row.lineage === null || isSameMoment(row, claim, time)) {
    const shown = counting(row, row.placed ? claim : standing.claim)
    return isOpen && row.placed ? { ...shown, reason: MOVES } : shown
  }
  const isKnown = time.kind !== 'unclear' && !isOpen
  const reason = isKnown ? `Moved to ${shortTime(time, userZone)} by a later mail.` : MOVES
  return { state: 'superseded', reason }
}

/** A text, or somebody else's invitation, may be wrong about the end. */
function isSameMoment({ lineage }: LedgerRow, claim: Claim, time: EventTime): boolean {
  if (isLed(claim, lineage)) return isSameTime(claim.proposal.time, time)
  const start = startOf(claim.proposal.time)
  return start !== null && start === startOf(time)
}

/** "Tue 24 Nov, 10:00", in the user's zone; days without a time. */
function shortTime(time: ExactTime, userZone: string): string {
  const isDay = time.kind === 'day'
  const start = DateTime.fromISO(time.start, { zone: isDay ? 'utc' : userZone }).setLocale('en')
  return start.toFormat(isDay ? 'ccc d LLL' : 'ccc d LLL, HH:mm')
}

/**
 * The texts of an event (security design, 12.3). A meeting link stays only where code has read it
 * out of an invitation or a reservation, or where it stands in proven words of the mail.
 */
export function describeEvent({ proposal, subject, sender, date }: Claim) {
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

import { EventProposal, type EventTime } from '@shortlist/contracts/calendar'
import { z } from 'zod'
import { isTimeZone } from '../../platform/is-time-zone.ts'
import type { MailOfEvents } from '../ports.ts'

/** What one mail says about one appointment. */
export const Claim = z.object({
  emailId: z.string(),
  threadKey: z.string(),
  /**
   * What its mail shares with the others of its conversation, whichever of them was read first; empty
   * where only `threadKey` tells.
   */
  conversation: z.array(z.string()).default([]),
  subject: z.string(),
  /** Address in lower case. */
  sender: z.string(),
  /** Of the mail; ISO 8601, UTC. */
  date: z.string(),
  /** When the reader's own server got the mail, ISO 8601; null where it does not say. */
  receivedAt: z.string().nullable().default(null),
  proposal: EventProposal,
  /** Whether the receiving server has found that the mail is not from who it says (RFC 8601). */
  isSenderDoubted: z.boolean().default(false),
  /** Whether it has found that the mail is from who it says (DMARC, RFC 7489). */
  isSenderProven: z.boolean().default(true),
  /** Why it is not created by itself, whatever it says. */
  doubt: z.string().nullable().default(null),
  /**
   * The stretch of a series for which its mail lists every occurrence, as `recurrenceId`s; null where
   * the mail is about single ones.
   */
  lists: z.object({ from: z.string(), to: z.string() }).nullable(),
})
export type Claim = z.infer<typeof Claim>

/** Longest texts that are kept; what a calendar is handed is shorter still. */
const TEXT_MAX = 1000
export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
/** What takes less is a moment that nobody has given an end. */
export const SHORTEST_MS = 5 * MINUTE_MS
export const LONGEST_MS = 14 * DAY_MS
const AHEAD_DAYS = 60
const DAY_LENGTH = '2026-01-31'.length

/** The appointments of a mail as claims: instants written in one way, texts of a bounded length. */
export function claimsOf(mail: MailOfEvents, found: readonly EventProposal[]): Claim[] {
  const proposals = found.map(normalized)
  return proposals.map((proposal) => ({
    emailId: mail.emailId,
    threadKey: mail.threadKey,
    conversation: [...(mail.conversation ?? [])],
    subject: cut(mail.subject),
    sender: mail.sender.address.toLowerCase(),
    date: mail.date,
    receivedAt: mail.receivedAt ?? null,
    proposal,
    isSenderDoubted: mail.isSenderDoubted ?? false,
    isSenderProven: mail.isSenderProven ?? false,
    doubt: mail.doubt,
    lists: listedStretch(mail, proposal, proposals),
  }))
}

/**
 * A claim about a series with one claim for each of its occurrences that lie at most 60 days ahead;
 * those further away are still to come.
 */
export function occurrencesOf(claim: Claim, now: Date): readonly Claim[] {
  const { repeats = [], time } = claim.proposal
  if (repeats.length === 0 || time.kind === 'unclear') return [claim]
  const length = Date.parse(time.end) - Date.parse(time.start)
  const { repeats: _, ...proposal } = claim.proposal
  const isDue = (start: string) =>
    Date.parse(start) + length > now.getTime() &&
    Date.parse(start) <= now.getTime() + AHEAD_DAYS * DAY_MS
  return [
    claim,
    ...repeats.filter(isDue).map((start) => {
      const end = new Date(Date.parse(start) + length).toISOString().slice(0, start.length)
      return {
        ...claim,
        proposal: { ...proposal, recurrenceId: start, time: { ...time, start, end } },
      }
    }),
  ]
}

function normalized(proposal: EventProposal): EventProposal {
  const { time, recurrenceId, repeats } = proposal
  const isNone = recurrenceId === null || isDay(recurrenceId)
  return {
    ...proposal,
    ...(repeats && {
      repeats: repeats.flatMap((start) => (isDay(start) ? start : (instantOf(start) ?? []))),
    }),
    summary: cut(proposal.summary),
    location: cut(proposal.location),
    evidence: cut(proposal.evidence),
    recurrenceId: isNone ? recurrenceId : (instantOf(recurrenceId) ?? cut(recurrenceId)),
    time: normalizedTime(time),
  }
}

function cut(text: string): string {
  return text.slice(0, TEXT_MAX).toWellFormed()
}

function normalizedTime(time: EventTime): EventTime {
  if (time.kind === 'unclear') return { ...time, text: cut(time.text), reason: cut(time.reason) }
  if (time.kind === 'day' && isDay(time.start) && isDay(time.end)) return time
  if (time.kind === 'instant') {
    const [start, end] = [instantOf(time.start), instantOf(time.end)]
    const timeZone = isTimeZone(time.timeZone) ? time.timeZone : 'UTC'
    if (start && end) return { kind: 'instant', start, end, timeZone }
  }
  const text = cut(`${time.start} to ${time.end}`)
  return { kind: 'unclear', text, reason: 'This is not a time that can be read.' }
}

/** A day that the calendar has. */
function isDay(text: string): boolean {
  return instantOf(text)?.slice(0, DAY_LENGTH) === text
}

function instantOf(text: string): string | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** When it was promised: when the reader's own server got the mail, else as its sender dates it. */
export function promiseOf({ receivedAt, date }: Claim): string {
  return receivedAt ?? date
}

/** Whether it takes something off the calendar: an invitation that is cancelled, or a sentence. */
export function isCancel({ proposal }: Claim): boolean {
  return proposal.method === 'cancel'
}

/** A sentence that calls off what another mail has arranged. */
export function isCallOff(claim: Claim): boolean {
  return isCancel(claim) && claim.proposal.source === 'rules'
}

/** Only an invitation with a UID may change or remove what is there (RFC 5546). */
export function isSteering({ proposal }: Claim): boolean {
  return proposal.source === 'invitation' && proposal.uid !== null
}

/** Where it begins, as an instant in UTC or a day; null where that is unclear. */
export function startOf(time: EventTime | null): string | null {
  return time === null || time.kind === 'unclear' ? null : time.start
}

/** Whether two times are one; a calendar may write an instant with another offset. */
export function isSameTime(one: EventTime, other: EventTime): boolean {
  if (one.kind === 'unclear' || other.kind === 'unclear') return false
  const isSame = (a: string, b: string) => Date.parse(a) === Date.parse(b)
  return one.kind === other.kind && isSame(one.start, other.start) && isSame(one.end, other.end)
}

/** Why nothing lasts that long, as a sentence; null where it well may. */
export function implausible(time: EventTime): string | null {
  if (time.kind === 'unclear') return time.reason
  const length = Date.parse(time.end) - Date.parse(time.start)
  if (Number.isNaN(length) || length < 0) return 'It ends before it begins.'
  if (time.kind === 'day') {
    if (length === 0) return 'It ends before it begins.'
    return length > LONGEST_MS ? 'It is longer than two weeks.' : null
  }
  if (length < SHORTEST_MS) return 'It is not clear how long it takes.'
  return length > DAY_MS ? 'It is longer than a day.' : null
}

/** Names what a claim says, so that the same invitation in two mails is one version. */
export function versionOf({ proposal }: Claim): string {
  const { method, sequence, stamp, time } = proposal
  const when = time.kind === 'unclear' ? `? ${time.text}` : `${time.start} ${time.end}`
  return `${method} ${sequence} ${stamp ?? ''} ${when}`
}

/** Later versions last (RFC 5546, 2.1.5): SEQUENCE, DTSTAMP, then the mail's date. */
export function compareClaims(one: Claim, other: Claim): number {
  const [a, b] = [one.proposal, other.proposal]
  return (
    a.sequence - b.sequence ||
    compareText(a.stamp ?? '', b.stamp ?? '') ||
    compareText(one.date, other.date) ||
    Number(a.method === 'cancel') - Number(b.method === 'cancel') ||
    compareText(one.emailId, other.emailId)
  )
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Two occurrences at their own times make a list of a series. */
function listedStretch(
  mail: MailOfEvents,
  { uid }: EventProposal,
  all: readonly EventProposal[],
): Claim['lists'] {
  if (uid === null) return null
  const regular = all
    .filter((each) => each.uid === uid && each.method === 'request')
    .flatMap(({ recurrenceId, time, repeats = [] }) =>
      recurrenceId !== null && recurrenceId === startOf(time)
        ? [recurrenceId, ...repeats]
        : repeats,
    )
  const to = regular.sort().at(-1)
  if (to === undefined || regular.length < 2) return null
  // days and instants compare as text
  return { from: mail.date.slice(0, to.length), to }
}

/** Domains whose addresses belong to anybody: who writes from there is the address alone. */
const SHARED_DOMAIN =
  /^(?:(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|t-online|freenet|proton|protonmail|pm|mail|yandex|orange|wanadoo|free|laposte|sfr|fastmail|hey|zoho|tutanota|tuta|posteo|mailbox|telefonica|libero|bol|uol|sapo|ziggo|kpnmail)\.[a-z.]{2,6})$/

/**
 * Who writes: an organisation by its domain, or an address of a domain that many share. It begins
 * with "@" where that is proven, with "?" where it is doubted.
 */
export function writerOf({ sender, isSenderDoubted, isSenderProven }: Claim): string {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const writer = SHARED_DOMAIN.test(domain) ? sender : domain
  return `${isSenderDoubted ? '?' : isSenderProven ? '@' : ''}${writer}`
}

/** Whether the proven writer of an invitation is its ORGANIZER. */
export function isOfOrganizer(claim: Claim): boolean {
  const organizer = claim.proposal.organizer?.toLowerCase()
  if (organizer === undefined || claim.isSenderDoubted || !claim.isSenderProven) return false
  return writerOf({ ...claim, sender: organizer }) === writerOf(claim)
}

/**
 * What an invitation is known by: its UID, who sends it, and the occurrence of a series. Only the
 * same may change what it has brought.
 */
export const Lineage = z.object({
  uid: z.string(),
  /** An address; beginning with "@" a writer who is proven to be the ORGANIZER. */
  sender: z.string(),
  /** Null for a single event or a whole series. */
  occurrence: z.string().nullable(),
})
export type Lineage = z.infer<typeof Lineage>

/** Null for what is no invitation. */
export function lineageOf(claim: Claim): Lineage | null {
  const { uid, recurrenceId } = claim.proposal
  if (!isSteering(claim) || uid === null) return null
  // whoever only claims to be the sender is somebody else
  const address = claim.isSenderDoubted ? `? ${claim.sender}` : claim.sender
  const sender = isOfOrganizer(claim) ? writerOf(claim) : address
  return { uid, sender, occurrence: recurrenceId }
}

/** Whether a claim may change what a lineage has brought. */
export function isLed(claim: Claim, lineage: Lineage | null): boolean {
  const own = lineageOf(claim)
  return lineage !== null && own !== null && lineageKey(own) === lineageKey(lineage)
}

export function lineageKey({ uid, sender, occurrence }: Lineage): string {
  return `lineage ${JSON.stringify([sender, occurrence])} ${uid}`
}

export function uidKey({ uid }: Lineage): string {
  return `uid ${uid}`
}

/** Addresses of systems that many employers share; two interviews at one time are two there. */
const WRITES_FOR_MANY =
  /^(?:no-?_?reply|do-?not-?reply|notifications?|invitations?|calendar|scheduling|mailer)\b/

export function mailKey(emailId: string): string {
  return `mail ${emailId}`
}

/** What the mails of one conversation have in common, any two of them at least one. */
export function conversationKeys({ threadKey, conversation }: Claim): string[] {
  if (conversation.length > 0) return conversation.map((id) => `talk ${id}`)
  return threadKey === '' ? [] : [`talk ${threadKey}`]
}

/** One conversation has one appointment at one time, and so has one sender; none is brought by a cancellation. */
export function slotKeys(claim: Claim): string[] {
  const { sender, proposal } = claim
  const { time, method } = proposal
  if (method === 'cancel') return []
  const start = startOf(time)
  const when = start ?? (time.kind === 'unclear' ? `? ${time.text}` : '')
  const bySender =
    start === null || sender === '' || WRITES_FOR_MANY.test(sender)
      ? []
      : [`sender ${when} ${sender}`]
  return [...conversationKeys(claim).map((key) => `${key} at ${when}`), ...bySender]
}

/** Under what the rows are found whose claims may belong together with a claim. */
export function neighborKeys(claim: Claim): string[] {
  const conversation = conversationKeys(claim)
  const callOffs = conversation.map((key) => `off ${key}`)
  return [...slotKeys(claim), ...uidKeys(claim), ...(isCallOff(claim) ? conversation : callOffs)]
}

/** Where a series is looked for that goes on. */
export const SERIES = 'series'

/** Under what the row of a claim is found: mail, UID, conversation, and when and by whom it is. */
export function keysOf(claim: Claim): string[] {
  const conversation = conversationKeys(claim)
  return [
    mailKey(claim.emailId),
    ...slotKeys(claim),
    ...conversation,
    ...uidKeys(claim),
    ...(isCallOff(claim) ? conversation.map((key) => `off ${key}`) : []),
    ...(claim.proposal.repeats?.length ? [SERIES] : []),
  ]
}

function uidKeys(claim: Claim): string[] {
  const lineage = lineageOf(claim)
  return lineage ? [uidKey(lineage)] : []
}

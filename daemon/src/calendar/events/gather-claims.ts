import {
  type Claim,
  compareClaims,
  compareText,
  isCallOff,
  isCancel,
  isLed,
  isSteering,
  type Lineage,
  lineageKey,
  lineageOf,
  promiseOf,
  startOf,
  writerOf,
} from './claim.ts'
import { conversationKeys, slotKeys } from './ledger-row.ts'
import { compareTexts, countingOf, isMeant } from './standing.ts'

/** What mails say about one appointment. */
export interface Gathering {
  /** The invitation that leads it; null for texts alone. */
  readonly lineage: Lineage | null
  readonly claims: readonly Claim[]
  /** The mail whose sentence calls it off, and whether that may act. */
  readonly callOff: { readonly emailId: string; readonly isActing: boolean } | null
}

/** Most claims that are kept of one appointment. */
const CLAIMS_MAX = 30

interface Group {
  readonly lineage: Lineage | null
  readonly claims: Claim[]
  callOff: { readonly claim: Claim; readonly isActing: boolean } | null
}

/**
 * The appointments that claims are about, in whatever order their mails were read: one for each UID,
 * sender and occurrence, one for texts of one conversation or sender about one start. Texts join the
 * invitation of their sender; what somebody else wrote in a conversation joins it and changes nothing.
 */
export function gatherClaims(claims: readonly Claim[]): Gathering[] {
  const ordered = claims.toSorted(compareClaims)
  const invitations = invitationsOf(ordered)
  const texts = connected(ordered.filter((claim) => !isSteering(claim) && !isCancel(claim)))
  const groups = joined(invitations, texts)
  for (const claim of ordered.filter((each) => !isSteering(each) && isCancel(each))) {
    if (!(isCallOff(claim) && callOff(claim, groups, ordered))) note(claim, groups)
  }
  return groups.map((group) => ({
    lineage: group.lineage,
    claims: bounded(group),
    callOff: group.callOff && {
      emailId: group.callOff.claim.emailId,
      isActing: group.callOff.isActing,
    },
  }))
}

function invitationsOf(claims: readonly Claim[]): Group[] {
  const byKey = new Map<string, Group>()
  for (const claim of claims) {
    const lineage = lineageOf(claim)
    if (lineage === null) continue
    const key = lineageKey(lineage)
    const group = byKey.get(key) ?? { lineage, claims: [], callOff: null }
    byKey.set(key, group)
    group.claims.push(claim)
  }
  return [...byKey.keys()].sort(compareText).flatMap((key) => byKey.get(key) ?? [])
}

/** Claims that share a slot with each other, at first hand or through further ones. */
function connected(claims: readonly Claim[]): Group[] {
  const bySlot = new Map<string, Set<Claim>>()
  for (const claim of claims) {
    const own = new Set([claim])
    for (const set of slotKeys(claim).flatMap((key) => bySlot.get(key) ?? [])) {
      for (const each of set) own.add(each)
    }
    for (const key of [...own].flatMap(slotKeys)) bySlot.set(key, own)
  }
  const alone = claims.filter((claim) => slotKeys(claim).length === 0).map((claim) => [claim])
  return [...[...new Set(bySlot.values())].map((set) => [...set]), ...alone].map((set) => ({
    lineage: null,
    claims: set.sort(compareClaims),
    callOff: null,
  }))
}

/** Puts texts to the invitation of their writer, else to one that was there before them. */
function joined(invitations: readonly Group[], texts: readonly Group[]): Group[] {
  const left: Group[] = []
  for (const text of texts) {
    const slots = new Set(text.claims.flatMap(slotKeys))
    const near = invitations.filter(({ claims }) =>
      claims.some((claim) => !isCancel(claim) && slotKeys(claim).some((key) => slots.has(key))),
    )
    const target =
      near.find((group) => text.claims.some((claim) => leads(group, claim))) ??
      near.find((group) => promisedAt(group) <= promisedAt(text))
    const counting = target ? countingOf(target.lineage, target.claims) : null
    const isOf = (claim: Claim) => counting !== null && isMeant(claim, counting)
    const own = text.claims.filter((claim) => !isOf(claim))
    target?.claims.push(...text.claims.filter(isOf))
    if (own.length > 0) left.push({ ...text, claims: own })
  }
  return [...invitations, ...left]
}

function promisedAt({ claims }: Group): string {
  const dates = claims.filter((claim) => !isCancel(claim)).map(promiseOf)
  return dates.sort()[0] ?? ''
}

function currentTime({ lineage, claims }: Group) {
  return countingOf(lineage, claims)?.claim.proposal.time ?? null
}

/** Whether an invitation comes from who wrote a text, as surely as the text does. */
function leads({ lineage, claims }: Group, text: Claim): boolean {
  return claims.some((claim) => isLed(claim, lineage) && isOfWriter(claim, text))
}

/** Whether a claim may speak for the writer of another: the same address, or the same proven domain. */
export function isOfWriter(claim: Claim, other: Claim): boolean {
  if (claim.isSenderDoubted || other.isSenderDoubted) {
    return claim.sender === other.sender && claim.isSenderDoubted === other.isSenderDoubted
  }
  if (writerOf(claim) === writerOf(other)) return true
  return claim.sender === other.sender && claim.isSenderProven
}

/**
 * Lets a sentence call off what its conversation has arranged: at the time that it names, else what
 * lies ahead of it. It acts where one appointment of its writer fits; elsewhere it is only told.
 * False where nothing fits.
 */
function callOff(claim: Claim, groups: readonly Group[], all: readonly Claim[]): boolean {
  const talk = new Set(conversationKeys(claim))
  const inTalk = groups.filter(
    (group) =>
      arranged(group).some((each) => each.emailId !== claim.emailId) &&
      arranged(group).some((each) => conversationKeys(each).some((key) => talk.has(key))),
  )
  const named = timesNamed(claim, all)
  const atTime = inTalk.filter((group) => named.has(startOf(currentTime(group)) ?? ''))
  const ahead = inTalk.filter((group) => (startOf(currentTime(group)) ?? '') > claim.date)
  const isTimed = startOf(claim.proposal.time) !== null
  const fitting = atTime.length > 0 || isTimed ? atTime : ahead
  const own = fitting.filter((group) => {
    const counting = countingOf(group.lineage, group.claims)
    return counting !== null && isOfWriter(claim, counting.claim)
  })
  for (const group of fitting) {
    const isActing = own.length === 1 && own[0] === group
    const isLater = arranged(group).every(
      (each) => each.date < claim.date || !isOfWriter(each, claim),
    )
    if (own.length === 1 && !isActing) continue
    group.claims.push(claim)
    const isStronger = group.callOff === null || isActing || !group.callOff.isActing
    if (isLater && isStronger) group.callOff = { claim, isActing }
  }
  return fitting.length > 0
}

/** What mails arrange in a group; that one mail moves it from there arranges nothing. */
function arranged({ claims }: Group): readonly Claim[] {
  const requests = claims.filter((claim) => !isCancel(claim))
  const fixed = requests.filter(({ proposal }) => proposal.act !== 'moves')
  return fixed.length > 0 ? fixed : requests
}

/** The times that the mail of a sentence names: that of the sentence, else all of a move. */
function timesNamed(claim: Claim, all: readonly Claim[]): ReadonlySet<string> {
  const own = startOf(claim.proposal.time)
  if (own !== null) return new Set([own])
  const moves = all.filter(
    ({ emailId, proposal }) => emailId === claim.emailId && proposal.act === 'moves',
  )
  return new Set(moves.flatMap(({ proposal }) => startOf(proposal.time) ?? []))
}

/** A cancellation without power stands beside what it is about, else alone. */
function note(claim: Claim, groups: Group[]): void {
  const slots = new Set(slotKeys({ ...claim, proposal: { ...claim.proposal, method: 'request' } }))
  const found = groups.find(({ claims }) => claims.flatMap(slotKeys).some((key) => slots.has(key)))
  if (found) found.claims.push(claim)
  else groups.push({ lineage: null, claims: [claim], callOff: null })
}

/** The most decisive ones: who writes on and on makes no row without end. */
function bounded({ lineage, claims, callOff: off }: Group): Claim[] {
  const rank = (claim: Claim) =>
    isLed(claim, lineage) ? 0 : claim === off?.claim ? 1 : isCancel(claim) ? 3 : 2
  const decisive = claims.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (rank(one) === 0 ? compareClaims(other, one) : compareTexts(one, other)),
  )
  return decisive.slice(0, CLAIMS_MAX).sort(compareClaims)
}
